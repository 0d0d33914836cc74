// The still that stands for a film, in full size and small: early in it, but not a black or empty frame if there are others.
import { rm } from 'node:fs/promises'
import { join } from 'node:path'
import sharp from 'sharp'
import { inputOf, runFfmpeg } from './ffmpeg.ts'
import { pictureFilters, proxySize } from './picture.ts'
import { type Film, filmOf } from './probe.ts'
import { type Made, MediaFailure, type MediaInfo, type Step, type Work } from './processor.ts'
import type { FindTools } from './tools.ts'

/** Parts of the length. Most films have something to show at the first. */
const places = [0.1, 0.25, 0.5, 0.75, 0]

/** The standard deviation, of 255, below which a frame is as good as empty. */
const dull = 10

export function posterStep(find: FindTools): Step {
  return { name: 'poster', weight: 10, make: (work, info) => makePoster(find, work, info) }
}

async function makePoster(find: FindTools, work: Work, info: MediaInfo): Promise<Made[]> {
  const { ffmpeg } = await find()
  const film = await filmOf(find, work, info)
  let best: { path: string; interest: number } | undefined
  for (const place of places) {
    const path = await still(ffmpeg, work, film, place)
    const interest = await interestOf(path)
    if (interest > (best?.interest ?? -1)) best = { path, interest }
    if (interest >= dull) break
  }
  if (!best) throw new MediaFailure('unreadable', 'The file is damaged: no frame of it can be shown.')
  return pictures(best.path, work)
}

async function still(ffmpeg: string, work: Work, film: Film, place: number): Promise<string> {
  const picture = film.streams.picture!
  const name = `still-${places.indexOf(place)}.png`
  await rm(join(work.folder, name), { force: true })
  const at = (film.timing!.seconds * place).toFixed(3)
  const filters = await pictureFilters(picture, proxySize(picture), work.folder)
  const args = [
    ...inputOf(work, ...(place > 0 ? ['-ss', at] : [])),
    ...[
      '-map',
      `0:${picture.index}`,
      '-vf',
      filters,
      '-frames:v',
      '1',
      '-c:v',
      'png',
      '-f',
      'image2',
      '-update',
      '1',
      name,
    ],
  ]
  const { folder, signal } = work
  await runFfmpeg({ program: ffmpeg, args, folder, signal, seconds: 120, bytes: 64 * 2 ** 20 })
  return join(folder, name)
}

/** -1: there is no frame at this place. */
async function interestOf(path: string): Promise<number> {
  const { channels } = await sharp(path)
    .stats()
    .catch(() => ({ channels: [] }))
  return Math.max(-1, ...channels.map(({ stdev }) => stdev))
}

/** `poster.webp` and `thumbnail.webp` from a picture that ffmpeg has made. */
async function pictures(path: string, work: Work): Promise<Made[]> {
  const poster = join(work.folder, 'poster.webp')
  await sharp(path).webp({ quality: 82 }).toFile(poster)
  return [{ name: 'poster.webp', path: poster, mimeType: 'image/webp' }, await thumbnailOf(path, work)]
}

export async function thumbnailOf(path: string, { folder }: Work): Promise<Made> {
  const thumbnail = join(folder, 'thumbnail.webp')
  const size = { width: 640, height: 640, fit: 'inside', withoutEnlargement: true } as const
  await sharp(path).resize(size).webp({ quality: 75 }).toFile(thumbnail)
  return { name: 'thumbnail.webp', path: thumbnail, mimeType: 'image/webp' }
}
