// Runs the jobs of the queue in this process: graphile-worker, a sign of life, and a new start when it gives up.
import { EventEmitter } from 'node:events'
import { setTimeout as pause } from 'node:timers/promises'
import type { Runner, Task, WorkerEvents } from 'graphile-worker'
import type pg from 'pg'
import type { Logger } from 'pino'
import type { Sql } from '../core/sql.ts'
import type { Connection } from '../database/client.ts'
import { startHeartbeat } from './liveness.ts'
import { createQueuePool } from './queue.ts'

export type WorkerOptions = {
  connection: Connection
  sql: Sql
  logger: Logger
  tasks: Record<string, Task>
  /** How many jobs run at a time in this process. */
  slots: number
}

export type JobWorker = {
  /** Takes no more jobs and resolves when those under way have ended: who stops it tells them to hurry. */
  stop(): Promise<void>
}

const restartMs = 1_000

export function startJobWorker(options: WorkerOptions): JobWorker {
  const { connection, logger } = options
  // One to listen on; the others are opened when they are needed.
  const pool = createQueuePool(connection, options.slots + 1)
  const ending = new AbortController()
  const ended = keepRunning(options, pool, ending.signal).catch((error) =>
    logger.error({ err: error }, 'the worker ended'),
  )
  return {
    async stop() {
      ending.abort()
      await ended
      await pool.end()
    },
  }
}

/** A worker that cannot tell the database how a job ended gives up, so that others may take its jobs over. */
async function keepRunning(options: WorkerOptions, pool: pg.Pool, ending: AbortSignal): Promise<void> {
  while (!ending.aborted) {
    const error = await runUntil(options, pool, ending).catch((reason) => reason)
    if (ending.aborted) return
    options.logger.error({ err: error }, 'the worker gave up and is started again')
    await pause(restartMs, undefined, { signal: ending }).catch(() => {})
  }
}

async function runUntil({ sql, logger, tasks, slots }: WorkerOptions, pool: pg.Pool, ending: AbortSignal) {
  const { Logger: QueueLogger, run } = await import('graphile-worker')
  const events: WorkerEvents = new EventEmitter()
  let stopHeartbeat = async () => {}
  // Jobs are locked in the name of the pool of workers, which it gives itself.
  events.once('pool:create', ({ workerPool }) => {
    stopHeartbeat = startHeartbeat(sql, workerPool.id, logger)
  })
  const runner = await run({
    pgPool: pool,
    taskList: tasks,
    parsedCronItems: [],
    events,
    noHandleSignals: true,
    logger: new QueueLogger(() => (level, message) => logQueue(logger, level, message)),
    preset: {
      worker: {
        concurrentJobs: slots,
        pollInterval: 2_000,
        // Not to save statements: only in batches are failures to write how a job ended repeated and reported.
        completeJobBatchDelay: 0,
        failJobBatchDelay: 0,
      },
    },
  })
  try {
    await Promise.race([runner.promise, stopRequested(runner, ending)])
  } finally {
    await stopHeartbeat().catch((error) => logger.warn({ err: error }, 'the worker could not sign off'))
  }
}

async function stopRequested(runner: Runner, ending: AbortSignal): Promise<void> {
  if (!ending.aborted) await new Promise((done) => ending.addEventListener('abort', done, { once: true }))
  await runner.stop().catch(() => {})
}

/** What happens in every job is of no interest; their own code says what went wrong in them. */
function logQueue(logger: Logger, level: string, message: string): void {
  if (level === 'error') logger.error(message)
  else if (level === 'warning') logger.warn(message)
}
