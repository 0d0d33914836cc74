// The tasks that the queue's jobs name, and how they end with the process.
import type { Task } from 'graphile-worker'
import type { Logger } from 'pino'
import type { Providers } from '../core/provider.ts'
import type { Database } from '../core/sql.ts'
import type { Storage } from '../core/storage.ts'
import type { Connection } from '../database/client.ts'
import { createKeptResults } from '../generation/kept-results.ts'
import { drop, type Endings, type Machine, step } from '../generation/state-machine.ts'
import { type Lane, type LaneSlots, laneTasks } from '../media/lanes.ts'
import { type Pipeline, processFile } from '../media/pipeline.ts'
import { sweepScratch } from '../media/scratch.ts'
import { startJobWorker } from './worker.ts'

export type WorkOptions = {
  connection: Connection
  database: Database
  storage: Storage
  providers: Providers
  logger: Logger
  /** Where paid results wait for a storage that is away. */
  resultsFolder: string
  media: Pick<Pipeline, 'findProcessor' | 'scratch' | 'space' | 'limits'> & { slots: LaneSlots }
  /** How long what cannot be handed over may go on when we are asked to end. */
  endSeconds: number
  /** To be called after a commit that may have emitted events. */
  changed: () => void
}

/** Beside all generations that may run at once: starts that find no place, and cancellations. */
const spareSlots = 4
/** Each may need a connection to the database, of which there are not many. */
const mostSlots = 30

const sweepMs = 60_000

/** Runs jobs until the returned function is called; that hands back what it can at once. */
export function startWork(options: WorkOptions): () => Promise<void> {
  const stops = [startGenerationWork(options), startMediaWork(options)]
  return async () => {
    await Promise.all(stops.map((stop) => stop()))
  }
}

function startGenerationWork({
  connection,
  endSeconds,
  changed,
  resultsFolder,
  ...services
}: WorkOptions): () => Promise<void> {
  const machine = { ...services, results: createKeptResults(resultsFolder) }
  const sweep = () =>
    machine.results
      .sweep(machine.database.sql)
      .catch((error) => machine.logger.warn({ err: error }, 'kept results could not be swept'))
  const timer = setInterval(sweep, sweepMs)
  const soon = new AbortController()
  const now = new AbortController()
  const worker = startJobWorker({
    connection,
    sql: machine.database.sql,
    logger: machine.logger,
    tasks: generationTasks(machine, { soon: soon.signal, now: now.signal }, changed, sweep),
    slots: Math.min(machine.providers.concurrency + spareSlots, mostSlots),
  })
  return async () => {
    clearInterval(timer)
    const late = setTimeout(() => now.abort(), endSeconds * 1000)
    soon.abort()
    await worker.stop()
    clearTimeout(late)
  }
}

function generationTasks(
  machine: Machine,
  endings: Endings,
  changed: () => void,
  sweep: () => Promise<void>,
): Record<string, Task> {
  // Payloads are written by our own code and by our trigger.
  return {
    async generation(payload, { job }) {
      await step(machine, payload as Parameters<typeof step>[1], job.id, endings)
      changed()
    },
    async 'drop-generation'(payload) {
      await drop(machine, payload as Parameters<typeof drop>[1], endings)
      await sweep()
    },
  }
}

/** On slots of its own, by lane: media takes the processor for minutes, where generations mostly wait. */
function startMediaWork({ connection, media, changed, ...services }: WorkOptions): () => Promise<void> {
  const { database, logger } = services
  const { slots, ...settings } = media
  const lanes = (Object.keys(laneTasks) as Lane[]).filter((lane) => slots[lane] > 0)
  if (lanes.length === 0) return async () => {}
  const soon = new AbortController()
  const sweep = () =>
    sweepScratch(database.sql, media.scratch).catch((error) =>
      logger.warn({ err: error }, 'what earlier work has left could not be removed'),
    )
  const timer = setInterval(sweep, sweepMs)
  const swept = sweep()
  const task =
    (lane: Lane): Task =>
    async (payload) => {
      const { fileId } = payload as { fileId: string }
      await processFile({ ...services, ...settings }, fileId, lane, soon.signal)
      changed()
      // What a dead worker has left of this very file goes as soon as another has taken it over.
      await sweep()
    }
  const workers = lanes.map((lane) =>
    startJobWorker({
      ...{ connection, sql: database.sql, logger, slots: slots[lane] },
      tasks: { [laneTasks[lane]]: task(lane) },
    }),
  )
  return async () => {
    clearInterval(timer)
    soon.abort()
    await Promise.all(workers.map((worker) => worker.stop()))
    await swept
  }
}
