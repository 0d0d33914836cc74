import { join } from 'node:path'
import { inStillChild } from './child.ts'
import type { Processor } from './processor.ts'

export const model: Processor = {
  async probe() {
    return {
      kind: 'MODEL',
      width: null,
      height: null,
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
        await inStillChild('draw-model', work)
        return ['thumbnail.webp', 'preview.webp'].map((name) => ({
          name,
          path: join(work.folder, name),
          mimeType: 'image/webp',
        }))
      },
    },
  ],
}
