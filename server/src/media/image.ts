import { join } from 'node:path'
import { inStillChild } from './child.ts'
import type { ImageSize } from './image-tasks.ts'
import type { Processor } from './processor.ts'

export const image: Processor = {
  async probe(work) {
    const { width, height } = await inStillChild<ImageSize>('probe-image', work)
    return {
      kind: 'IMAGE',
      width,
      height,
      durationMs: null,
      frameRate: null,
      frames: null,
      pages: null,
      hasAudio: null,
    }
  },
  steps: () => [
    {
      name: 'pictures',
      weight: 1,
      async make(work) {
        await inStillChild('draw-image', work)
        return ['thumbnail.webp', 'preview.webp'].map((name) => ({
          name,
          path: join(work.folder, name),
          mimeType: 'image/webp',
        }))
      },
    },
  ],
}
