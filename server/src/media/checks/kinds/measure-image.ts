// Measures an image, in a child process: see `children/run-decoder.ts`.
import { open } from 'node:fs/promises'
import type { Metadata } from 'sharp'
import type { ChildInput } from '../../children/run-decoder.ts'
import { openImage, readableImage } from '../../image/draw-image.ts'
import { colourOfIcc, colourOfTags } from './colour-space.ts'
import type { ImageMeasured } from './measured.ts'
import { sharpnessOf } from './sharpness.ts'

/** Larger images are scaled down before their sharpness is measured: a blur of one pixel is not seen in them. */
const sharpnessPixels = 50_000_000
const headBytes = 256 * 1024

type Input = Pick<ChildInput, 'source' | 'mimeType'>

export async function measureImage(input: Input): Promise<ImageMeasured> {
  return readableImage(async () => {
    const metadata = await (await openImage(input)).metadata()
    const { width, height } = metadata.autoOrient
    const vector = metadata.format === 'svg'
    return {
      ...{ width, height, vector, converted: false },
      colour: await colourOf(input, metadata),
      alpha: await alphaOf(input, metadata),
      sharpness: vector ? null : await sharpness(input, width * height),
      resolution: vector ? null : metadata.density || null,
    }
  })
}

async function colourOf({ source }: Input, metadata: Metadata): Promise<ImageMeasured['colour']> {
  if (metadata.icc) return colourOfIcc(metadata.icc)
  if (metadata.space === 'cmyk') return { space: 'CMYK', profile: null, source: 'TAG' }
  return colourOfTags(metadata.format, await headOf(source), metadata.exif)
}

async function headOf(path: string): Promise<Buffer> {
  const file = await open(path)
  try {
    const { buffer, bytesRead } = await file.read(Buffer.alloc(headBytes), 0, headBytes, 0)
    return buffer.subarray(0, bytesRead)
  } finally {
    await file.close()
  }
}

const largest: Readonly<Record<string, number>> = { uchar: 255, ushort: 65_535, float: 1 }

async function alphaOf(
  input: Input,
  { hasAlpha, depth = 'uchar' }: Metadata,
): Promise<ImageMeasured['alpha']> {
  if (!hasAlpha) return { present: false, transparency: null }
  const { channels, isOpaque } = await (await openImage(input)).stats()
  if (isOpaque) return { present: true, transparency: 0 }
  const opacity = channels.at(-1)!.mean / (largest[depth] ?? 255)
  // Never 0: some pixel is transparent.
  return { present: true, transparency: Math.max(Number.EPSILON, Math.min(1, 1 - opacity)) }
}

async function sharpness(input: Input, pixels: number): Promise<ImageMeasured['sharpness']> {
  const image = (await openImage(input)).flatten({ background: '#808080' }).toColourspace('b-w')
  const scale = Math.min(1, Math.sqrt(sharpnessPixels / pixels))
  const { width } = await (await openImage(input)).metadata()
  const sized = scale < 1 ? image.resize({ width: Math.round(width! * scale) }) : image
  const { data, info } = await sized
    .extractChannel(0)
    .raw({ depth: 'uchar' })
    .toBuffer({ resolveWithObject: true })
  return sharpnessOf({ data, width: info.width, height: info.height })
}
