import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { GenerationFailure } from '../core/provider.ts'
import { runNodeChild } from '../sandbox/node-child.ts'

export type ChildLimits = {
  seconds: number
  /** What a failure calls the work: "setting the document". */
  work: string
  signal: AbortSignal
}

/** Where it works; without one it has a folder for as long as it runs. */
export type ChildPlace = { folder: string; programs: readonly string[] }

/** The largest draft, of 4k with five pictures of 100 million pixels, takes half of it. */
const megabytes = 2_000

/**
 * Runs a module that calls `answerParent`, and returns its answer. A process and not a thread, because native code
 * that hangs or crashes in a thread takes the server along; in the sandbox, because references come from strangers.
 */
export async function runInChild<Answer>(
  module: URL,
  input: unknown,
  limits: ChildLimits,
  place?: ChildPlace,
): Promise<Answer> {
  if (place) return run(module, input, limits, place)
  const folder = await mkdtemp(join(tmpdir(), 'dailies-child-'))
  try {
    return await run(module, input, limits, { folder, programs: [] })
  } finally {
    await rm(folder, { recursive: true, force: true, maxRetries: 5 })
  }
}

async function run<Answer>(
  module: URL,
  input: unknown,
  { seconds, work, signal }: ChildLimits,
  place: ChildPlace,
): Promise<Answer> {
  let answer: { answer: Answer } | undefined
  const ended = await runNodeChild({
    ...{ module, input, ...place, limits: { seconds, megabytes }, signal },
    onMessage(message) {
      answer = message as { answer: Answer }
    },
  })
  if (answer) return answer.answer
  signal.throwIfAborted()
  if (ended.signal) {
    const message = `The time or memory for ${work} is used up. Ask for something smaller.`
    throw new GenerationFailure('provider_failed', message, false)
  }
  throw new Error(`${work} failed: ${ended.complaint}`)
}
