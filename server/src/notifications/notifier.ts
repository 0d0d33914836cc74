// Turns events into notifications.
import type { Database } from '../core/sql.ts'
import { type EventFollower, type FollowerOptions, startEventFollower } from '../events/event-follower.ts'
import { notifyNext, workspacesBehind } from './notify.ts'

/** Under constant writes, the events of this time are processed together. */
const restMs = 250

type NotifierOptions = Pick<FollowerOptions, 'pollMs' | 'logger'> & { database: Database }

export function startNotifier({ database, logger, pollMs }: NotifierOptions): EventFollower {
  return startEventFollower({
    behind: () => workspacesBehind(database.sql),
    next: (workspaceId) => notifyNext(database, workspaceId),
    ...{ restMs, pollMs },
    failure: 'notifications could not be written; retrying',
    logger,
  })
}
