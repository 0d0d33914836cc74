// The last steps of a generation: fetch the result and store it. It is paid for, so errors are retried until the deadline.
import { GenerationFailure, type Output } from '../core/provider.ts'
import { expectedExtension } from './file-name.ts'
import { notFetched, notStored } from './generation-failures.ts'
import { isSpooled, type Spooled } from './result-spool.ts'
import { retryWrite } from './retry-write.ts'
import { logError, retryOrFail, type Step } from './step.ts'
import { spoolOutput, storeOutput } from './store-output.ts'
import * as transitions from './transitions.ts'

/** A result that has just been spooled. */
type Fresh = {
  /** From memory, if it is small. */
  output: Output | undefined
  /** Records where the result is, unless that has begun; returns whether the generation still wants it. */
  record: () => Promise<boolean>
  /** Known before the generation ends. */
  recording: Promise<boolean> | undefined
}

export async function fetchResult(step: Step, fresh?: Fresh): Promise<void> {
  const { results, attempt, provider, row, shutdown } = step
  const handle = row.handle!
  // Other nodes can fetch from the provider, but only this node has a spooled result, so it may use the whole
  // shutdown period.
  const stop = isSpooled(handle) ? shutdown.now : shutdown.soon
  // Without this timeout, a result that trickles in byte by byte would never end.
  const signal = AbortSignal.any([stop, AbortSignal.timeout(Math.ceil(provider.deadlineSeconds * 1000))])
  try {
    const output = isSpooled(handle)
      ? (fresh?.output ?? (await results.read(attempt, handle)))
      : await provider.fetch(handle, signal)
    await store(step, output, signal, fresh?.recording)
  } catch (error) {
    if (fresh && !(await fresh.record())) return results.remove(attempt, handle)
    // It may wait here for a day.
    if (isSpooled(handle)) await results.flush(attempt, handle).catch(() => {})
    await retryOrFail(step, error, isSpooled(handle) ? notStored(error) : notFetched())
  }
}

/**
 * The response to the paid call is the result: write it to this node's disk before the storage, which may be
 * unavailable.
 */
export async function spoolResult(step: Step, output: Output, signal: AbortSignal): Promise<void> {
  const { database, results, attempt } = step
  let spooled: Spooled
  try {
    spooled = await spoolOutput(results, attempt, output, signal)
  } catch (error) {
    if (error instanceof GenerationFailure) return transitions.fail(database, attempt, error)
    logError(step, error)
    return transitions.fail(database, attempt, notStored(error))
  }
  await storeSpooled(step, spooled)
}

/**
 * Stores a spooled result. A bucket may take minutes, so the database records meanwhile where the result is, and the spool is
 * flushed. A storage on disk has a small result, flushed, before the record would be made: then the record is left out, unless
 * storing fails. A node that is killed before the end finds the result in its spool.
 */
export async function storeSpooled(step: Step, { handle, output }: Spooled): Promise<void> {
  const { database, storage, results, attempt, row, shutdown } = step
  const isBucket = storage.space === undefined
  let recording: Promise<boolean> | undefined
  const record = () => {
    recording ??= Promise.all([
      retryWrite(shutdown, () => transitions.recordSpooled(database.sql, attempt, handle)),
      isBucket && results.flush(attempt, handle),
    ]).then(([wanted]) => wanted)
    return recording
  }
  // The end of the step throws its error; until then it must not count as unhandled.
  if (isBucket || !output) record().catch(() => {})
  const fetching = { ...row, state: 'FETCHING', tries: 0, late: false, handle } as const
  await fetchResult({ ...step, row: fetching }, { output, record, recording })
}

/** Stores the output and completes the generation. */
async function store(
  step: Step,
  output: Output,
  signal: AbortSignal,
  recording: Promise<boolean> | undefined,
): Promise<void> {
  const { database, storage, results, attempt, row, shutdown } = step
  const stored = await storeOutput(storage, output, row.model.outputType, signal)
  await recording
  const extension = expectedExtension(row.model)
  const finish = () => transitions.finish(database.sql, attempt, stored, extension)
  const wanted = await retryWrite(shutdown, finish)
  await Promise.all([
    step.freeSlot(),
    ...(isSpooled(row.handle) ? [results.remove(attempt, row.handle!)] : []),
    ...(wanted ? [] : [storage.remove(stored.objectId)]),
  ])
}
