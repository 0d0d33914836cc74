// Follows the numbered events of all workspaces, each from its stored position. Any number of processes may run it: a workspace
// is processed by one at a time.
import { setTimeout as pause } from 'node:timers/promises'
import type { Logger } from 'pino'
import { type Sql, verbatim } from '../core/sql.ts'

export type EventFollower = {
  /** Looks for new events now. */
  wake(): void
  close(): Promise<void>
}

export type FollowerOptions = {
  /** Workspaces with events that are not processed yet. */
  behind(): Promise<string[]>
  /** Processes the next events of a workspace; `full` when more may wait, undefined while another process does it. */
  next(workspaceId: string): Promise<{ full: boolean } | undefined>
  /** The rest after a run that has reached the end, so that many events are processed together. Default: none. */
  restMs?: number
  /** How often it looks for events without a notification. Default: 1 s. */
  pollMs?: number | undefined
  /** Logged with the first failure in a row. */
  failure: string
  logger: Logger
}

/** Polling finds events without a Postgres notification, and those that a crashed worker has left. */
const defaultPollMs = 1_000

export function startEventFollower(options: FollowerOptions): EventFollower {
  const { behind, next, restMs = 0, pollMs = defaultPollMs, failure, logger } = options
  const closing = new AbortController()
  const { signal } = closing
  let running: Promise<void> | undefined
  let again = false
  let failing = false

  async function run(): Promise<void> {
    while (again && !signal.aborted) {
      again = false
      for (const workspaceId of await behind()) {
        if (signal.aborted) return
        const progress = await next(workspaceId)
        if (progress?.full) again = true
      }
      if (!again && restMs > 0) await pause(restMs, undefined, { signal }).catch(() => {})
    }
  }

  function wake(): void {
    again = true
    if (signal.aborted || running) return
    running = run().then(
      () => ended(false),
      (error) => {
        if (!failing) logger.warn({ err: error }, failure)
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
      closing.abort()
      clearInterval(timer)
      await running
    },
  }
}

/** Workspaces with events after the number that a table of positions has for them; a workspace without a row begins at 0. */
export async function workspacesAfter(sql: Sql, positions: string): Promise<string[]> {
  const rows = await sql<{ id: string }>`
    select c.workspace_id as id from event_counters c
    left join ${verbatim(positions)} position on position.workspace_id = c.workspace_id
    where c.last_number > coalesce(position.number, 0)
    limit 100`
  return rows.map(({ id }) => id)
}
