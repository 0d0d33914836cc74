// The child's side of `chat-still.ts`: a thumbnail in, a JPEG out. Only pixels are copied, so no metadata remains.
import sharp from 'sharp'
import { answerParent } from '../../sandbox/answer-parent.ts'
import type { StillAnswer, StillInput } from '../chat-still.ts'

sharp.cache(false)
sharp.concurrency(1)

/** Far more than a thumbnail has. */
const maxPixels = 4_000_000
const background = '#202020'

answerParent(async ({ image }: StillInput): Promise<StillAnswer> => {
  const open = sharp(image, { limitInputPixels: maxPixels, failOn: 'error' })
  try {
    return { image: await open.flatten({ background }).jpeg({ quality: 82 }).toBuffer() }
  } catch {
    return { image: null }
  }
})
