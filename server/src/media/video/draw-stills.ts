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

const thumbnailSize = { width: 640, height: 640, fit: 'inside', withoutEnlargement: true } as const

/** As small as with the default effort of 4, in half the time. */
const effort = 2

/**
 * Writes `poster.webp` and `thumbnail.webp`. Returns the contrast of the still; -1 when it cannot be read.
 */
export async function drawPoster({ source, folder }: ChildInput): Promise<number> {
  const small = await sharp(source, limits)
    .resize(thumbnailSize)
    .raw()
    .toBuffer({ resolveWithObject: true })
    .catch(() => undefined)
  if (!small) return -1
  const thumbnail = () => sharp(small.data, { raw: small.info })
  await thumbnail().webp({ quality: 75, effort }).toFile(join(folder, 'thumbnail.webp'))
  await sharp(source, limits).webp({ quality: 82, effort }).toFile(join(folder, 'poster.webp'))
  const { channels } = await thumbnail().stats()
  return Math.max(-1, ...channels.map(({ stdev }) => stdev))
}

export async function drawThumbnail({ source, folder }: ChildInput): Promise<void> {
  await writeThumbnail(sharp(source, limits), folder)
}

export async function drawSprite({ source, folder }: ChildInput): Promise<void> {
  await sharp(source, limits).webp({ quality: 70, effort }).toFile(join(folder, 'sprite-1.webp'))
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
  await image.resize(thumbnailSize).webp({ quality: 75, effort }).toFile(join(folder, 'thumbnail.webp'))
}
