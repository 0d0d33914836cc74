// Audio in step with the video: a late start is filled with silence, an early start is cut, gaps stay gaps.

import type { MediaInfo } from '../processor.ts'
import type { ProbedFile } from '../video/probe.ts'
import { stereoMix, usualOrder } from './channels.ts'
import type { Place, Sound } from './sounds.ts'

export const sampleRate = 48_000

/**
 * Two channels at one rate, from the first frame on and no longer than the video. Times are those of the file. Follows the label
 * of the first stream of the sound.
 */
export function audioFilters(probed: ProbedFile, info: MediaInfo): string {
  return pickedFilters(probed, info, playedPlaces(probed.streams.audio!.sound), (at) =>
    mixOf(probed.streams.audio!.sound, at),
  )
}

/** The channels that the stereo mix needs: of channels without names, the first two. */
function playedPlaces({ places, channels }: Sound): readonly Place[] {
  return channels.includes(null) ? places.slice(0, 2) : places
}

function mixOf({ places, channels }: Sound, at: readonly number[]): string {
  // Broadcasts change the number of channels on the way: ffmpeg then mixes what comes.
  if (places.length === 2 && places[0]!.stream === places[1]!.stream) return 'aformat=channel_layouts=stereo'
  const { left, right } = stereoMix(channels)
  const sum = (weights: readonly number[]) =>
    at.flatMap((from, to) => (weights[to] ? [`${weights[to]!.toFixed(6)}*c${from}`] : [])).join('+')
  return `pan=stereo|c0=${sum(left)}|c1=${sum(right)}`
}

/** The sound in its own channels, for measuring; where the file does not name them, the two that are played. */
export function measuredFilters(probed: ProbedFile, info: MediaInfo): string {
  const { sound } = probed.streams.audio!
  if (sound.channels.length <= 2 || sound.channels.includes(null)) return audioFilters(probed, info)
  const order = usualOrder(sound.channels)
  const layout = order.map((at) => sound.channels[at]).join('+')
  const places = order.map((at) => sound.places[at]!)
  return pickedFilters(probed, info, places, (at) => `pan=${layout}|${inOrder(at)}`)
}

/** These channels in this order, in a layout that a codec carries. */
export function carriedFilters(
  probed: ProbedFile,
  info: MediaInfo,
  { places, carrier }: { places: readonly Place[]; carrier: string },
): string {
  return pickedFilters(probed, info, places, (at) => `pan=${carrier}|${inOrder(at)}`)
}

function inOrder(at: readonly number[]): string {
  return at.map((from, to) => `c${to}=c${from}`).join('|')
}

/** Starts after the label of the first stream. `pan` gets the position of each place among the merged channels. */
function pickedFilters(
  probed: ProbedFile,
  { durationMs }: MediaInfo,
  places: readonly Place[],
  pan: (at: number[]) => string,
): string {
  const { num, den } = probed.start
  const end = `atrim=end=${durationMs! / 1000}`
  const aligned = `asetpts=round(PTS-${num}/${den}/TB),aresample=${sampleRate}:async=1:first_pts=0`
  const streams = [...new Set(places.map(({ stream }) => stream))]
  if (streams.length === 1) return `${aligned},${pan(places.map(({ channel }) => channel))},${end}`
  // Each has one channel. All get the same length: merging ends with the shortest.
  const whole = `${aligned},pan=mono|c0=c0,aformat=sample_fmts=fltp,apad,${end}`
  const label = (at: number) => `[of${places[0]!.stream}to${places.length}n${at}]`
  const all = streams.map((stream, at) => `${at === 0 ? '' : `[0:${stream}]`}${whole}${label(at)}`)
  const merged = `${streams.map((_, at) => label(at)).join('')}amerge=inputs=${streams.length}`
  return `${all.join(';')};${merged},${pan(places.map(({ stream }) => streams.indexOf(stream)))}`
}

export const aac = ['-c:a', 'aac', '-b:a', '160k'] as const
