// The child's side of `run-decoder.ts`: receives one task and sends one answer.
import { answerParent } from '../../sandbox/answer-parent.ts'
import { MediaFailure } from '../processor.ts'
import type { ChildAnswer, ChildInput } from './run-decoder.ts'

/** Decoders are loaded only when a task needs them. */
const tasks: Record<string, (input: ChildInput, report: (progress: number) => void) => Promise<unknown>> = {
  'probe-image': async (input) => (await import('../image/draw-image.ts')).probeImage(input),
  'draw-image': async (input) => (await import('../image/draw-image.ts')).drawImage(input),
  'probe-document': async (input) => (await import('../document/draw-document.ts')).probeDocument(input),
  'draw-cover': async (input) => (await import('../document/draw-document.ts')).drawCover(input),
  'draw-pages': async (input, report) =>
    (await import('../document/draw-document.ts')).drawPages(input, report),
  'probe-tiff': async (input) => (await import('../document/draw-tiff.ts')).probeTiff(input),
  'draw-tiff': async (input, report) => (await import('../document/draw-tiff.ts')).drawTiff(input, report),
  'draw-poster': async (input) => (await import('../video/draw-stills.ts')).drawPoster(input),
  'draw-thumbnail': async (input) => (await import('../video/draw-stills.ts')).drawThumbnail(input),
  'draw-sprite': async (input) => (await import('../video/draw-stills.ts')).drawSprite(input),
  'draw-waveform': async (input) => (await import('../video/draw-stills.ts')).drawWaveform(input),
  'measure-image': async (input) => (await import('../checks/kinds/measure-image.ts')).measureImage(input),
  'measure-document': async (input, report) =>
    (await import('../checks/kinds/measure-document.ts')).measureDocument(input, report),
  'measure-model': async (input) => (await import('../checks/kinds/measure-model.ts')).measureModel(input),
  'draw-model': async (input) => (await import('../model/draw-model.ts')).drawModel(input),
}

answerParent(async (input: ChildInput, send): Promise<ChildAnswer> => {
  try {
    const done = await tasks[input.task]!(input, (progress) => send({ progress }))
    return { done: done ?? null }
  } catch (error) {
    if (!(error instanceof MediaFailure)) throw error
    return { failure: { code: error.code, message: error.message } }
  }
})
