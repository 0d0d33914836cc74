// Runs queued tasks in this process: starts graphile-worker with a heartbeat, and restarts it when it gives up.
import { EventEmitter } from 'node:events'
import { setTimeout as pause } from 'node:timers/promises'
import type { Runner, TaskList, WorkerEvents } from 'graphile-worker'
import type pg from 'pg'
import type { Logger } from 'pino'
import type { Connection } from '../core/connection.ts'
import type { Sql } from '../core/sql.ts'
import { startHeartbeat } from './heartbeat.ts'
import { createQueuePool } from './install.ts'
import type { TaskHandlers } from './tasks.ts'

export type WorkerOptions = {
  connection: Connection
  sql: Sql
  logger: Logger
  /** The worker takes tasks of these names only. */
  tasks: Partial<TaskHandlers>
  /** How many tasks run at a time in this process. */
  slots: number
}

export type TaskWorker = {
  /** Takes no more tasks and resolves when the running ones have ended. The caller signals them to stop. */
  stop(): Promise<void>
}

const restartMs = 1_000

export function startTaskWorker(options: WorkerOptions): TaskWorker {
  const { connection, logger } = options
  // One connection to listen on; the others are opened when they are needed.
  const pool = createQueuePool(connection, options.slots + 1)
  const shutdown = new AbortController()
  const ended = keepRunning(options, pool, shutdown.signal).catch((error) =>
    logger.error({ err: error }, 'the worker exited with an error'),
  )
  return {
    async stop() {
      shutdown.abort()
      await ended
      await pool.end()
    },
  }
}

/**
 * A worker that cannot record the result of a task gives up. Its other tasks may take minutes: they run on beside the
 * new worker.
 */
async function keepRunning(options: WorkerOptions, pool: pg.Pool, shutdown: AbortSignal): Promise<void> {
  const ending = new Set<Promise<void>>()
  while (!shutdown.aborted) {
    const gaveUp = Promise.withResolvers<void>()
    let error: unknown
    const ended = runUntil(options, pool, shutdown, gaveUp.resolve)
      .catch((reason) => {
        error = reason
      })
      .finally(() => ending.delete(ended))
    ending.add(ended)
    await Promise.race([ended, gaveUp.promise])
    if (shutdown.aborted) break
    options.logger.error({ err: error }, 'the worker gave up and is restarted')
    await pause(restartMs, undefined, { signal: shutdown }).catch(() => {})
  }
  await Promise.all(ending)
}

async function runUntil(
  { sql, logger, tasks, slots }: WorkerOptions,
  pool: pg.Pool,
  shutdown: AbortSignal,
  gaveUp: () => void,
): Promise<void> {
  const { Logger: QueueLogger, run } = await import('graphile-worker')
  const events: WorkerEvents = new EventEmitter()
  let stopHeartbeat = async () => {}
  let workerId = ''
  // graphile-worker locks tasks under a generated name of its pool.
  events.once('pool:create', ({ workerPool }) => {
    workerId = workerPool.id
    stopHeartbeat = startHeartbeat(sql, workerId, logger)
  })
  events.once('pool:gracefulShutdown', gaveUp)
  const write = (level: string, message: string, meta?: LogMeta) => {
    logQueue(logger, level, message)
    const unrecorded = meta?.specs?.map(({ job }) => job.id) ?? meta?.jobs?.map(({ id }) => id)
    if (meta?.fatalError && unrecorded) releaseTasks(sql, workerId, unrecorded, shutdown)
  }
  const runner = await run({
    pgPool: pool,
    taskList: taskList(tasks),
    parsedCronItems: [],
    events,
    noHandleSignals: true,
    logger: new QueueLogger(() => write),
    preset: {
      worker: {
        concurrentJobs: slots,
        pollInterval: 2_000,
        // Not to save statements: graphile-worker retries and reports a failed write of a task's result only
        // in batches.
        completeJobBatchDelay: 0,
        failJobBatchDelay: 0,
      },
    },
  })
  try {
    await Promise.race([runner.promise, stopRequested(runner, shutdown)])
  } finally {
    await stopHeartbeat().catch((error) =>
      logger.warn({ err: error }, 'the worker could not delete its heartbeat'),
    )
  }
}

/** What graphile-worker logs with a result that it could not write. */
type LogMeta = { fatalError?: unknown; specs?: { job: { id: string } }[]; jobs?: { id: string }[] }

/** Unlocks tasks whose result could not be recorded, as soon as the database answers: they run again. */
async function releaseTasks(sql: Sql, workerId: string, ids: string[], shutdown: AbortSignal): Promise<void> {
  while (!shutdown.aborted) {
    try {
      await sql`
        update graphile_worker._private_jobs set locked_by = null, locked_at = null
        where id = any(${ids}::bigint[]) and locked_by = ${workerId}`
      return
    } catch {
      await pause(restartMs, undefined, { signal: shutdown }).catch(() => {})
    }
  }
}

function taskList(handlers: Partial<TaskHandlers>): TaskList {
  // Payloads are written by `addTask` and by the database triggers, both of which have the declared types.
  const entries = Object.entries(handlers) as [string, (payload: unknown, taskId: string) => Promise<void>][]
  return Object.fromEntries(
    entries.map(([name, handle]) => [name, (payload, { job }) => handle(payload, job.id)]),
  )
}

async function stopRequested(runner: Runner, shutdown: AbortSignal): Promise<void> {
  if (!shutdown.aborted) await new Promise((done) => shutdown.addEventListener('abort', done, { once: true }))
  await runner.stop().catch(() => {})
}

/** Logs only problems of the queue itself: the handlers log what goes wrong in their tasks. */
function logQueue(logger: Logger, level: string, message: string): void {
  if (level === 'error') logger.error(message)
  else if (level === 'warning') logger.warn(message)
}
