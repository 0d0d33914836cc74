import { GenerationFailure } from '../core/provider.ts'
import { runNodeChild } from '../sandbox/node-child.ts'

export type ChildLimits = {
  seconds: number
  /** The name of the work in a failure message: "typesetting the document". */
  work: string
  signal: AbortSignal
}

/** Files, programs and the folder that the child may use, beside the code of the server. */
export type ChildPlace = {
  /** The working folder. Without it the child gets a temporary folder that is deleted when the child exits. */
  folder?: string
  programs?: readonly string[]
  /** Files that the child may read. */
  files?: readonly string[]
}

/** The largest draft, in 4k with five images of 100 million pixels, takes half of it. */
const megabytes = 2_000

/**
 * Runs a module that calls `answerParent`, and returns its answer. The module runs in a process and not in a
 * thread, because native code that hangs or crashes in a thread takes the server down with it; and in the
 * sandbox, because references come from strangers.
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
  if (ended.signal) {
    const message = `The time or memory limit for ${work} was exceeded. Request something smaller.`
    throw new GenerationFailure('provider_failed', message, false)
  }
  throw new Error(`${work} failed: ${ended.complaint}`)
}
