// The other sizes of a video than its proxy, from one pass over the original. Frame n of each is frame n of the proxy, at the same
// time, and key frames are at the same frames: players switch between them on any frame.
import { stat } from 'node:fs/promises'
import { join } from 'node:path'
import { type Rung, type RungName, renditionName, rungsOf } from '../../core/renditions.ts'
import { aac, audioFilters } from '../audio/audio-filters.ts'
import { byLine, inputOf, progressOutput, runFfmpeg, threads } from '../children/ffmpeg.ts'
import { tooMuchOutput } from '../children/ffmpeg-failures.ts'
import type { FindTools } from '../children/find-tools.ts'
import type { Derivative, MediaInfo, Step, Work } from '../processor.ts'
import { h264, maxBytes, reportFrames, rungQuality, secondsFor } from './encoding.ts'
import { pace, timeFilters, timescale } from './pacing.ts'
import { type ProbedFile, probedFile } from './probe.ts'
import { videoFilters } from './video-filters.ts'

export function renditionsStep(
  find: FindTools,
  info: MediaInfo,
  wanted: readonly RungName[],
): Step | undefined {
  const { kind, width, height } = info
  if (kind !== 'VIDEO' || width === null || height === null) return undefined
  const rungs = rungsOf({ width, height }).filter(({ name, isProxy }) => !isProxy && wanted.includes(name))
  if (rungs.length === 0) return undefined
  const make = (work: Work) => encodeRenditions(find, work, info, rungs)
  return { name: 'renditions', weight: 1, long: true, make }
}

export async function encodeRenditions(
  find: FindTools,
  work: Work,
  info: MediaInfo,
  rungs: readonly Rung[],
): Promise<Derivative[]> {
  const { ffmpeg } = await find()
  const probed = await probedFile(find, work, info)
  const { source, folder, signal } = work
  const { frames } = probed.timing!
  const largest = Math.max(...rungs.map(({ name }) => maxBytes(info.durationMs!, rungQuality[name])))
  await runFfmpeg({
    program: ffmpeg,
    args: [
      ...['-copyts', ...progressOutput, ...inputOf(work), '-filter_complex_threads', threads],
      ...['-filter_complex', await filtersOf(probed, info, rungs, folder)],
      ...rungs.flatMap((rung, n) => outputOf(probed, info, rung, n)),
    ],
    ...{
      source,
      folder,
      signal,
      seconds: secondsFor(info.durationMs!),
      bytes: largest * 2,
      background: true,
    },
    onOutput: byLine((line) => reportFrames(line, frames, work)),
  })
  return Promise.all(
    rungs.map(async ({ name }) => {
      const path = join(folder, renditionName(name))
      if ((await stat(path)).size >= maxBytes(info.durationMs!, rungQuality[name])) throw tooMuchOutput()
      return { name: renditionName(name), path, mimeType: 'video/mp4' }
    }),
  )
}

async function filtersOf(probed: ProbedFile, info: MediaInfo, rungs: readonly Rung[], folder: string) {
  const { video, audio } = probed.streams
  const labels = (label: string) => rungs.map((_, n) => `[${label}${n}]`).join('')
  const scaled: string[] = []
  for (const [n, rung] of rungs.entries())
    scaled.push(`[frames${n}]${await videoFilters(video!, rung, folder)}[video${n}]`)
  return [
    `[0:${video!.index}]${timeFilters(probed.timing!)},split=${rungs.length}${labels('frames')}`,
    ...scaled,
    ...(audio
      ? [`[0:${audio.index}]${audioFilters(probed, info)},asplit=${rungs.length}${labels('audio')}`]
      : []),
  ].join(';')
}

function outputOf({ streams, timing, times }: ProbedFile, info: MediaInfo, { name }: Rung, n: number) {
  const quality = rungQuality[name]
  return [
    ...['-map_metadata', '-1', '-map_chapters', '-1', '-map', `[video${n}]`, ...pace(timing!, times)],
    ...[...timescale(timing!), ...h264(timing!.rate, quality)],
    ...(streams.audio ? ['-map', `[audio${n}]`, ...aac] : []),
    ...['-max_muxing_queue_size', '9999', '-movflags', '+faststart'],
    ...['-fs', String(maxBytes(info.durationMs!, quality)), '-f', 'mp4', renditionName(name)],
  ]
}
