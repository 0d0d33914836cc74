// Measures the loudness of a file, and writes the tracks and channels that its proxy does not have, in one pass after the proxy.
import { join } from 'node:path'
import { byLine, inputOf, listenToFfmpeg, progressOutput } from '../children/ffmpeg.ts'
import type { FindTools } from '../children/find-tools.ts'
import { type Derivative, MediaFailure, type MediaInfo, type Step, type Work } from '../processor.ts'
import { type ProbedFile, probedFile } from '../video/probe.ts'
import { carriedFilters, measuredFilters } from './audio-filters.ts'
import { measureLoudness, readLoudness } from './loudness.ts'
import { type CarriedTrack, tracksOfSounds } from './sounds.ts'

export function tracksStep(find: FindTools): Step {
  return { name: 'tracks', weight: 10, long: true, make: (work, info) => makeTracks(find, work, info) }
}

async function makeTracks(find: FindTools, work: Work, info: MediaInfo): Promise<Derivative[]> {
  const probed = await probedFile(find, work, info)
  const { sounds, audio } = probed.streams
  const tracks = tracksOfSounds(sounds, audio?.sound).filter(({ isMade }) => isMade)
  try {
    await encode(find, work, info, probed, tracks)
  } catch (error) {
    // The file has its proxy: tracks that cannot be read take nothing away.
    if (error instanceof MediaFailure && !error.retryable) return []
    throw error
  }
  return tracks.map((track) => derivativeOf(work, track))
}

const fileOf = ({ index }: CarriedTrack) => `track-${index}.m4a`

function derivativeOf({ folder }: Work, track: CarriedTrack): Derivative {
  return { name: fileOf(track), path: join(folder, fileOf(track)), mimeType: 'audio/mp4' }
}

/** Reads the file once for all tracks. */
async function encode(
  find: FindTools,
  work: Work,
  info: MediaInfo,
  probed: ProbedFile,
  tracks: readonly CarriedTrack[],
): Promise<void> {
  const { ffmpeg } = await find()
  const { source, folder, signal } = work
  const duration = info.durationMs! / 1000
  const filters = tracks.map(
    (track, at) => `[0:${track.places[0]!.stream}]${carriedFilters(probed, info, track)}[track${at}]`,
  )
  const heard = `[0:${probed.streams.audio!.index}]${measuredFilters(probed, info)},${measureLoudness}[heard]`
  const outputs = tracks.flatMap((track, at) => [
    ...['-map', `[track${at}]`, '-c:a', 'aac', '-b:a', `${kilobits(track.channels)}k`],
    ...['-map_metadata', '-1', '-map_chapters', '-1', '-movflags', '+faststart', '-f', 'ipod', fileOf(track)],
  ])
  const args = [
    ...['-copyts', ...progressOutput, ...inputOf(work)],
    ...['-filter_complex', [...filters, heard].join(';')],
    ...[...outputs, '-map', '[heard]', '-f', 'null', '-'],
  ]
  const onOutput = byLine((line) => {
    const [, done] = /^out_time_us=(\d+)/.exec(line) ?? []
    if (done !== undefined) work.report(Math.min(1, Number(done) / 1e6 / duration))
  })
  const limits = { seconds: 600 + duration * 4, bytes: Math.ceil(2 ** 20 + duration * 160_000) }
  const log = await listenToFfmpeg({
    ...{ program: ffmpeg, args, source, folder, signal, onOutput, background: true, ...limits },
  })
  work.measured?.(readLoudness(log))
}

function kilobits(channels: number): number {
  return channels === 1 ? 96 : 32 + 64 * channels
}
