// Turns events into notifications.
import type { Logger } from 'pino'
import type { Database } from '../core/sql.ts'
import { type EventFollower, startEventFollower } from '../events/event-follower.ts'
import { notifyNext, workspacesBehind } from './notify.ts'

/** Under constant writes, the events of this time are processed together. */
const restMs = 250

export function startNotifier({ database, logger }: { database: Database; logger: Logger }): EventFollower {
  return startEventFollower({
    behind: () => workspacesBehind(database.sql),
    next: (workspaceId) => notifyNext(database, workspaceId),
    restMs,
    failure: 'notifications could not be written; retrying',
    logger,
  })
}
