import { inStillChild } from '../children/run-decoder.ts'
import type { Processor } from '../processor.ts'
import { picturesBy, still } from '../still-steps.ts'
import type { ImageProbe } from './draw-image.ts'

export const image: Processor = {
  async probe(work) {
    const probe = await inStillChild<ImageProbe>('probe-image', work)
    return { kind: 'IMAGE', ...still, ...probe }
  },
  steps: () => [picturesBy('draw-image')],
}
