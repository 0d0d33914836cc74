// Numbers the events of committed changes. A change does not wait for it: it only calls `changed` after its commit.
import { setTimeout as pause } from 'node:timers/promises'
import type { Logger } from 'pino'
import type { Sql } from '../core/sql.ts'

export type Numbering = {
  /** Call after a commit that may have emitted events. Returns at once; failures are retried every second. */
  changed(): void
  close(): Promise<void>
}

/** Events per transaction. All nodes wait for it, and with 50 webhooks this many events cause 12,500 deliveries. */
const batch = 250
/** A failed batch shrinks, because with many webhooks it may exceed the statement timeout; each success doubles it. */
const shrink = 10
const growth = 2
/**
 * Between two runs it rests this many times the duration of the last run, so that under constant writes it takes a quarter of
 * the time of one connection. The first event after a pause is numbered at once.
 */
const restFactor = 3
const mostRestMs = 20
/** The interval at which every node numbers the events that a crashed node has left. */
const defaultEveryMs = 1_000

export function startNumbering(sql: Sql, logger: Logger, everyMs = defaultEveryMs): Numbering {
  let running: Promise<void> | undefined
  let again = false
  let size = batch
  /** Log only the first failure in a row. */
  let failing = false
  let closed = false

  async function run(): Promise<void> {
    do {
      again = false
      const began = performance.now()
      const [numbered] = await sql<{ count: number }>`select number_events(${size}) as count`
      const isFull = numbered!.count === size
      size = Math.min(batch, size * growth)
      if (isFull) again = true
      else if (again) await pause(Math.min(mostRestMs, restFactor * (performance.now() - began)))
    } while (again)
  }

  /** A current run may have looked before this change was committed, so another one follows. */
  function changed(): void {
    again = true
    if (closed || running) return
    running = run().then(
      () => ended(false),
      (error) => {
        size = Math.max(1, Math.floor(size / shrink))
        if (!failing) logger.warn({ err: error }, 'events could not be numbered; retrying')
        ended(true)
      },
    )
  }

  function ended(failed: boolean): void {
    running = undefined
    failing = failed
  }

  const timer = setInterval(changed, everyMs)
  return {
    changed,
    async close() {
      clearInterval(timer)
      closed = true
      await running
    },
  }
}
