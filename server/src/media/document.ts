import { join } from 'node:path'
import { inStillChild } from './child.ts'
import type { DocumentProbe } from './document-tasks.ts'
import type { Made, Processor, Work } from './processor.ts'

export const document: Processor = {
  async probe(work) {
    const probe = await inStillChild<DocumentProbe>('probe-document', work)
    return { kind: 'DOCUMENT', ...probe, durationMs: null, frameRate: null, frames: null, hasAudio: null }
  },
  steps: () => [
    {
      name: 'thumbnail',
      weight: 0.1,
      async make(work) {
        await inStillChild('draw-cover', work)
        return [made(work, 'thumbnail.webp')]
      },
    },
    {
      name: 'pages',
      weight: 0.9,
      async make(work) {
        const pictures = await inStillChild<string[]>('draw-pages', work)
        return [...pictures.map((name) => made(work, name)), made(work, 'pages.json', 'application/json')]
      },
    },
  ],
}

function made(work: Work, name: string, mimeType = 'image/webp'): Made {
  return { name, path: join(work.folder, name), mimeType }
}
