// The child's side of `child.ts`: one task in, one answer out.
import type { ChildInput, ChildMessage } from './child.ts'
import { MediaFailure } from './processor.ts'

/** Each is loaded only when it is asked for. */
const tasks: Record<string, (input: ChildInput, report: (progress: number) => void) => Promise<unknown>> = {
  'probe-image': async (input) => (await import('./image-tasks.ts')).probeImage(input),
  'draw-image': async (input) => (await import('./image-tasks.ts')).drawImage(input),
  'probe-document': async (input) => (await import('./document-tasks.ts')).probeDocument(input),
  'draw-cover': async (input) => (await import('./document-tasks.ts')).drawCover(input),
  'draw-pages': async (input, report) => (await import('./document-tasks.ts')).drawPages(input, report),
  'draw-model': async (input) => (await import('./model-tasks.ts')).drawModel(input),
}

// Nobody waits for the answer any more.
process.once('disconnect', () => process.exit())

process.once('message', async (input: ChildInput) => {
  const message = await run(input)
  process.send?.(message, undefined, undefined, () => process.disconnect?.())
})

async function run(input: ChildInput): Promise<ChildMessage> {
  try {
    const answer = await tasks[input.task]!(input, (progress) => void process.send?.({ progress }))
    return { answer: answer ?? null }
  } catch (error) {
    if (!(error instanceof MediaFailure)) throw error
    return { failure: { code: error.code, message: error.message } }
  }
}
