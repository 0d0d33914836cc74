// Makes one image fit a provider, in a process of its own: see `fit-references.ts`.
import sharp, { type Metadata } from 'sharp'
import { answerParent } from '../sandbox/answer-parent.ts'

export type FitRequest = {
  source: string
  /** The provider takes its type and its bytes; only its pixels may be too many. */
  takenAsIs: boolean
  maxBytes: number
  maxSide: number | null
}

type Size = { width: number; height: number }
export type FittedImage = {
  bytes: Uint8Array
  from: Size
  to: Size & { mimeType: string }
  /** There were more frames or pages, which are left out. */
  firstFrame: boolean
}
/** null: the image fits as it is. */
export type FitAnswer = FittedImage | { failure: true } | null

sharp.cache(false)
sharp.concurrency(1)

/** As many as previews are made of. */
const mostPixels = 400_000_000
/** Each try has at most nine tenths of the pixels along a side, and usually lands after two. */
const mostTries = 20

answerParent(async (request: FitRequest): Promise<FitAnswer> => {
  try {
    return await fit(request)
  } catch {
    // What sharp says of a broken file helps nobody.
    return { failure: true }
  }
})

async function fit({ source, takenAsIs, maxBytes, maxSide }: FitRequest): Promise<FitAnswer> {
  const metadata = await open(source).metadata()
  const { width, height } = metadata.autoOrient
  const longest = Math.max(width, height)
  if (takenAsIs && (maxSide === null || longest <= maxSide)) return null
  const transparent = await isTransparent(source, metadata)
  const mimeType = transparent ? 'image/png' : 'image/jpeg'
  let side = Math.min(longest, maxSide ?? longest)
  let quality = 92
  for (let tries = 0; tries < mostTries; tries++) {
    const { data, info } = await encode(source, side, transparent, quality)
    if (data.length <= maxBytes) {
      const to = { mimeType, width: info.width, height: info.height }
      return { bytes: data, from: { width, height }, to, firstFrame: (metadata.pages ?? 1) > 1 }
    }
    // Coarser first, where that is enough; then smaller.
    if (!transparent && quality > 80 && data.length < maxBytes * 2) quality = 80
    else side = Math.floor(side * Math.min(0.9, Math.sqrt(maxBytes / data.length)))
  }
  return { failure: true }
}

function open(source: string) {
  return sharp(source, { limitInputPixels: mostPixels, failOn: 'error', sequentialRead: true })
}

async function isTransparent(source: string, { hasAlpha }: Metadata): Promise<boolean> {
  return hasAlpha === true && !(await open(source).stats()).isOpaque
}

/** Upright and in sRGB, without the metadata of the original: a provider has no business with places and names. */
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
