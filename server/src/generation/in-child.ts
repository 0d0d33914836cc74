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
  const { seconds, work, signal } = limits
  const child = { module, input, ...place, limits: { seconds, megabytes }, signal }
  const { answer, ...ended } = await runNodeChild<Answer>(child)
  if (answer !== undefined) return answer
  signal.throwIfAborted()
  if (ended.signal) {
    const message = `The time or memory for ${work} is used up. Ask for something smaller.`
    throw new GenerationFailure('provider_failed', message, false)
  }
  throw new Error(`${work} failed: ${ended.complaint}`)
}
