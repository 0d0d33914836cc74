// Runs queued tasks in this process: starts graphile-worker with a heartbeat, and restarts it when it gives up.
import { EventEmitter } from 'node:events'
import { setTimeout as pause } from 'node:timers/promises'
import type { Runner, TaskList, WorkerEvents, WorkerPool } from 'graphile-worker'
import type { Logger } from 'pino'
import type { Connection } from '../core/connection.ts'
import type { Sql } from '../core/sql.ts'
import { startHeartbeat } from './heartbeat.ts'
import { closeQueuePool, createQueuePool, destroyConnections } from './install.ts'
import type { TaskHandlers } from './tasks.ts'

export type WorkerOptions = {
  connection: Connection
  sql: Sql
  logger: Logger
  /** The worker takes tasks of these names only. */
  tasks: Partial<TaskHandlers>
  /** How many tasks run at a time in this process. */
  slots: number
  /** Takes several tasks with one statement. For short tasks only: some may wait in a process whose slots are taken. */
  batches?: boolean
  /** How often to look for tasks that were added for a later time; nothing notifies of these. Default: 2 s. */
  pollMs?: number | undefined
  /** Restarts the worker when a slot was free for so long and no look for tasks came to an end. Default: 15 s. */
  patienceMs?: number
  /** The interval of the heartbeats. Default: 1 s. */
  heartbeatMs?: number
  /** The wait before a worker that gave up is restarted, and before a statement that failed is repeated. Default: 1 s. */
  restartMs?: number
}

export type TaskWorker = {
  /** Takes no more tasks and resolves when the running ones have ended. The caller signals them to stop. */
  stop(): Promise<void>
}

const defaultRestartMs = 1_000
const defaultPollMs = 2_000
const defaultPatienceMs = 15_000
/** The patience is counted in so many steps: a process that stood still has not waited. */
const patienceSteps = 15
/** How long a task of a batch waits for a slot before it is handed back for other processes. */
const batchWaitMs = 1_000
/** The result of a task is recorded within this time after its end. */
const recordedMs = 5_000
/**
 * Every worker is notified of every task, mostly of another's. It looks for its own so much later: the request that has added the
 * task is answered first, and further notifications are included.
 */
const notifiedMs = 25

export function startTaskWorker(options: WorkerOptions): TaskWorker {
  const shutdown = new AbortController()
  const ended = keepRunning(options, shutdown.signal).catch((error) =>
    options.logger.error({ err: error }, 'the worker exited with an error'),
  )
  return {
    async stop() {
      shutdown.abort()
      await ended
    },
  }
}

/**
 * A worker gives up when it cannot record the result of a task, or cannot look for tasks. Its other tasks may take
 * minutes: they run on beside the new worker.
 */
async function keepRunning(options: WorkerOptions, shutdown: AbortSignal): Promise<void> {
  const { restartMs = defaultRestartMs } = options
  const ending = new Set<Promise<void>>()
  while (!shutdown.aborted) {
    const gaveUp = Promise.withResolvers<void>()
    let error: unknown
    const ended = runUntil(options, shutdown, gaveUp)
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
  {
    connection,
    sql,
    logger,
    tasks,
    slots,
    batches = false,
    pollMs = defaultPollMs,
    patienceMs = defaultPatienceMs,
    heartbeatMs,
    restartMs = defaultRestartMs,
  }: WorkerOptions,
  shutdown: AbortSignal,
  gaveUp: PromiseWithResolvers<void>,
): Promise<void> {
  const { Logger: QueueLogger, run } = await import('graphile-worker')
  // One connection to listen on; the others are opened when they are needed.
  const pool = createQueuePool(connection, slots + 1)
  const events: WorkerEvents = new EventEmitter()
  const { taskList, running, count, idle } = countTasks(tasks)
  let stopHeartbeat = async () => {}
  let workerId = ''
  // graphile-worker locks tasks under a generated name of its pool.
  events.once('pool:create', ({ workerPool }) => {
    workerId = workerPool.id
    if (!batches) mergeNotifications(workerPool)
    // A connection that the network has dropped, without a word to either end, would wait for a quarter of an hour.
    const onFailure = () => destroyConnections(pool)
    stopHeartbeat = startHeartbeat(sql, { workerId, logger, running, onFailure, everyMs: heartbeatMs })
  })
  events.once('pool:gracefulShutdown', () => {
    if (!shutdown.aborted) gaveUp.resolve()
  })
  const write = (level: string, message: string, meta?: LogMeta) => {
    logQueue(logger, level, message)
    const unrecorded = meta?.specs?.map(({ job }) => job.id) ?? meta?.jobs?.map(({ id }) => id)
    if (meta?.fatalError && unrecorded) releaseTasks(unrecorded, { sql, workerId, restartMs, shutdown })
  }
  const silent = Promise.withResolvers<void>()
  const stopWatch = watchForLooks(events, {
    patienceMs,
    hasFreeSlot: () => count() < slots,
    onSilence() {
      logger.error(`the worker could not look for tasks for ${patienceMs / 1000} s`)
      destroyConnections(pool)
      silent.resolve()
      gaveUp.resolve()
    },
  })
  try {
    const runner = await run({
      pgPool: pool,
      taskList,
      parsedCronItems: [],
      events,
      noHandleSignals: true,
      logger: new QueueLogger(() => write),
      preset: {
        worker: {
          concurrentJobs: slots,
          pollInterval: pollMs,
          ...(batches && { localQueue: { size: slots, ttl: batchWaitMs } }),
          // Not to save statements: graphile-worker retries and reports a failed write of a task's result only
          // in batches.
          completeJobBatchDelay: 0,
          failJobBatchDelay: 0,
        },
      },
    })
    void silent.promise.then(() => runner.stop()).catch(() => {})
    // After it gave up, its own end is not reliable: a failing database may keep it waiting for ever.
    const drained = gaveUp.promise.then(idle).then(() => pause(restartMs))
    await Promise.race([runner.promise, stopRequested(runner, shutdown), drained])
  } finally {
    stopWatch()
    await stopHeartbeat().catch((error) =>
      logger.warn({ err: error }, 'the worker could not delete its heartbeat'),
    )
    await closeQueuePool(pool)
  }
}

/** Looks for tasks once for all notifications that arrive within a short time. */
function mergeNotifications(workerPool: WorkerPool): void {
  const nudge = workerPool.nudge.bind(workerPool)
  let most = 0
  const look = () => {
    if (!workerPool._shuttingDown) nudge(most)
    most = 0
  }
  workerPool.nudge = (count) => {
    if (most === 0) setTimeout(look, notifiedMs).unref()
    most = Math.max(most, count)
  }
}

type Watch = { patienceMs: number; hasFreeSlot(): boolean; onSilence(): void }

/**
 * graphile-worker never gives up looking for tasks, and some of its looks can never succeed: it keeps an error of its first
 * statement for every later look, sleeps for up to two minutes after some network errors, and waits for ever for an answer on a
 * connection that the network has dropped.
 */
function watchForLooks(events: WorkerEvents, { patienceMs, hasFreeSlot, onSilence }: Watch): () => void {
  let steps = 0
  const looked = () => {
    steps = 0
  }
  events.on('worker:getJob:empty', looked)
  events.on('job:start', looked)
  events.on('localQueue:getJobs:complete', looked)
  const timer = setInterval(() => {
    steps = hasFreeSlot() ? steps + 1 : 0
    if (steps < patienceSteps) return
    clearInterval(timer)
    onSilence()
  }, patienceMs / patienceSteps)
  return () => clearInterval(timer)
}

/** The details that graphile-worker logs with a result that it could not write. */
type LogMeta = { fatalError?: unknown; specs?: { job: { id: string } }[]; jobs?: { id: string }[] }

type ReleaseOptions = { sql: Sql; workerId: string; restartMs: number; shutdown: AbortSignal }

/** Unlocks tasks whose result could not be recorded, as soon as the database answers: they run again. */
async function releaseTasks(
  ids: string[],
  { sql, workerId, restartMs, shutdown }: ReleaseOptions,
): Promise<void> {
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

/** The handlers for graphile-worker, the tasks that they run, how many these are, and a promise that none of them runs. */
function countTasks(handlers: Partial<TaskHandlers>) {
  // Payloads are written by `addTask` and by the database triggers, both of which have the declared types.
  const entries = Object.entries(handlers) as [string, (payload: unknown, taskId: string) => Promise<void>][]
  const works = new Set<Promise<void>>()
  const ids = new Set<string>()
  const counted = (handle: (payload: unknown, taskId: string) => Promise<void>): TaskList[string] => {
    return async (payload, { job: { id } }) => {
      ids.add(id)
      const work = handle(payload, id).finally(() => {
        works.delete(work)
        setTimeout(() => ids.delete(id), recordedMs).unref()
      })
      works.add(work)
      await work
    }
  }
  const taskList: TaskList = Object.fromEntries(entries.map(([name, handle]) => [name, counted(handle)]))
  return {
    taskList,
    running: () => [...ids],
    count: () => works.size,
    async idle() {
      while (works.size > 0) await Promise.allSettled(works)
    },
  }
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
