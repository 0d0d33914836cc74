// Decoders read files from strangers. Each runs in a process of its own, in the sandbox: a decoder that crashes, hangs or
// uses too much memory takes nothing with it, and a hijacked one finds only the file and a scratch folder.
import { runNodeChild } from '../../sandbox/node-child.ts'
import { MediaFailure, type MediaFailureCode, type Work } from '../processor.ts'

export type ChildInput = {
  task: string
  source: string
  folder: string
  mimeType: string
}

export type ChildAnswer = { done: unknown } | { failure: { code: MediaFailureCode; message: string } }

export type ChildLimits = { seconds: number; megabytes: number }

/** Guards against harm, far above what the stills of the test corpus take. */
export const stillLimits: ChildLimits = { seconds: 300, megabytes: 2_000 }

/** Runs a task of `decoder-child.ts` on the file of this work. */
export async function runDecoder<Answer>(
  task: string,
  { source, folder, mimeType, signal, report }: Work,
  limits: ChildLimits = stillLimits,
): Promise<Answer> {
  const { answer, ...ended } = await runNodeChild<ChildAnswer>({
    module: new URL('./decoder-child.ts', import.meta.url),
    input: { task, source, folder, mimeType } satisfies ChildInput,
    ...{ files: [source], folder, limits, signal },
    onMessage: (message) => report(Number((message as { progress?: unknown } | null)?.progress)),
  })
  if (answer && 'done' in answer) return answer.done as Answer
  signal.throwIfAborted()
  if (answer && 'failure' in answer) throw new MediaFailure(answer.failure.code, answer.failure.message)
  if (ended.tooMuchMemory)
    throw new MediaFailure('too_large', 'The file takes too much memory to show. Upload a smaller one.')
  if (ended.signal === 'SIGKILL' || ended.signal === 'SIGXCPU')
    throw new MediaFailure('took_too_long', 'The file takes too long to show.', true)
  // A decoder that crashes has met a file made to crash it, or a broken one.
  if (ended.signal) throw new MediaFailure('unreadable', 'The file is broken and cannot be shown.')
  throw new Error(`${task} failed: ${ended.complaint}`)
}
