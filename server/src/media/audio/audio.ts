// Audio files: the waveform, the embedded cover or a drawing of the waveform, and a proxy that every browser
// plays and can seek in exactly.
import { rm } from 'node:fs/promises'
import { join } from 'node:path'
import { plainFileSize } from '../../sandbox/view.ts'
import { byLine, inputOf, pngOutput, progressOutput, runFfmpeg } from '../children/ffmpeg.ts'
import type { FindTools } from '../children/find-tools.ts'
import { runDecoder } from '../children/run-decoder.ts'
import {
  type Derivative,
  derivative,
  MediaFailure,
  type MediaInfo,
  type Step,
  type Work,
} from '../processor.ts'
import { probedFile } from '../video/probe.ts'
import { aac, audioFilters } from './audio-filters.ts'
import { tracksStep } from './tracks.ts'
import { readWaveform, storeWaveform } from './waveform.ts'

/** Shorter audio is processed in seconds. */
const longMs = 600_000

export function audioSteps(find: FindTools, { durationMs }: MediaInfo): Step[] {
  const long = durationMs! > longMs
  return [
    { name: 'waveform', weight: 30, long, make: (work, info) => drawAudio(find, work, info) },
    { name: 'proxy', weight: 70, long, make: (work, info) => createProxy(find, work, info) },
    { ...tracksStep(find), long },
  ]
}

async function drawAudio(find: FindTools, work: Work, info: MediaInfo): Promise<Derivative[]> {
  const probed = await probedFile(find, work, info)
  const waveform = await storeWaveform(await readWaveform(find, work, info, probed), work)
  const { cover } = probed.streams
  const image = cover === undefined ? undefined : await readCover(find, work, cover)
  const task = image === undefined ? 'draw-waveform' : 'draw-thumbnail'
  await runDecoder(task, { ...work, source: image ?? waveform.path, report: () => {} })
  return [derivative(work, 'thumbnail.webp'), waveform]
}

/** Returns undefined when the file has no readable cover: then the waveform is drawn instead. */
async function readCover(find: FindTools, work: Work, index: number): Promise<string | undefined> {
  const { ffmpeg } = await find()
  const { source, folder, signal } = work
  const path = join(folder, 'cover.png')
  await rm(path, { force: true })
  const fit = "scale='min(1280,iw)':'min(1280,ih)':force_original_aspect_ratio=decrease"
  const output = ['-vf', fit, ...pngOutput('cover.png')]
  const args = [...inputOf(work), '-map', `0:${index}`, ...output]
  try {
    await runFfmpeg({ program: ffmpeg, args, source, folder, signal, seconds: 60, bytes: 64 * 2 ** 20 })
    return (await plainFileSize(path)) ? path : undefined
  } catch (error) {
    if (error instanceof MediaFailure) return undefined
    throw error
  }
}

/** Always created: players seek inexactly in some originals, and large originals must not be streamed. */
async function createProxy(find: FindTools, work: Work, info: MediaInfo): Promise<Derivative[]> {
  const { ffmpeg } = await find()
  const probed = await probedFile(find, work, info)
  const { source, folder, signal } = work
  const duration = info.durationMs! / 1000
  const filters = `[0:${probed.streams.audio!.index}]${audioFilters(probed, info)}[audio]`
  const args = [
    ...[
      '-copyts',
      ...progressOutput,
      ...inputOf(work),
      '-filter_complex',
      filters,
      '-map',
      '[audio]',
      ...aac,
    ],
    ...['-map_metadata', '-1', '-map_chapters', '-1', '-movflags', '+faststart', '-f', 'ipod', 'proxy.m4a'],
  ]
  const bytes = Math.ceil(2 ** 20 + duration * 80_000)
  const onOutput = byLine((line) => {
    const [, done] = /^out_time_us=(\d+)/.exec(line) ?? []
    if (done !== undefined) work.report(Math.min(1, Number(done) / 1e6 / duration))
  })
  const run = { program: ffmpeg, args, source, folder, signal, bytes, onOutput }
  await runFfmpeg({ ...run, seconds: 300 + duration, background: duration * 1000 > longMs })
  return [{ name: 'proxy.m4a', path: join(folder, 'proxy.m4a'), mimeType: 'audio/mp4' }]
}
