// The last steps of a generation: fetch the result and store it. It is paid for, so errors are retried until the deadline.
import { GenerationFailure, type Handle, type Output } from '../core/provider.ts'
import { expectedExtension } from './file-name.ts'
import { notFetched, notStored } from './generation-failures.ts'
import { isSpooled } from './result-spool.ts'
import { retryWrite } from './retry-write.ts'
import { logError, retryOrFail, type Step } from './step.ts'
import { spoolOutput, storeOutput } from './store-output.ts'
import * as transitions from './transitions.ts'

/** `recorded`: whether the generation still wants its spooled result; known before it ends. */
export async function fetchResult(step: Step, recorded = Promise.resolve(true)): Promise<void> {
  const { results, attempt, provider, row, shutdown } = step
  // Other nodes can fetch from the provider, but only this node has a spooled result, so it may use the whole
  // shutdown period.
  const stop = isSpooled(row.handle) ? shutdown.now : shutdown.soon
  // Without this timeout, a result that trickles in byte by byte would never end.
  const signal = AbortSignal.any([stop, AbortSignal.timeout(Math.ceil(provider.deadlineSeconds * 1000))])
  try {
    const handle = row.handle!
    const output = isSpooled(handle)
      ? await results.read(attempt, handle)
      : await provider.fetch(handle, signal)
    await store(step, output, signal, recorded)
  } catch (error) {
    if (!(await recorded)) return results.remove(attempt, row.handle!)
    // It may wait here for a day.
    if (isSpooled(row.handle)) await results.flush(attempt, row.handle!).catch(() => {})
    await retryOrFail(step, error, isSpooled(row.handle) ? notStored(error) : notFetched())
  }
}

/**
 * The response to the paid call is the result: write it to this node's disk before the storage, which may be
 * unavailable.
 */
export async function spoolResult(step: Step, output: Output, signal: AbortSignal): Promise<void> {
  const { database, results, attempt } = step
  let handle: Handle
  try {
    handle = await spoolOutput(results, attempt, output, signal)
  } catch (error) {
    if (error instanceof GenerationFailure) return transitions.fail(database, attempt, error)
    logError(step, error)
    return transitions.fail(database, attempt, notStored(error))
  }
  await storeSpooled(step, handle)
}

/**
 * Stores a spooled result, and records meanwhile where it is. A bucket may take minutes, so the spool is flushed as well; a
 * storage on disk flushes the object at once.
 */
export async function storeSpooled(step: Step, handle: Handle): Promise<void> {
  const { database, storage, results, attempt, row, shutdown } = step
  const recorded = Promise.all([
    retryWrite(shutdown, () => transitions.recordSpooled(database.sql, attempt, handle)),
    storage.space === undefined && results.flush(attempt, handle),
  ]).then(([wanted]) => wanted)
  // The end of the step throws its error; until then it must not count as unhandled.
  recorded.catch(() => {})
  await fetchResult({ ...step, row: { ...row, state: 'FETCHING', tries: 0, late: false, handle } }, recorded)
}

/** Stores the output and completes the generation. */
async function store(
  step: Step,
  output: Output,
  signal: AbortSignal,
  recorded: Promise<boolean>,
): Promise<void> {
  const { database, storage, results, attempt, row, shutdown } = step
  const stored = await storeOutput(storage, output, row.model.outputType, signal)
  await recorded
  const extension = expectedExtension(row.model)
  const finish = () => transitions.finish(database.sql, attempt, stored, extension)
  const wanted = await retryWrite(shutdown, finish)
  await Promise.all([
    step.freeSlot(),
    ...(isSpooled(row.handle) ? [results.remove(attempt, row.handle!)] : []),
    ...(wanted ? [] : [storage.remove(stored.objectId)]),
  ])
}
