// The child's side of `child.ts`: one task in, one answer out.
import { answerParent } from '../sandbox/answer-parent.ts'
import type { ChildAnswer, ChildInput } from './child.ts'
import { MediaFailure } from './processor.ts'

/** Each is loaded only when it is asked for. */
const tasks: Record<string, (input: ChildInput, report: (progress: number) => void) => Promise<unknown>> = {
  'probe-image': async (input) => (await import('./image-tasks.ts')).probeImage(input),
  'draw-image': async (input) => (await import('./image-tasks.ts')).drawImage(input),
  'probe-document': async (input) => (await import('./document-tasks.ts')).probeDocument(input),
  'draw-cover': async (input) => (await import('./document-tasks.ts')).drawCover(input),
  'draw-pages': async (input, report) => (await import('./document-tasks.ts')).drawPages(input, report),
  'draw-poster': async (input) => (await import('./film-tasks.ts')).drawPoster(input),
  'draw-thumbnail': async (input) => (await import('./film-tasks.ts')).drawThumbnail(input),
  'draw-sprite': async (input) => (await import('./film-tasks.ts')).drawSprite(input),
  'draw-waveform': async (input) => (await import('./film-tasks.ts')).drawWaveform(input),
  'draw-model': async (input) => (await import('./model-tasks.ts')).drawModel(input),
}

answerParent(async (input: ChildInput, tell): Promise<ChildAnswer> => {
  try {
    const done = await tasks[input.task]!(input, (progress) => tell({ progress }))
    return { done: done ?? null }
  } catch (error) {
    if (!(error instanceof MediaFailure)) throw error
    return { failure: { code: error.code, message: error.message } }
  }
})
