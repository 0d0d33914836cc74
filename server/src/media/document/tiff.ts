// TIFFs: those with several pages are documents, the others images.
import { runDecoder } from '../children/run-decoder.ts'
import type { Processor } from '../processor.ts'
import { document, image } from '../stills.ts'
import type { TiffProbe } from './draw-tiff.ts'
import { drawPages } from './pages.ts'

export const tiff: Processor = {
  async probe(work) {
    const { pages, ...probe } = await runDecoder<TiffProbe>('probe-tiff', work)
    const still = { durationMs: null, frameRate: null, frames: null, hasAudio: null }
    return pages > 1
      ? { kind: 'DOCUMENT', ...still, ...probe, pages }
      : { kind: 'IMAGE', ...still, ...probe, pages: null }
  },
  steps: (info) => {
    if (info.kind === 'IMAGE') return image.steps(info)
    const [, pages] = document.steps(info)
    return [...image.steps(info), { ...pages!, make: (work, facts) => drawPages(work, facts, 'draw-tiff') }]
  },
}
