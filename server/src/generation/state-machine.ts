// QUEUED → STARTING → RUNNING → FETCHING → DONE | FAILED | CANCELLED. A step looks where a generation stands and takes
// it one further; whatever it does next is committed first, so that a crash at any point neither loses a job nor pays
// for it twice. A step that waits holds no worker: the next look is a job for later.
import type { Logger } from 'pino'
import { isShort } from '../core/disk-space.ts'
import {
  GenerationFailure,
  type Handle,
  type Job,
  type Output,
  type Provider,
  type Providers,
  type Started,
  TryLater,
} from '../core/provider.ts'
import type { Database } from '../core/sql.ts'
import { type Storage, StorageUnavailable } from '../core/storage.ts'
import { silentForSeconds } from '../queue/heartbeat.ts'
import { expectedExtension } from './file-name.ts'
import { fitJob } from './fit-job.ts'
import type { Attempt } from './generation-row.ts'
import { type Generation, jobOf, loadGeneration } from './generation-row.ts'
import { isKept, type KeptResults } from './kept-results.ts'
import { jobErrors } from './limit-errors.ts'
import {
  deadlineExceeded,
  notConfigured,
  notFetched,
  notStored,
  rateLimited,
  referencesUnreadable,
  refused,
  startUnknown,
} from './own-failures.ts'
import { keepOutput, storeOutput } from './store-output.ts'
import { stubbornly } from './stubbornly.ts'
import * as transitions from './transitions.ts'

export type Machine = {
  database: Database
  storage: Storage
  providers: Providers
  results: KeptResults
  logger: Logger
}

/** `soon`: we are asked to end. `now`: the time for that is over. */
export type Endings = { soon: AbortSignal; now: AbortSignal }

type Step = Machine & {
  attempt: Attempt
  jobId: string
  row: Generation
  provider: Provider
  endings: Endings
}

const mostStarts = 10
const longestWaitSeconds = 60
const spaceWaitSeconds = 30

/** `jobId` is that of the job in the queue that this step is. */
export async function step(
  machine: Machine,
  attempt: Attempt,
  jobId: string,
  endings: Endings,
): Promise<void> {
  const { database } = machine
  const row = await loadGeneration(database.sql, attempt)
  // It was deleted, cancelled or tried again: its place is another's.
  if (!row) return transitions.wake(database, attempt.provider)
  if (endings.soon.aborted) return transitions.queueStep(database.sql, attempt)
  const provider = machine.providers.named(attempt.provider)
  if (!provider) return transitions.fail(database, attempt, notConfigured(attempt.provider))
  const current: Step = { ...machine, attempt, jobId, row, provider, endings }
  if (row.state === 'QUEUED') return begin(current)
  if (row.state === 'STARTING') return resumeStart(current)
  if (row.state === 'RUNNING') return look(current)
  return fetch(current)
}

/** Tells a provider that a job of it is not wanted any more. */
export async function drop(
  { database, providers, logger }: Machine,
  { provider: name, handle }: { provider: string; handle: Handle | null },
  endings: Endings,
): Promise<void> {
  await transitions.wake(database, name)
  const provider = providers.named(name)
  if (handle !== null && !isKept(handle) && provider) await dropAt(provider, handle, endings, logger)
}

async function begin(step: Step): Promise<void> {
  const { database, storage, attempt, jobId, row, provider } = step
  // A result that cannot be stored must not be paid for: it waits in the queue until the disk has space again.
  if (storage.space && isShort(await storage.space.look())) {
    return transitions.queueStep(database.sql, attempt, spaceWaitSeconds)
  }
  let job: Job
  try {
    // Before the place is taken: from there to the provider nothing may go wrong for want of the database.
    job = await jobOf(database.sql, storage, row)
  } catch (error) {
    if (error instanceof GenerationFailure) return transitions.fail(database, attempt, error)
    throw error
  }
  // A retry may have another provider than the one that the request was checked for.
  const [problem] = jobErrors(provider, job)
  if (problem) return transitions.fail(database, attempt, refused(problem))
  const clientReference = await transitions.claim(database, attempt, provider, jobId)
  if (clientReference === undefined) return
  await start({ ...step, row: { ...row, state: 'STARTING' } }, { ...job, clientReference })
}

function start(step: Step, job: Job): Promise<void> {
  return pay(step, async (signal) => step.provider.start(await fitJob(step, job, signal), signal))
}

/** The one paid call of a start. That it may be made is committed; what it gives is committed before anything else. */
async function pay(step: Step, call: (signal: AbortSignal) => Promise<Started>): Promise<void> {
  const { database, attempt, provider, endings, logger } = step
  // What has been paid for and cannot be found again gets the time that there is.
  const ending = provider.recover ? endings.soon : endings.now
  const signal = AbortSignal.any([ending, AbortSignal.timeout(provider.deadlineSeconds * 1000)])
  let started: Started
  try {
    started = await call(signal)
  } catch (error) {
    return startFailed(step, error)
  }
  if ('output' in started) return keep(step, started.output, signal)
  const { handle } = started
  const wanted = await stubbornly(endings, () =>
    transitions.run(database, attempt, handle, provider.pollSeconds),
  )
  if (!wanted) await dropAt(provider, handle, endings, logger)
}

async function startFailed(step: Step, error: unknown): Promise<void> {
  const { database, attempt, row, provider } = step
  if (error instanceof GenerationFailure) {
    if (error.cause !== undefined) note(step, error.cause)
    return transitions.fail(database, attempt, error)
  }
  if (error instanceof StorageUnavailable) {
    if (row.queuedForADay) return transitions.fail(database, attempt, referencesUnreadable())
    return transitions.postpone(database, attempt, wait(step))
  }
  if (error instanceof TryLater) {
    if (row.tries + 1 >= mostStarts) return transitions.fail(database, attempt, rateLimited())
    // The stage before is paid for: it is looked at again, and leads here.
    if (row.handle) return transitions.lookLater(database, attempt, Math.max(error.afterSeconds, wait(step)))
    return transitions.postpone(database, attempt, Math.max(error.afterSeconds, wait(step)))
  }
  if (handsBack(step)) return transitions.handBack(database, attempt)
  note(step, error)
  if (provider.recover) return transitions.tryAgain(database, attempt, wait(step))
  return transitions.fail(database, attempt, startUnknown())
}

/** A start that was cut off: by a crash, by our own end, or on the way to the provider. */
async function resumeStart(step: Step): Promise<void> {
  const { database, storage, results, attempt, jobId, row, provider, endings, logger } = step
  if (await transitions.isStarting(database.sql, attempt, jobId)) {
    return transitions.queueStep(database.sql, attempt, silentForSeconds)
  }
  const kept = await results.find(attempt)
  if (kept) return storeKept(step, kept)
  if (!provider.recover || row.handle) return transitions.fail(database, attempt, startUnknown())
  let job: Job
  let handle: Handle | null
  try {
    job = await jobOf(database.sql, storage, row)
    handle = await provider.recover(job, endings.soon)
  } catch (error) {
    return again(step, error, startUnknown())
  }
  if (handle === null) {
    // After a crash it gets its time anew; but what was tried to the end of it is not made in time.
    if (row.late && row.tries > 0) return transitions.fail(database, attempt, deadlineExceeded())
    if (row.tries >= mostStarts) return transitions.fail(database, attempt, startUnknown())
    return start(step, job)
  }
  const wanted = await transitions.run(database, attempt, handle, provider.pollSeconds)
  if (!wanted) await dropAt(provider, handle, endings, logger)
}

async function look(step: Step): Promise<void> {
  const { database, attempt, row, provider, endings, logger } = step
  try {
    const seen = await provider.poll(row.handle!, endings.soon)
    if (seen.state === 'FAILED') return transitions.fail(database, attempt, seen.failure)
    if (seen.state === 'NEXT') return await startNext(step)
    if (seen.state === 'SUCCEEDED') {
      if (!(await transitions.startFetching(database.sql, attempt, seen.handle))) return
      return fetch({ ...step, row: { ...row, tries: 0, late: false, handle: seen.handle ?? row.handle } })
    }
    if (!row.late) return await transitions.lookAgain(database, attempt, seen, provider.pollSeconds)
  } catch (error) {
    return again(step, error, deadlineExceeded())
  }
  await dropAt(provider, row.handle!, endings, logger)
  await transitions.fail(database, attempt, deadlineExceeded())
}

async function startNext(step: Step): Promise<void> {
  const { database, attempt, jobId, row, provider } = step
  if (!(await transitions.startNext(database.sql, attempt, jobId))) return
  const handle = row.handle!
  await pay({ ...step, row: { ...row, state: 'STARTING' } }, (signal) => provider.next!(handle, signal))
}

async function fetch(step: Step): Promise<void> {
  const { results, attempt, provider, row, endings } = step
  // Other nodes can fetch from the provider, but only this one has a kept result: it may use the time for ending.
  const ending = isKept(row.handle) ? endings.now : endings.soon
  // A result that comes byte by byte would never end.
  const signal = AbortSignal.any([ending, AbortSignal.timeout(provider.deadlineSeconds * 1000)])
  try {
    const handle = row.handle!
    const output = isKept(handle) ? await results.read(attempt, handle) : await provider.fetch(handle, signal)
    await store(step, output, signal)
  } catch (error) {
    await again(step, error, isKept(row.handle) ? notStored(error) : notFetched())
  }
}

/** The answer to the paid call is the result: it goes to this node's disk before the storage can be away. */
async function keep(step: Step, output: Output, signal: AbortSignal): Promise<void> {
  const { database, results, attempt } = step
  let handle: Handle
  try {
    handle = await keepOutput(results, attempt, output, signal)
  } catch (error) {
    if (error instanceof GenerationFailure) return transitions.fail(database, attempt, error)
    note(step, error)
    return transitions.fail(database, attempt, notStored(error))
  }
  await storeKept(step, handle)
}

async function storeKept(step: Step, handle: Handle): Promise<void> {
  const { database, results, attempt, row, endings } = step
  const wanted = await stubbornly(endings, () => transitions.keepResult(database.sql, attempt, handle))
  if (!wanted) return results.remove(attempt)
  await fetch({ ...step, row: { ...row, state: 'FETCHING', tries: 0, late: false, handle } })
}

/** Stores what was made and ends the job. */
async function store(step: Step, output: Output, signal: AbortSignal): Promise<void> {
  const { database, storage, results, attempt, row, endings } = step
  const stored = await storeOutput(storage, output, row.model.outputType, signal)
  const ending = expectedExtension(row.model)
  const wanted = await stubbornly(endings, () => transitions.finish(database, attempt, stored, ending))
  if (isKept(row.handle)) await results.remove(attempt)
  if (!wanted) await storage.remove(stored.objectId)
}

/** After an error that is no news: later, until it is too late. */
async function again(step: Step, error: unknown, tooLate: GenerationFailure): Promise<void> {
  const { database, attempt, row } = step
  if (error instanceof GenerationFailure) return transitions.fail(database, attempt, error)
  if (handsBack(step)) return transitions.handBack(database, attempt)
  note(step, error)
  if (row.late) return transitions.fail(database, attempt, tooLate)
  await transitions.tryAgain(database, attempt, wait(step))
}

/** We end, and broke it off ourselves: the next worker takes it at once. */
function handsBack({ endings }: Step): boolean {
  return endings.soon.aborted
}

/** Longer from try to try. */
function wait({ provider, row }: Step): number {
  return Math.min(provider.pollSeconds * 2 ** Math.min(row.tries, 10), longestWaitSeconds)
}

async function dropAt(provider: Provider, handle: Handle, { soon }: Endings, logger: Logger): Promise<void> {
  await provider.cancel?.(handle, soon).catch((error) => {
    logger.warn({ provider: provider.name, error: error.name }, 'a generation could not be cancelled')
  })
}

/** What an error is and where it arose, without its message: that may hold a prompt, a key or a URL. */
function note({ logger, attempt, row }: Step, error: unknown): void {
  const { name = 'unknown', code: given, stack } = error as { name?: string; code?: unknown; stack?: string }
  const code = typeof given === 'string' && /^\w{1,40}$/.test(given) ? given : undefined
  const at = stack?.split('\n').filter((line) => line.startsWith('    at '))
  logger.warn({ ...attempt, state: row.state, error: name, code, at }, 'a step of a generation failed')
}
