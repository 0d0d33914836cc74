// Draws a watermark into an image, in a child process: see `mark-child.ts`.
import sharp, { type OverlayOptions, type Sharp } from 'sharp'
import { drawMark, type Overlay, type Size } from './draw-mark.ts'
import type { Mark } from './mark.ts'

sharp.cache(false)
sharp.concurrency(1)

/** More than any derivative has, with all frames of an animation together. */
const limits = { limitInputPixels: 200_000_000 }

export type ImageTask = {
  source: string
  target: string
  quality: number
  /** The size of the parts that each get the mark, such as the frames on a sheet; null for the whole image. */
  tile: Size | null
}

export async function markImage(mark: Mark, { source, target, quality, tile }: ImageTask): Promise<void> {
  const image = sharp(source, { ...limits, animated: true })
  const { width, height, pageHeight, pages = 1, format } = await image.metadata()
  const frame = tile ?? { width, height: pageHeight ?? height }
  const overlay = await drawMark(mark, frame)
  const repeated = tile !== null || pages > 1
  const marked = image.composite([repeated ? repeat(overlay, frame) : once(overlay, frame)])
  await encoded(marked, format, quality).toFile(target)
}

function encoded(image: Sharp, format: string | undefined, quality: number): Sharp {
  if (format === 'jpeg') return image.jpeg({ quality })
  return format === 'png' ? image.png() : image.webp({ quality, smartSubsample: true, effort: 2 })
}

function once(overlay: Overlay, frame: Size): OverlayOptions {
  const { data, left, top, width, height } = cut(overlay, frame)
  return { input: data, raw: { width, height, channels: 4 }, left, top }
}

/** The mark in every part of a sheet, and in every frame of an animation, which are one below the other. */
function repeat(overlay: Overlay, frame: Size): OverlayOptions {
  const { data, left, top, width, height } = cut(overlay, frame)
  const whole = Buffer.alloc(frame.width * frame.height * 4)
  for (let y = 0; y < height; y++)
    data.copy(whole, ((top + y) * frame.width + left) * 4, y * width * 4, (y + 1) * width * 4)
  return { input: whole, raw: { ...frame, channels: 4 }, tile: true, gravity: 'northwest' }
}

/** Without what reaches beyond a frame that is smaller than the smallest mark. */
export function cut({ data, left, top, width, height }: Overlay, frame: Size): Overlay {
  const size = { width: Math.min(width, frame.width - left), height: Math.min(height, frame.height - top) }
  if (size.width === width && size.height === height) return { data, left, top, width, height }
  const rows = Array.from({ length: size.height }, (_, y) =>
    data.subarray(y * width * 4, (y * width + size.width) * 4),
  )
  return { data: Buffer.concat(rows), left, top, ...size }
}
