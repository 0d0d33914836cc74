import { inStillChild } from './child.ts'
import { picturesBy, still } from './drawn.ts'
import type { ImageProbe } from './image-tasks.ts'
import type { Processor } from './processor.ts'

export const image: Processor = {
  async probe(work) {
    const probe = await inStillChild<ImageProbe>('probe-image', work)
    return { kind: 'IMAGE', ...still, ...probe }
  },
  steps: () => [picturesBy('draw-image')],
}
