// Probes and draws images, in a child process: see `children/run-decoder.ts`.
import { readFile, stat } from 'node:fs/promises'
import { join } from 'node:path'
import sharp, { type Metadata, type Sharp } from 'sharp'
import type { ChildInput } from '../children/run-decoder.ts'
import { MediaFailure } from '../processor.ts'
import { type Technical, technicalOf } from '../technical.ts'
import { profileName } from './icc-profile.ts'

sharp.cache(false)
sharp.concurrency(1)

/** A scan of half a metre at 1,000 dpi; the largest cameras have a third of it. */
const maxPixels = 400_000_000
/** All frames of an animation together. */
const maxAnimatedPixels = 200_000_000
const maxSvgBytes = 20_000_000

const thumbnailSide = 640
const previewSide = 2_560
const animationSide = 1_280

export type ImageProbe = { width: number; height: number; technical: Technical }

export async function probeImage(input: ChildInput): Promise<ImageProbe> {
  const metadata = await readableImage(async () => (await openImage(input)).metadata())
  const { width, height } = metadata.autoOrient
  if (width * height > maxPixels) throw tooManyPixels(width, height)
  return { width, height, technical: technicalOf({ image: imageDetails(metadata) }) }
}

function imageDetails({ format, space, depth, hasAlpha, icc, bitsPerSample }: Metadata): Technical['image'] {
  const depths: Record<string, number> = { uchar: 8, char: 8, ushort: 16, short: 16, float: 32, double: 64 }
  return {
    format: format ?? 'unknown',
    colourSpace: space ?? null,
    profile: icc ? profileName(icc) : null,
    bitDepth: bitsPerSample ?? depths[depth ?? ''] ?? null,
    alpha: hasAlpha ?? false,
  }
}

/** Draws a small image for lists, and one that every browser shows: upright, in sRGB. */
export async function drawImage(input: ChildInput): Promise<{ animated: boolean }> {
  return readableImage(async () => {
    const still = await openImage(input)
    const metadata = await still.metadata()
    const { width, height } = metadata.autoOrient
    if (width * height > maxPixels) throw tooManyPixels(width, height)
    const upright = still.autoOrient()
    await small(upright.clone(), thumbnailSide)
      .webp({ quality: 80 })
      .toFile(join(input.folder, 'thumbnail.webp'))
    const animated = isAnimated(metadata)
    const preview = animated
      ? small((await openImage(input, true)).autoOrient(), animationSide)
      : small(upright, previewSide)
    await preview
      .webp({ quality: 88, smartSubsample: true, effort: animated ? 2 : 4 })
      .toFile(join(input.folder, 'preview.webp'))
    return { animated }
  })
}

/**
 * SVG is read from memory: from a file, it could include files beside itself. From memory nothing outside of
 * it is shown, and scripts never run.
 */
export async function openImage(
  { source, mimeType }: Pick<ChildInput, 'source' | 'mimeType'>,
  animated = false,
): Promise<Sharp> {
  const options = {
    limitInputPixels: animated ? maxAnimatedPixels : maxPixels,
    failOn: 'error',
    sequentialRead: true,
    animated,
  } as const
  if (mimeType !== 'image/svg+xml') return sharp(source, options)
  const { size } = await stat(source)
  if (size > maxSvgBytes)
    throw new MediaFailure('too_large', 'The SVG is larger than 20 MB, the limit for previews.')
  return sharp(await readFile(source), options)
}

function small(image: Sharp, side: number): Sharp {
  return image.resize(side, side, { fit: 'inside', withoutEnlargement: true })
}

/** An animation with too many frames is shown by its first frame. */
function isAnimated({ pages = 1, pageHeight, width = 0, height = 0, format }: Metadata): boolean {
  if (pages <= 1 || (format !== 'gif' && format !== 'webp')) return false
  return width * (pageHeight ?? height) * pages <= maxAnimatedPixels
}

function tooManyPixels(width: number, height: number): MediaFailure {
  const message = `The image has ${width} × ${height} pixels; the limit is ${maxPixels / 1e6} million.`
  return new MediaFailure('too_large', message)
}

/** Translates sharp's errors about a file into messages. */
export async function readableImage<T>(read: () => Promise<T>): Promise<T> {
  try {
    return await read()
  } catch (error) {
    if (error instanceof MediaFailure) throw error
    const { message } = error as Error
    if (/exceeds pixel limit|too large|dimensions/i.test(message)) {
      throw new MediaFailure('too_large', `The image has more than ${maxPixels / 1e6} million pixels.`)
    }
    if (/unsupported image format|no loader|heif: .*unsupported|codec/i.test(message)) {
      throw new MediaFailure(
        'unsupported',
        'This image format cannot be shown. Export the image as PNG, JPEG or TIFF.',
      )
    }
    throw new MediaFailure('unreadable', 'The image is broken or incomplete. Export it again.')
  }
}
