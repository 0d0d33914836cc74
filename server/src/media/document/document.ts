import { runDecoder } from '../children/run-decoder.ts'
import type { Processor } from '../processor.ts'
import { derivative, still } from '../still-steps.ts'
import type { DocumentProbe } from './draw-document.ts'

/** Drawing more pages than this takes minutes. */
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
        return [derivative(work, 'thumbnail.webp')]
      },
    },
    {
      name: 'pages',
      weight: 0.9,
      long: pages! > manyPages,
      async make(work) {
        const images = await runDecoder<string[]>('draw-pages', work)
        return [
          ...images.map((name) => derivative(work, name)),
          derivative(work, 'pages.json', 'application/json'),
        ]
      },
    },
  ],
}
