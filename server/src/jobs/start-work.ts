// The tasks that the queue's jobs name, and how they end with the process.
import type { Task } from 'graphile-worker'
import type { Logger } from 'pino'
import type { Providers } from '../core/provider.ts'
import type { Database } from '../core/sql.ts'
import type { Storage } from '../core/storage.ts'
import type { Connection } from '../database/client.ts'
import { drop, type Endings, type Machine, step } from '../generation/state-machine.ts'
import { startJobWorker } from './worker.ts'

export type WorkOptions = {
  connection: Connection
  database: Database
  storage: Storage
  providers: Providers
  logger: Logger
  /** How long what cannot be handed over may go on when we are asked to end. */
  endSeconds: number
  /** To be called after a commit that may have told of a change. */
  changed: () => void
}

/** Beside all generations that may run at once: starts that find no place, and cancellations. */
const spareSlots = 4
/** Each may need a connection to the database, of which there are not many. */
const mostSlots = 30

/** Runs jobs until the returned function is called; that hands back what it can at once. */
export function startWork({ connection, endSeconds, changed, ...machine }: WorkOptions): () => Promise<void> {
  const soon = new AbortController()
  const now = new AbortController()
  const worker = startJobWorker({
    connection,
    sql: machine.database.sql,
    logger: machine.logger,
    tasks: generationTasks(machine, { soon: soon.signal, now: now.signal }, changed),
    slots: Math.min(machine.providers.concurrency + spareSlots, mostSlots),
  })
  return async () => {
    const timer = setTimeout(() => now.abort(), endSeconds * 1000)
    soon.abort()
    await worker.stop()
    clearTimeout(timer)
  }
}

function generationTasks(machine: Machine, endings: Endings, changed: () => void): Record<string, Task> {
  // Payloads are written by our own code and by our trigger.
  return {
    async generation(payload, { job }) {
      await step(machine, payload as Parameters<typeof step>[1], job.id, endings)
      changed()
    },
    'drop-generation': (payload) => drop(machine, payload as Parameters<typeof drop>[1], endings),
  }
}
