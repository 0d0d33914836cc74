// The poster of a video, in full size and small: an early frame, but not a black or empty one if there are
// others.
import { rm } from 'node:fs/promises'
import { join } from 'node:path'
import { plainFileSize } from '../../sandbox/view.ts'
import { inputOf, pngOutput, runFfmpeg } from '../children/ffmpeg.ts'
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
import { type ProbedFile, probedFile } from './probe.ts'
import { proxySize, videoFilters } from './video-filters.ts'

/** Fractions of the duration. The first position suits most videos. */
const places = [0.1, 0.25, 0.5, 0.75, 0]

/** The standard deviation, of 255, below which a frame counts as empty. */
const dull = 10

export function posterStep(find: FindTools): Step {
  return { name: 'poster', weight: 10, make: (work, info) => createPoster(find, work, info) }
}

async function createPoster(find: FindTools, work: Work, info: MediaInfo): Promise<Derivative[]> {
  const { ffmpeg } = await find()
  const probed = await probedFile(find, work, info)
  let best: { source: string; interest: number } | undefined
  let drawn: string | undefined
  for (const place of places) {
    const source = await still(ffmpeg, work, probed, place)
    const interest = source === undefined ? -1 : await draw(source, work)
    if (interest >= 0) drawn = source
    if (source !== undefined && interest > (best?.interest ?? -1)) best = { source, interest }
    if (interest >= dull) break
  }
  if (!best) throw new MediaFailure('unreadable', 'The file is damaged: no frame of it can be shown.')
  if (best.source !== drawn) await draw(best.source, work)
  return [derivative(work, 'poster.webp'), derivative(work, 'thumbnail.webp')]
}

/** Draws `poster.webp` and `thumbnail.webp` from a still that ffmpeg extracted. Returns its contrast. */
async function draw(source: string, work: Work): Promise<number> {
  return runDecoder<number>('draw-poster', { ...work, source, mimeType: 'image/png', report: () => {} })
}

/** Returns undefined when there is no frame at this position. */
async function still(
  ffmpeg: string,
  work: Work,
  probed: ProbedFile,
  place: number,
): Promise<string | undefined> {
  const video = probed.streams.video!
  const name = `still-${places.indexOf(place)}.png`
  await rm(join(work.folder, name), { force: true })
  const at = (probed.timing!.seconds * place).toFixed(3)
  const filters = await videoFilters(video, proxySize(video), work.folder)
  const input = inputOf(work, ...(place > 0 ? ['-ss', at] : []))
  const args = [...input, '-map', `0:${video.index}`, '-vf', filters, ...pngOutput(name)]
  const { source, folder, signal } = work
  await runFfmpeg({ program: ffmpeg, args, source, folder, signal, seconds: 120, bytes: 64 * 2 ** 20 })
  const path = join(folder, name)
  return (await plainFileSize(path)) ? path : undefined
}
