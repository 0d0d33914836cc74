// Decoders read files from strangers. Each runs in its own process, in the sandbox: a decoder that crashes,
// hangs or uses too much memory affects nothing else, and a hijacked one finds only the file and a scratch
// folder.
import { availableParallelism } from 'node:os'
import { createSlots } from '../../core/slots.ts'
import { type ChildEnd, runNodeChild } from '../../sandbox/node-child.ts'
import { MediaFailure, type MediaFailureCode, type Work } from '../processor.ts'

export type ChildInput = {
  task: string
  source: string
  folder: string
  mimeType: string
  /** The pages to draw, numbered from 1. */
  pages?: PageRange | undefined
}

export type PageRange = { first: number; last: number }

export type ChildAnswer = { done: unknown } | { failure: { code: MediaFailureCode; message: string } }

export type ChildLimits = { seconds: number; megabytes: number }

/** Limits against hostile files, far above what the stills of the test corpus need. */
export const stillLimits: ChildLimits = { seconds: 300, megabytes: 2_000 }

/** As many as there are cores, in all lanes together: more would only wait for each other. */
export const maxDecoders = availableParallelism()
/** Runs the work of a decoder when a slot is free. */
export const decoderSlot = createSlots(maxDecoders)

/** Runs a task of `decoder-child.ts` on the file of this work, when a slot is free. */
export async function runDecoder<Answer>(
  task: string,
  work: Work,
  { limits = stillLimits, pages }: { limits?: ChildLimits; pages?: PageRange } = {},
): Promise<Answer> {
  return decoderSlot(() => {
    work.signal.throwIfAborted()
    return decode<Answer>({ task, pages }, work, limits)
  })
}

async function decode<Answer>(
  { task, pages }: Pick<ChildInput, 'task' | 'pages'>,
  { source, folder, mimeType, signal, report }: Work,
  limits: ChildLimits,
): Promise<Answer> {
  const { answer, ...ended } = await runNodeChild<ChildAnswer>({
    module: new URL('./decoder-child.ts', import.meta.url),
    input: { task, source, folder, mimeType, pages } satisfies ChildInput,
    ...{ files: [source], folder, limits, signal },
    onMessage: (message) => report(Number((message as { progress?: unknown } | null)?.progress)),
  })
  if (answer && 'done' in answer) return answer.done as Answer
  if (answer && 'failure' in answer) throw new MediaFailure(answer.failure.code, answer.failure.message)
  throw childFailure(ended) ?? new Error(`${task} failed: ${ended.complaint}`)
}

/** Why a child ended without an answer, if the file is the reason. */
export function childFailure({
  signal,
  tooMuchMemory,
}: Pick<ChildEnd<unknown>, 'signal' | 'tooMuchMemory'>): MediaFailure | undefined {
  if (tooMuchMemory)
    return new MediaFailure(
      'too_large',
      'The file needs too much memory for a preview. Upload a smaller one.',
    )
  if (signal === 'SIGKILL' || signal === 'SIGXCPU')
    return new MediaFailure('took_too_long', 'Creating a preview of this file takes too long.', true)
  // A decoder crash means a hostile or broken file.
  return signal ? new MediaFailure('unreadable', 'The file is broken and cannot be shown.') : undefined
}
