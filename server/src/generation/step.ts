// One step of a generation: its context, and how its errors are handled.
import type { Logger } from 'pino'
import { isOutage } from '../core/outage.ts'
import { GenerationFailure, type Handle, type Provider, type Providers } from '../core/provider.ts'
import type { Database } from '../core/sql.ts'
import type { Storage } from '../core/storage.ts'
import type { Attempt, Generation } from './generation-row.ts'
import type { ResultSpool } from './result-spool.ts'
import * as transitions from './transitions.ts'

export type Machine = {
  database: Database
  storage: Storage
  providers: Providers
  results: ResultSpool
  logger: Logger
}

/** `soon`: shutdown was requested. `now`: the time for an orderly shutdown is over. */
export type ShutdownSignals = { soon: AbortSignal; now: AbortSignal }

export type Step = Machine & {
  attempt: Attempt
  taskId: string
  row: Generation
  provider: Provider
  shutdown: ShutdownSignals
  /** Call it after the commit that freed the slot of a stored result. */
  freeSlot(): Promise<void>
}

const maxBackoffSeconds = 60

/**
 * Retries later after an error that says nothing about the generation; fails once the deadline has passed. Until the result is being
 * fetched, the deadline is that of the provider: an outage here does not end a generation that the provider may have finished.
 */
export async function retryOrFail(step: Step, error: unknown, tooLate: GenerationFailure): Promise<void> {
  const { database, attempt, row } = step
  if (error instanceof GenerationFailure) return transitions.fail(database, attempt, error)
  if (isShuttingDown(step)) return transitions.handBack(database, attempt)
  logError(step, error)
  const mayEnd = row.state === 'FETCHING' || !isOutage(error)
  if (row.late && mayEnd) return transitions.fail(database, attempt, tooLate)
  await transitions.retryLater(database, attempt, backoffSeconds(step))
}

/** The error is the server's own abort at shutdown: the next worker continues at once. */
export function isShuttingDown({ shutdown }: Step): boolean {
  return shutdown.soon.aborted
}

/** Doubles with each try. */
export function backoffSeconds({ provider, row }: Step): number {
  return Math.min(provider.pollSeconds * 2 ** Math.min(row.tries, 10), maxBackoffSeconds)
}

export async function cancelHandle(
  provider: Provider,
  handle: Handle,
  { soon }: ShutdownSignals,
  logger: Logger,
): Promise<void> {
  await provider.cancel?.(handle, soon).catch((error) => {
    logger.warn(
      { provider: provider.name, error: error.name },
      'failed to cancel a generation at its provider',
    )
  })
}

/**
 * Logs what the error is and where it arose, without its message, which may contain a prompt, a key or a URL.
 */
export function logError({ logger, attempt, row }: Step, error: unknown): void {
  const { name = 'unknown', code: given, stack } = error as { name?: string; code?: unknown; stack?: string }
  const code = typeof given === 'string' && /^\w{1,40}$/.test(given) ? given : undefined
  const at = stack?.split('\n').filter((line) => line.startsWith('    at '))
  logger.warn({ ...attempt, state: row.state, error: name, code, at }, 'a generation step failed')
}
