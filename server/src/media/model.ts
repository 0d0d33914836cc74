import { picturesBy, still } from './drawn.ts'
import type { Processor } from './processor.ts'

export const model: Processor = {
  async probe() {
    return { kind: 'MODEL', width: null, height: null, ...still }
  },
  steps: () => [picturesBy('draw-model')],
}
