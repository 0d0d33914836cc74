// QUEUED → STARTING → RUNNING → FETCHING → DONE | FAILED | CANCELLED. A step reads the state of a generation
// and advances it by one; the intention is committed before each call, so that a crash at any point neither
// loses a generation nor pays for it twice. A step that waits does not hold a worker: the next poll is a
// queued task for later.
import { isShort } from '../core/disk-space.ts'
import {
  GenerationFailure,
  type GenerationRequest,
  type Handle,
  type Started,
  TryLater,
} from '../core/provider.ts'
import { StorageUnavailable } from '../core/storage.ts'
import { silentForSeconds } from '../queue/heartbeat.ts'
import { convertReferences } from './convert-references.ts'
import { fetchResult, spoolResult, storeSpooled } from './fetch-result.ts'
import {
  deadlineExceeded,
  notConfigured,
  rateLimited,
  referencesUnreadable,
  refused,
  startUnknown,
} from './generation-failures.ts'
import { type Attempt, type Generation, loadGeneration, loadRequest } from './generation-row.ts'
import { requestErrors } from './limit-errors.ts'
import { type Next, queueStep, takeNext, wakeNext } from './provider-queue.ts'
import { isSpooled } from './result-spool.ts'
import { retryWrite } from './retry-write.ts'
import {
  backoffSeconds,
  cancelHandle,
  isShuttingDown,
  logError,
  type Machine,
  retryOrFail,
  type ShutdownSignals,
  type Step,
} from './step.ts'
import * as transitions from './transitions.ts'

const maxStarts = 10
const spaceWaitSeconds = 30
/** For how long a task goes on with further generations; other processes may be idle. */
const shortMs = 1_000

/**
 * Runs the steps of a task: that of its own generation, and, while they are short, those of the generations that wait for the
 * same provider. That saves a task for each of them. `taskId` is the id of the queued task.
 */
export async function runTask(
  machine: Machine,
  attempt: Attempt,
  taskId: string,
  shutdown: ShutdownSignals,
  changed: () => void,
): Promise<void> {
  const began = performance.now()
  let current: { attempt: Attempt; row?: Generation } | undefined = { attempt }
  while (current) {
    const { provider } = current.attempt
    let next: Next | undefined
    await step(machine, current, taskId, shutdown, async () => {
      const goesOn = performance.now() - began < shortMs && !shutdown.soon.aborted
      if (goesOn) next = await takeNext(machine.database.sql, provider, taskId)
      else await wakeNext(machine.database.sql, provider)
    })
    changed()
    current = next
  }
}

async function step(
  machine: Machine,
  { attempt, row: loaded }: { attempt: Attempt; row?: Generation | undefined },
  taskId: string,
  shutdown: ShutdownSignals,
  freeSlot: () => Promise<void>,
): Promise<void> {
  const { database } = machine
  const row = loaded ?? (await loadGeneration(database.sql, attempt))
  // Deleted, cancelled or retried meanwhile: release the provider slot.
  if (!row) return wakeNext(database.sql, attempt.provider)
  if (shutdown.soon.aborted) return queueStep(database.sql, attempt)
  const provider = machine.providers.named(attempt.provider)
  if (!provider) return transitions.fail(database, attempt, notConfigured(attempt.provider))
  const current: Step = { ...machine, attempt, taskId, row, provider, shutdown, freeSlot }
  if (row.state === 'QUEUED') return startQueued(current)
  if (row.state === 'STARTING') return resumeStart(current)
  if (row.state === 'RUNNING') return poll(current)
  return fetchResult(current)
}

/** Cancels a generation at its provider after it was cancelled or deleted here. */
export async function cancelAtProvider(
  { database, providers, logger }: Machine,
  { provider: name, handle }: { provider: string; handle: Handle | null },
  shutdown: ShutdownSignals,
): Promise<void> {
  await wakeNext(database.sql, name)
  const provider = providers.named(name)
  if (handle !== null && !isSpooled(handle) && provider)
    await cancelHandle(provider, handle, shutdown, logger)
}

async function startQueued(step: Step): Promise<void> {
  const { database, storage, attempt, taskId, row, provider } = step
  // Do not pay for a result that cannot be stored: wait in the queue until the disk has space.
  if (storage.space && isShort(await storage.space.look())) {
    return queueStep(database.sql, attempt, spaceWaitSeconds)
  }
  let request: GenerationRequest
  try {
    // Load before claiming a slot: between the claim and the provider, nothing may fail because of the
    // database.
    request = await loadRequest(database.sql, storage, row)
  } catch (error) {
    if (error instanceof GenerationFailure) return transitions.fail(database, attempt, error)
    throw error
  }
  // A retry may use another provider than the one that the request was checked for.
  const [problem] = requestErrors(provider, request)
  if (problem) return transitions.fail(database, attempt, refused(problem))
  const clientReference = await transitions.claim(database.sql, attempt, provider, taskId)
  if (clientReference === undefined) return
  const confirm = () => transitions.confirm(database.sql, attempt, clientReference)
  // Cancelled, or the claim was lost in a crash of the database: nothing is paid.
  if (!(await retryWrite(step.shutdown, confirm))) return
  await start({ ...step, row: { ...row, state: 'STARTING' } }, { ...request, clientReference })
}

function start(step: Step, request: GenerationRequest): Promise<void> {
  return pay(step, async (signal) => step.provider.start(await prepareRequest(step, request, signal), signal))
}

/**
 * Returns the request with its images converted to what the provider accepts. The adjustments are committed
 * before anything is sent. Follows the rules of `Provider.start`: any error means that nothing was sent.
 */
async function prepareRequest(
  { database, attempt, provider, shutdown }: Step,
  request: GenerationRequest,
  signal: AbortSignal,
): Promise<GenerationRequest> {
  try {
    const limits = provider.limits(request.model)
    const { references, adjustments } = await convertReferences(request.references, limits, signal)
    if (adjustments.length > 0) {
      await retryWrite(shutdown, () => transitions.recordAdjustments(database.sql, attempt, adjustments))
    }
    return { ...request, references }
  } catch (error) {
    if (error instanceof GenerationFailure || error instanceof StorageUnavailable) throw error
    throw new TryLater('Nothing has been sent yet.', provider.pollSeconds)
  }
}

/**
 * Makes the one paid call of a start. The intention is committed before the call; the result is committed
 * before anything else.
 */
async function pay(step: Step, call: (signal: AbortSignal) => Promise<Started>): Promise<void> {
  const { database, attempt, provider, shutdown, logger } = step
  // A paid call whose result cannot be recovered gets all the time that the shutdown allows.
  const stop = provider.recover ? shutdown.soon : shutdown.now
  const signal = AbortSignal.any([stop, AbortSignal.timeout(Math.ceil(provider.deadlineSeconds * 1000))])
  let started: Started
  try {
    started = await call(signal)
  } catch (error) {
    return startFailed(step, error)
  }
  if ('output' in started) return spoolResult(step, started.output, signal)
  const { handle } = started
  const wanted = await retryWrite(shutdown, () =>
    transitions.run(database, attempt, handle, provider.pollSeconds),
  )
  if (!wanted) await cancelHandle(provider, handle, shutdown, logger)
}

async function startFailed(step: Step, error: unknown): Promise<void> {
  const { database, attempt, row, provider } = step
  if (error instanceof GenerationFailure) {
    if (error.cause !== undefined) logError(step, error.cause)
    return transitions.fail(database, attempt, error)
  }
  if (error instanceof StorageUnavailable) {
    if (row.queuedForADay) return transitions.fail(database, attempt, referencesUnreadable())
    return transitions.postpone(database, attempt, backoffSeconds(step))
  }
  if (error instanceof TryLater) {
    if (row.tries + 1 >= maxStarts) return transitions.fail(database, attempt, rateLimited())
    // The previous stage is paid for: poll it again, which leads back here.
    if (row.handle)
      return transitions.returnToPolling(
        database,
        attempt,
        Math.max(error.afterSeconds, backoffSeconds(step)),
      )
    return transitions.postpone(database, attempt, Math.max(error.afterSeconds, backoffSeconds(step)))
  }
  if (isShuttingDown(step)) return transitions.handBack(database, attempt)
  logError(step, error)
  if (provider.recover) return transitions.retryLater(database, attempt, backoffSeconds(step))
  return transitions.fail(database, attempt, startUnknown())
}

/** Resumes a start that was interrupted by a crash, by a shutdown, or on the way to the provider. */
async function resumeStart(step: Step): Promise<void> {
  const { database, storage, results, attempt, taskId, row, provider, shutdown, logger } = step
  if (await transitions.isStarting(database.sql, attempt, taskId)) {
    return queueStep(database.sql, attempt, silentForSeconds)
  }
  const spooled = await results.find(attempt)
  if (spooled) return storeSpooled(step, { handle: spooled })
  if (!provider.recover || row.handle) return transitions.fail(database, attempt, startUnknown())
  let request: GenerationRequest
  let handle: Handle | null
  try {
    request = await loadRequest(database.sql, storage, row)
    handle = await provider.recover(request, shutdown.soon)
  } catch (error) {
    return retryOrFail(step, error, startUnknown())
  }
  if (handle === null) {
    // A start that crashed gets a new deadline; a start that was tried until its deadline has failed.
    if (row.late && row.tries > 0) return transitions.fail(database, attempt, deadlineExceeded())
    if (row.tries >= maxStarts) return transitions.fail(database, attempt, startUnknown())
    return start(step, request)
  }
  const wanted = await transitions.run(database, attempt, handle, provider.pollSeconds)
  if (!wanted) await cancelHandle(provider, handle, shutdown, logger)
}

async function poll(step: Step): Promise<void> {
  const { database, attempt, row, provider, shutdown, logger } = step
  try {
    const seen = await provider.poll(row.handle!, shutdown.soon)
    if (seen.state === 'FAILED') return transitions.fail(database, attempt, seen.failure)
    if (seen.state === 'NEXT') return await startNext(step)
    if (seen.state === 'SUCCEEDED') {
      if (!(await transitions.startFetching(database.sql, attempt, seen.handle))) return
      return fetchResult({
        ...step,
        row: { ...row, tries: 0, late: false, handle: seen.handle ?? row.handle },
      })
    }
    if (!row.late) return await transitions.recordProgress(database, attempt, seen, provider.pollSeconds)
  } catch (error) {
    return retryOrFail(step, error, deadlineExceeded())
  }
  await cancelHandle(provider, row.handle!, shutdown, logger)
  await transitions.fail(database, attempt, deadlineExceeded())
}

async function startNext(step: Step): Promise<void> {
  const { database, attempt, taskId, row, provider } = step
  if (!(await transitions.startNext(database.sql, attempt, taskId))) return
  const handle = row.handle!
  await pay({ ...step, row: { ...row, state: 'STARTING' } }, (signal) => provider.next!(handle, signal))
}
