import type { Processor } from '../processor.ts'
import { picturesBy, still } from '../still-steps.ts'

export const model: Processor = {
  async probe() {
    return { kind: 'MODEL', width: null, height: null, ...still }
  },
  steps: () => [picturesBy('draw-model')],
}
