// Converts one image for a provider, in a child process: see `convert-references.ts`.
import sharp, { type Metadata } from 'sharp'
import { answerParent } from '../sandbox/answer-parent.ts'

export type ConversionInput = {
  source: string
  /** The provider accepts the type and the size in bytes; only the number of pixels may be too large. */
  takenAsIs: boolean
  maxBytes: number
  maxSide: number | null
}

type Size = { width: number; height: number }
export type ConvertedImage = {
  bytes: Uint8Array
  from: Size
  to: Size & { mimeType: string }
  /** The image had more frames or pages; only the first was converted. */
  firstFrame: boolean
}
/** null: the image needs no conversion. */
export type Conversion = ConvertedImage | { failure: true } | null

sharp.cache(false)
sharp.concurrency(1)

/** The same limit as for previews. */
const maxPixels = 400_000_000
/** Each attempt has at most nine tenths of the pixels along a side; usually two attempts are enough. */
const maxTries = 20

answerParent(async (request: ConversionInput): Promise<Conversion> => {
  try {
    return await convert(request)
  } catch {
    // sharp's message about a broken file is of no use to the user.
    return { failure: true }
  }
})

async function convert({ source, takenAsIs, maxBytes, maxSide }: ConversionInput): Promise<Conversion> {
  const metadata = await open(source).metadata()
  const { width, height } = metadata.autoOrient
  const longest = Math.max(width, height)
  if (takenAsIs && (maxSide === null || longest <= maxSide)) return null
  const transparent = await isTransparent(source, metadata)
  const mimeType = transparent ? 'image/png' : 'image/jpeg'
  let side = Math.min(longest, maxSide ?? longest)
  let quality = 92
  for (let tries = 0; tries < maxTries; tries++) {
    const { data, info } = await encode(source, side, transparent, quality)
    if (data.length <= maxBytes) {
      const to = { mimeType, width: info.width, height: info.height }
      return { bytes: data, from: { width, height }, to, firstFrame: (metadata.pages ?? 1) > 1 }
    }
    // Reduce the quality first where that is enough; then reduce the size.
    if (!transparent && quality > 80 && data.length < maxBytes * 2) quality = 80
    else side = Math.floor(side * Math.min(0.9, Math.sqrt(maxBytes / data.length)))
  }
  return { failure: true }
}

function open(source: string) {
  return sharp(source, { limitInputPixels: maxPixels, failOn: 'error', sequentialRead: true })
}

async function isTransparent(source: string, { hasAlpha }: Metadata): Promise<boolean> {
  return hasAlpha === true && !(await open(source).stats()).isOpaque
}

/**
 * Upright and in sRGB, without the metadata of the original: the provider must not learn places and names
 * from it.
 */
function encode(source: string, side: number, transparent: boolean, quality: number) {
  const image = open(source)
    .autoOrient()
    .resize(side, side, { fit: 'inside', withoutEnlargement: true })
    .toColourspace('srgb')
  const encoded = transparent
    ? image.png({ compressionLevel: 8 })
    : image.flatten({ background: '#fff' }).jpeg({ quality, chromaSubsampling: '4:4:4' })
  return encoded.toBuffer({ resolveWithObject: true })
}
