import type { Processor } from '../processor.ts'
import { imageStep, still } from '../still-steps.ts'

export const model: Processor = {
  async probe() {
    return { kind: 'MODEL', width: null, height: null, ...still }
  },
  steps: () => [imageStep('draw-model')],
}
