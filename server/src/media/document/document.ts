import { runDecoder } from '../children/run-decoder.ts'
import type { Processor } from '../processor.ts'
import { made, still } from '../still-steps.ts'
import type { DocumentProbe } from './draw-document.ts'

/** More than these take minutes to draw. */
const manyPages = 100

export const document: Processor = {
  async probe(work) {
    const probe = await runDecoder<DocumentProbe>('probe-document', work)
    return { kind: 'DOCUMENT', ...still, ...probe }
  },
  steps: ({ pages }) => [
    {
      name: 'thumbnail',
      weight: 0.1,
      async make(work) {
        await runDecoder('draw-cover', work)
        return [made(work, 'thumbnail.webp')]
      },
    },
    {
      name: 'pages',
      weight: 0.9,
      long: pages! > manyPages,
      async make(work) {
        const images = await runDecoder<string[]>('draw-pages', work)
        return [...images.map((name) => made(work, name)), made(work, 'pages.json', 'application/json')]
      },
    },
  ],
}
