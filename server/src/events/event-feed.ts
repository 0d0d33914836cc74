import type { EventFeed } from '../core/event-feed.ts'
import type { Sql } from '../core/sql.ts'
import { catchUp } from './catch-up.ts'
import type { Subscriber } from './delivery.ts'
import type { Hub } from './hub.ts'
import { type Counters, readCounters } from './reading.ts'

/** Events for the streams of clients: those that a client missed from the database, the others from the hub. */
export function createEventFeed(sql: Sql, hub: Hub): EventFeed {
  async function catchUpAndJoin(subscriber: Subscriber, counters: Counters): Promise<void> {
    try {
      if (await catchUp(sql, subscriber, counters)) hub.join(subscriber)
      else subscriber.outlet.end()
    } catch {
      // The database is away. The client reconnects with the number of the last event that it got.
      subscriber.outlet.destroy()
    }
  }

  return {
    counters: (workspaceId) => readCounters(sql, workspaceId),
    follow(follower, counters) {
      const subscriber: Subscriber = { ...follower, live: false }
      void catchUpAndJoin(subscriber, counters)
      return () => hub.leave(subscriber)
    },
    size: hub.size,
    closed: hub.closed,
    close: hub.close,
  }
}
