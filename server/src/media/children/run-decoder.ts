// Decoders of stills read what strangers have made. They run in a process of their own, in the sandbox: one that crashes,
// hangs or eats memory takes nothing along, and one that is taken over finds only the file and a scratch folder.
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

/** Guards against harm, far above what the stills of the corpus take. */
export const stillLimits: ChildLimits = { seconds: 300, megabytes: 2_000 }

type Message = { progress: number } | { answer: ChildAnswer }

/** Runs a task of `decoder-child.ts` on the file of this work. */
export async function inStillChild<Answer>(
  task: string,
  { source, folder, mimeType, signal, report }: Work,
  limits: ChildLimits = stillLimits,
): Promise<Answer> {
  let answer: ChildAnswer | undefined
  const ended = await runNodeChild({
    module: new URL('./decoder-child.ts', import.meta.url),
    input: { task, source, folder, mimeType } satisfies ChildInput,
    ...{ files: [source], folder, limits, signal },
    onMessage(message) {
      const said = message as Message
      if ('progress' in said) report(Number(said.progress))
      else answer = said.answer
    },
  })
  if (answer && 'done' in answer) return answer.done as Answer
  signal.throwIfAborted()
  if (answer && 'failure' in answer) throw new MediaFailure(answer.failure.code, answer.failure.message)
  if (ended.tooMuchMemory)
    throw new MediaFailure('too_large', 'It takes too much memory to show. Upload a smaller one.')
  if (ended.signal === 'SIGKILL' || ended.signal === 'SIGXCPU')
    throw new MediaFailure('took_too_long', 'It takes too long to show.', true)
  // A decoder that crashes on a file has met one that is made to crash it, or a broken one.
  if (ended.signal) throw new MediaFailure('unreadable', 'The file is broken and cannot be shown.')
  throw new Error(`${task} failed: ${ended.complaint}`)
}
