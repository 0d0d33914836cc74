// The child's side of `avatar.ts`: an image in, three squares out. Only pixels are copied, so no metadata
// remains.
import sharp from 'sharp'
import { answerParent } from '../../sandbox/answer-parent.ts'
import type { AvatarAnswer, AvatarInput } from './avatar.ts'

sharp.cache(false)
sharp.concurrency(1)

/** Twice the size of phone photos. */
const maxPixels = 100_000_000

answerParent(async ({ image, crop, sizes }: AvatarInput): Promise<AvatarAnswer> => {
  const open = () => sharp(image, { limitInputPixels: maxPixels, failOn: 'error', sequentialRead: true })
  try {
    const { format, autoOrient } = await open().metadata()
    if (format !== 'png' && format !== 'jpeg' && format !== 'webp') return { failure: 'unsupported' }
    const { width, height } = autoOrient
    if (width * height > maxPixels) return { failure: 'too_large' }
    const { x, y, size } = crop ?? centre(width, height)
    if (x + size > width || y + size > height) return { failure: 'outside' }
    const largest = await open()
      .autoOrient()
      .extract({ left: x, top: y, width: size, height: size })
      .resize(Math.max(...sizes), Math.max(...sizes), { fit: 'fill' })
      .png()
      .toBuffer()
    return { images: await Promise.all(sizes.map((side) => square(largest, side))) }
  } catch (error) {
    return { failure: /pixel limit/i.test((error as Error).message) ? 'too_large' : 'unreadable' }
  }
})

function centre(width: number, height: number) {
  const size = Math.min(width, height)
  return { x: Math.floor((width - size) / 2), y: Math.floor((height - size) / 2), size }
}

function square(image: Buffer, side: number): Promise<Uint8Array> {
  return sharp(image).resize(side, side).webp({ quality: 86, smartSubsample: true }).toBuffer()
}
