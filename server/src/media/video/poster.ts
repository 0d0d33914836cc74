// The poster of a video, in full size and small: an early frame, but not a black or empty one if there are
// others.
import { rename, rm } from 'node:fs/promises'
import { join } from 'node:path'
import type { Size } from '../../core/renditions.ts'
import { plainFileSize } from '../../sandbox/view.ts'
import { inputOf, pngOutput, runFfmpeg, webpOutput } from '../children/ffmpeg.ts'
import type { FindTools, Tools } from '../children/find-tools.ts'
import { runDecoder } from '../children/run-decoder.ts'
import {
  type Derivative,
  derivative,
  MediaFailure,
  type MediaInfo,
  type Step,
  type Work,
} from '../processor.ts'
import { type ProbedFile, probedFile } from './probe.ts'
import { proxySize, videoFilters, webpColours } from './video-filters.ts'

/** Fractions of the duration. The first position suits most videos. */
const places = [0.1, 0.25, 0.5, 0.75, 0]

/** The standard deviation, of 255, below which a frame counts as empty. */
const dull = 10

/** Far more than the pixels of a sample. */
const maxSample = 2 ** 20

const names = ['poster.webp', 'thumbnail.webp'] as const

export function posterStep(find: FindTools): Step {
  return { name: 'poster', weight: 10, make: (work, info) => createPoster(find, work, info) }
}

async function createPoster(find: FindTools, work: Work, info: MediaInfo): Promise<Derivative[]> {
  const tools = await find()
  const probed = await probedFile(find, work, info)
  const draw = tools.writesWebp ? drawWithFfmpeg : drawWithDecoder
  let best: { place: number; contrast: number } | undefined
  for (const place of places) {
    for (const name of names) await rm(join(work.folder, name), { force: true })
    const contrast = await draw(tools, work, probed, place)
    if (contrast > (best?.contrast ?? -1)) {
      best = { place, contrast }
      for (const name of names) await rename(join(work.folder, name), join(work.folder, `best-${name}`))
    }
    if (contrast >= dull) break
  }
  if (!best) throw new MediaFailure('unreadable', 'The file is damaged: no frame of it can be shown.')
  for (const name of names) await rename(join(work.folder, `best-${name}`), join(work.folder, name))
  return names.map((name) => derivative(work, name))
}

/**
 * Draws both images at this position. Returns the contrast of the frame; -1 when there is none.
 */
async function drawWithFfmpeg(
  { ffmpeg }: Tools,
  work: Work,
  probed: ProbedFile,
  place: number,
): Promise<number> {
  const size = proxySize(probed.streams.video!)
  const [small, tiny] = [640, 160].map((long) => proxySize(size, { long, short: long })) as [Size, Size]
  const filters = [
    `[0:${probed.streams.video!.index}]${await frameFilters(work, probed)},split=3[full][half][least]`,
    `[full]scale=${webpColours}[poster]`,
    `[half]scale=${small.width}:${small.height}:flags=area:${webpColours}[thumbnail]`,
    `[least]scale=${tiny.width}:${tiny.height}:flags=area,format=rgb24[sample]`,
  ].join(';')
  const output = (from: string, ...options: string[]) => ['-map', `[${from}]`, '-frames:v', '1', ...options]
  let sample = Buffer.alloc(0)
  await run(
    ffmpeg,
    work,
    [
      ...[...seekTo(work, probed, place), '-filter_complex', filters],
      ...output('poster', ...webpOutput('poster.webp', { quality: 82, level: 1 })),
      ...output('thumbnail', ...webpOutput('thumbnail.webp', { quality: 75, level: 1 })),
      ...output('sample', '-f', 'rawvideo', 'pipe:1'),
    ],
    (chunk) => {
      if (sample.length < maxSample) sample = Buffer.concat([sample, chunk])
    },
  )
  const sizes = await Promise.all(names.map((name) => plainFileSize(join(work.folder, name))))
  return sizes.every(Boolean) ? contrastOf(sample) : -1
}

/** For an ffmpeg without WebP: a child draws both images from a PNG. */
async function drawWithDecoder(
  { ffmpeg }: Tools,
  work: Work,
  probed: ProbedFile,
  place: number,
): Promise<number> {
  const name = 'still.png'
  const source = join(work.folder, name)
  await rm(source, { force: true })
  const { index } = probed.streams.video!
  const filters = ['-map', `0:${index}`, '-vf', await frameFilters(work, probed)]
  await run(ffmpeg, work, [...seekTo(work, probed, place), ...filters, ...pngOutput(name)])
  if (!(await plainFileSize(source))) return -1
  return runDecoder<number>('draw-poster', { ...work, source, mimeType: 'image/png', report: () => {} })
}

/** The input, from this position on. */
function seekTo(work: Work, { timing }: ProbedFile, place: number): string[] {
  const at = (timing!.seconds * place).toFixed(3)
  return inputOf(work, ...(place > 0 ? ['-ss', at] : []))
}

function frameFilters({ folder }: Work, { streams }: ProbedFile): Promise<string> {
  const video = streams.video!
  return videoFilters(video, proxySize(video), folder)
}

async function run(
  ffmpeg: string,
  { source, folder, signal }: Work,
  args: string[],
  onOutput: (chunk: Buffer) => void = () => {},
): Promise<void> {
  await runFfmpeg({
    program: ffmpeg,
    args,
    source,
    folder,
    signal,
    seconds: 120,
    bytes: 64 * 2 ** 20,
    onOutput,
  })
}

/** The greatest standard deviation of a channel of these RGB values. */
function contrastOf(pixels: Buffer): number {
  const count = Math.floor(pixels.length / 3)
  if (count === 0) return -1
  const deviations = [0, 1, 2].map((channel) => {
    let sum = 0
    let squares = 0
    for (let at = channel; at < 3 * count; at += 3) {
      sum += pixels[at]!
      squares += pixels[at]! ** 2
    }
    return Math.sqrt(Math.max(0, squares / count - (sum / count) ** 2))
  })
  return Math.max(...deviations)
}
