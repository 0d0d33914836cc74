// Turns events into notifications. Any number of processes may run it: a workspace is processed by one at a time.
import type { Logger } from 'pino'
import type { Database } from '../core/sql.ts'
import { notifyNext, workspacesBehind } from './notify.ts'

export type Notifier = {
  /** Looks for new events now. */
  wake(): void
  close(): Promise<void>
}

/** Polling finds events without a Postgres notification, and those that a crashed worker has left. */
const pollMs = 1_000

export function startNotifier({ database, logger }: { database: Database; logger: Logger }): Notifier {
  let running: Promise<void> | undefined
  let again = false
  let closed = false
  /** Log only the first failure in a row. */
  let failing = false

  async function run(): Promise<void> {
    while (again && !closed) {
      again = false
      for (const workspaceId of await workspacesBehind(database.sql)) {
        if (closed) return
        const progress = await notifyNext(database, workspaceId)
        if (progress?.full) again = true
      }
    }
  }

  function wake(): void {
    again = true
    if (closed || running) return
    running = run().then(
      () => ended(false),
      (error) => {
        if (!failing) logger.warn({ err: error }, 'notifications could not be written; retrying')
        ended(true)
      },
    )
  }

  function ended(failed: boolean): void {
    running = undefined
    failing = failed
    // Events that arrived during the last read of a successful run.
    if (again && !failed) wake()
  }

  const timer = setInterval(wake, pollMs)
  return {
    wake,
    async close() {
      closed = true
      clearInterval(timer)
      await running
    },
  }
}
