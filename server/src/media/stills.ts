// The processors of images, documents and 3D models: a child draws, and the pipeline stores the result.
import { runDecoder } from './children/run-decoder.ts'
import type { DocumentProbe } from './document/draw-document.ts'
import { drawPages } from './document/pages.ts'
import type { ImageProbe } from './image/draw-image.ts'
import { derivative, type Processor, type Step } from './processor.ts'

/** Drawing more pages than this takes minutes. */
const manyPages = 100

/** Fields of a file that has neither a duration nor pages. */
const still = { durationMs: null, frameRate: null, frames: null, pages: null, hasAudio: null }

export const image: Processor = {
  async probe(work) {
    const probe = await runDecoder<ImageProbe>('probe-image', work)
    return { kind: 'IMAGE', ...still, ...probe }
  },
  steps: () => [imageStep('draw-image')],
}

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
      make: (work, info) => drawPages(work, info),
    },
  ],
}

export const model: Processor = {
  async probe() {
    return { kind: 'MODEL', width: null, height: null, ...still }
  },
  steps: () => [imageStep('draw-model')],
}

/** A thumbnail for lists, and a preview that every browser shows. The name of the step is stored with its results. */
function imageStep(task: 'draw-image' | 'draw-model'): Step {
  return {
    name: 'pictures',
    weight: 1,
    async make(work) {
      await runDecoder(task, work)
      return [derivative(work, 'thumbnail.webp'), derivative(work, 'preview.webp')]
    },
  }
}
