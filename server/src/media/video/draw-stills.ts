// Draws the still images of videos and audio, in a child process: see `children/run-decoder.ts`. ffmpeg
// created the input from a stranger's file, so it is trusted as little as the file itself.
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import sharp, { type Sharp } from 'sharp'
import type { Waveform } from '../audio/waveform.ts'
import type { ChildInput } from '../children/run-decoder.ts'

sharp.cache(false)
sharp.concurrency(1)

/** Larger than the largest still, and than a sheet of sprites. */
const limits = { limitInputPixels: 16_000_000 }

/**
 * Writes `poster.webp` and `thumbnail.webp`. Returns the contrast of the still; -1 when it cannot be read.
 */
export async function drawPoster({ source, folder }: ChildInput): Promise<number> {
  const { channels } = await sharp(source, limits)
    .stats()
    .catch(() => ({ channels: [] }))
  if (channels.length === 0) return -1
  await sharp(source, limits).webp({ quality: 82 }).toFile(join(folder, 'poster.webp'))
  await writeThumbnail(sharp(source, limits), folder)
  return Math.max(-1, ...channels.map(({ stdev }) => stdev))
}

export async function drawThumbnail({ source, folder }: ChildInput): Promise<void> {
  await writeThumbnail(sharp(source, limits), folder)
}

export async function drawSprite({ source, folder }: ChildInput): Promise<void> {
  await sharp(source, limits).webp({ quality: 70 }).toFile(join(folder, 'sprite-1.webp'))
}

const drawing = { width: 640, height: 360, channels: 3 } as const

/** The thumbnail of audio without a cover. */
export async function drawWaveform({ source, folder }: ChildInput): Promise<void> {
  const { data, length }: Waveform = JSON.parse(await readFile(source, 'utf8'))
  const { width, height, channels } = drawing
  const pixels = Buffer.alloc(width * height * channels, 24)
  for (let x = 0; x < width; x++) {
    const [from, to] = [Math.floor((x * length) / width), Math.ceil(((x + 1) * length) / width)]
    const part = data.slice(2 * from, 2 * to)
    const [top, bottom] = [lineOf(Math.max(0, ...part)), lineOf(Math.min(0, ...part))]
    for (let y = top; y <= bottom; y++)
      pixels.fill('6ea8fe', (y * width + x) * channels, (y * width + x + 1) * channels, 'hex')
  }
  await writeThumbnail(sharp(pixels, { raw: drawing }), folder)
}

function lineOf(value: number): number {
  return Math.round(drawing.height / 2 - (value / 128) * drawing.height * 0.45)
}

async function writeThumbnail(image: Sharp, folder: string): Promise<void> {
  const size = { width: 640, height: 640, fit: 'inside', withoutEnlargement: true } as const
  await image.resize(size).webp({ quality: 75 }).toFile(join(folder, 'thumbnail.webp'))
}
