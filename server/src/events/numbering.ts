// Changes get their numbers after they are committed: whoever has made one says so here, and nobody waits for it.
import type { Logger } from 'pino'
import type { Sql } from '../core/sql.ts'

export type Numbering = {
  /** Something may have been told. Returns at once; what fails is tried again by the clock. */
  changed(): void
  close(): Promise<void>
}

/** At most so many in one transaction: everybody waits for it, and with 50 webhooks it makes 12,500 deliveries. */
const batch = 250
/** After a failure fewer: with many webhooks it may be more than a statement has time for. Then more with each that works. */
const shrink = 10
const growth = 2
/** What a node that died has left is numbered by the others, this often. */
const everyMs = 1_000

export function startNumbering(sql: Sql, logger: Logger): Numbering {
  let running: Promise<void> | undefined
  let again = false
  let most = batch
  /** Said once, until it works again. */
  let failing = false
  let closed = false

  async function run(): Promise<void> {
    do {
      again = false
      const [numbered] = await sql<{ count: number }>`
        select number_events(${most}) as count where exists (select from outbox)`
      if (numbered?.count === most) again = true
      most = Math.min(batch, most * growth)
    } while (again)
  }

  /** A run under way may have looked before the change was committed, so that one more follows. */
  function changed(): void {
    again = true
    if (closed || running) return
    running = run().then(
      () => ended(false),
      (error) => {
        most = Math.max(1, Math.floor(most / shrink))
        if (!failing) logger.warn({ err: error }, 'events cannot be numbered now; it is tried again')
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
