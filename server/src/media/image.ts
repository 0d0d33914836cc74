import { inStillChild } from './child.ts'
import { picturesBy, still } from './drawn.ts'
import type { ImageSize } from './image-tasks.ts'
import type { Processor } from './processor.ts'

export const image: Processor = {
  async probe(work) {
    const { width, height } = await inStillChild<ImageSize>('probe-image', work)
    return { kind: 'IMAGE', width, height, ...still }
  },
  steps: () => [picturesBy('draw-image')],
}
