// Sound without picture: its waveform, the cover of the record or a drawing of the waveform, and a proxy that every browser
// plays and can seek in exactly.
import { rm, stat } from 'node:fs/promises'
import { join } from 'node:path'
import sharp from 'sharp'
import { inputOf, runFfmpeg } from './ffmpeg.ts'
import { thumbnailOf } from './poster.ts'
import { filmOf } from './probe.ts'
import { type Made, MediaFailure, type MediaInfo, type Step, type Work } from './processor.ts'
import { aac, soundFilters } from './sound.ts'
import type { FindTools } from './tools.ts'
import { readWaveform, storeWaveform, type Waveform } from './waveform.ts'

export function audioSteps(find: FindTools): Step[] {
  return [
    { name: 'waveform', weight: 30, make: (work, info) => drawSound(find, work, info) },
    { name: 'proxy', weight: 70, make: (work, info) => makeProxy(find, work, info) },
  ]
}

async function drawSound(find: FindTools, work: Work, info: MediaInfo): Promise<Made[]> {
  const film = await filmOf(find, work, info)
  const waveform = await readWaveform(find, work, info, film)
  const { cover } = film.streams
  const picture = cover === undefined ? undefined : await readCover(find, work, cover)
  return [
    await thumbnailOf(picture ?? (await drawWaveform(waveform, work)), work),
    await storeWaveform(waveform, work),
  ]
}

/** Undefined when there is none that can be read: then the sound itself is shown. */
async function readCover(find: FindTools, work: Work, index: number): Promise<string | undefined> {
  const { ffmpeg } = await find()
  const { folder, signal } = work
  const path = join(folder, 'cover.png')
  await rm(path, { force: true })
  const fit = "scale='min(1280,iw)':'min(1280,ih)':force_original_aspect_ratio=decrease"
  const output = ['-vf', fit, '-frames:v', '1', '-c:v', 'png', '-f', 'image2', '-update', '1', 'cover.png']
  const args = [...inputOf(work), '-map', `0:${index}`, ...output]
  try {
    await runFfmpeg({ program: ffmpeg, args, folder, signal, seconds: 60, bytes: 64 * 2 ** 20 })
    return (await stat(path)).size > 0 ? path : undefined
  } catch (error) {
    if (error instanceof MediaFailure || (error as NodeJS.ErrnoException).code === 'ENOENT') return undefined
    throw error
  }
}

const drawing = { width: 640, height: 360, channels: 3 } as const

async function drawWaveform({ data, length }: Waveform, { folder }: Work): Promise<string> {
  const { width, height, channels } = drawing
  const pixels = Buffer.alloc(width * height * channels, 24)
  for (let x = 0; x < width; x++) {
    const [from, to] = [Math.floor((x * length) / width), Math.ceil(((x + 1) * length) / width)]
    const part = data.slice(2 * from, 2 * to)
    const [top, bottom] = [lineOf(Math.max(0, ...part)), lineOf(Math.min(0, ...part))]
    for (let y = top; y <= bottom; y++)
      pixels.fill('6ea8fe', (y * width + x) * channels, (y * width + x + 1) * channels, 'hex')
  }
  const path = join(folder, 'drawing.png')
  await sharp(pixels, { raw: drawing }).png().toFile(path)
  return path
}

function lineOf(value: number): number {
  return Math.round(drawing.height / 2 - (value / 128) * drawing.height * 0.45)
}

/** Always made: players seek inexactly in some originals, and the largest are not to be streamed. */
async function makeProxy(find: FindTools, work: Work, info: MediaInfo): Promise<Made[]> {
  const { ffmpeg } = await find()
  const film = await filmOf(find, work, info)
  const { folder, signal } = work
  const duration = info.durationMs! / 1000
  const filters = `[0:${film.streams.sound!.index}]${soundFilters(film, info)}[sound]`
  const args = [
    ...['-copyts', ...inputOf(work), '-filter_complex', filters, '-map', '[sound]', ...aac],
    ...['-map_metadata', '-1', '-map_chapters', '-1', '-movflags', '+faststart', '-f', 'ipod', 'proxy.m4a'],
  ]
  const bytes = Math.ceil(2 ** 20 + duration * 80_000)
  await runFfmpeg({ program: ffmpeg, args, folder, signal, seconds: 300 + duration, bytes })
  return [{ name: 'proxy.m4a', path: join(folder, 'proxy.m4a'), mimeType: 'audio/mp4' }]
}
