// The audio tracks of a file, as a person chooses from them, and how their channels are mixed for two ears.
import type { Media } from '@dailies/sdk'

export type AudioTrack = Media['audioTracks'][number]

/** Files that were processed before tracks were listed have the one of their proxy. */
const unlisted: AudioTrack = {
  ...{ index: 0, name: null, language: null, channels: 2, layout: 'stereo', channelNames: ['L', 'R'] },
  ...{ inProxy: true, url: null },
}

export function tracksOf({ audioTracks, hasAudio }: Media): readonly AudioTrack[] {
  return audioTracks.length === 0 && hasAudio !== false ? [unlisted] : audioTracks
}

/** The address of the audio; null while there is none. The proxy has what no file of its own has. */
export function sourceOf(track: AudioTrack, { proxy }: Media): string | null {
  return track.url ?? (track.inProxy ? proxy : null)
}

/** `Main, English, 5.1`. */
export function trackName({ index, name, language, layout, channels }: AudioTrack): string {
  const spoken = language && new Intl.DisplayNames(['en'], { type: 'language' }).of(language)
  const shape = layout ?? (channels === 1 ? 'mono' : `${channels} channels`)
  return [name ?? `Track ${index + 1}`, spoken, shape].filter(Boolean).join(', ')
}

const half = Math.SQRT1_2

/** ITU-R BS.775, as in the mix of the proxy (`channels.ts` of the server). */
const shares: Readonly<Record<string, readonly [left: number, right: number]>> = {
  ...{ L: [1, 0], R: [0, 1], Lt: [1, 0], Rt: [0, 1], C: [half, half], Cs: [0.5, 0.5], LFE: [0, 0] },
  ...{ Ls: [half, 0], Rs: [0, half], Lrs: [half, 0], Rrs: [0, half], Lc: [half, 0], Rc: [0, half] },
}

export type Weights = { left: number[]; right: number[] }

/**
 * The weight of each channel on either side; the sum of a side is at most 1, so that nothing clips. Channels that the file does
 * not name are on both sides, as loud as the number of those that can be heard allows.
 */
export function stereoWeights(names: readonly string[], audible: readonly boolean[]): Weights {
  if (names.length === 2) return { left: [1, 0], right: [0, 1] }
  const isNamed = names.every((name) => shares[name] !== undefined)
  const count = isNamed ? 0 : Math.max(1, audible.filter(Boolean).length)
  const weights = names.map((name): readonly [number, number] =>
    isNamed ? shares[name]! : [1 / count, 1 / count],
  )
  const sumOf = (side: 0 | 1) => weights.reduce((sum, weight) => sum + weight[side], 0)
  const most = isNamed ? Math.max(1, sumOf(0), sumOf(1)) : 1
  return { left: weights.map(([left]) => left / most), right: weights.map(([, right]) => right / most) }
}

export type ChannelSwitches = { solo: readonly number[]; muted: readonly number[] }

/** As on a mixing desk: a solo silences the channels without one. */
export function audibleChannels(count: number, { solo, muted }: ChannelSwitches): boolean[] {
  return Array.from({ length: count }, (_, channel) =>
    solo.length > 0 ? solo.includes(channel) : !muted.includes(channel),
  )
}
