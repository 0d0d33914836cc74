// TIFFs: those with several pages are documents, the others images.
import { runDecoder } from '../children/run-decoder.ts'
import type { Processor, Step } from '../processor.ts'
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
    const [thumbnail, pages] = document.steps(info)
    const [pictures] = image.steps(info)
    // The pages are shown instead of the preview, which a watermark would have to cover, too.
    const make: Step['make'] = async (work, facts) =>
      (await pictures!.make(work, facts)).filter(({ name }) => name === 'thumbnail.webp')
    return [
      { ...thumbnail!, make },
      { ...pages!, make: (work, facts) => drawPages(work, facts, 'draw-tiff') },
    ]
  },
}
