// Turns events into notifications.
import type { Logger } from 'pino'
import type { Database } from '../core/sql.ts'
import { type EventFollower, startEventFollower } from '../events/event-follower.ts'
import { notifyNext, workspacesBehind } from './notify.ts'

export function startNotifier({ database, logger }: { database: Database; logger: Logger }): EventFollower {
  return startEventFollower({
    behind: () => workspacesBehind(database.sql),
    next: (workspaceId) => notifyNext(database, workspaceId),
    failure: 'notifications could not be written; retrying',
    logger,
  })
}
