import { runDecoder } from '../children/run-decoder.ts'
import type { Processor } from '../processor.ts'
import { imageStep, still } from '../still-steps.ts'
import type { ImageProbe } from './draw-image.ts'

export const image: Processor = {
  async probe(work) {
    const probe = await runDecoder<ImageProbe>('probe-image', work)
    return { kind: 'IMAGE', ...still, ...probe }
  },
  steps: () => [imageStep('draw-image')],
}
