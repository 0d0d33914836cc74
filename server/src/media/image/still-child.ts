// The child's side of `still.ts`: a thumbnail or a part of a sheet in, a JPEG out. Only pixels are copied, so no metadata
// remains.
import sharp from 'sharp'
import { answerParent } from '../../sandbox/answer-parent.ts'
import type { StillAnswer, StillInput } from '../still.ts'

sharp.cache(false)
sharp.concurrency(1)

/** Far more than a thumbnail has. */
const maxPixels = 4_000_000
const background = '#202020'

answerParent(async ({ image, area }: StillInput): Promise<StillAnswer> => {
  try {
    const open = sharp(image, { limitInputPixels: maxPixels, failOn: 'error' })
    const part = area ? open.extract(area) : open
    return { image: await part.flatten({ background }).jpeg({ quality: 82 }).toBuffer() }
  } catch {
    return { image: null }
  }
})
