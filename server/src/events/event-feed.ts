import type { EventFeed } from '../core/event-feed.ts'
import { catchUp } from './catch-up.ts'
import { type Counters, readCounters } from './read-events.ts'
import { type BroadcasterOptions, createBroadcaster } from './stream-broadcaster.ts'
import type { Subscriber } from './stream-writer.ts'

/** Events for the streams of clients: missed events from the database, later ones from the broadcaster. */
export function createEventFeed(options: BroadcasterOptions): EventFeed {
  const broadcaster = createBroadcaster(options)

  async function catchUpAndJoin(subscriber: Subscriber, counters: Counters): Promise<void> {
    try {
      if (await catchUp(options, subscriber, counters)) broadcaster.join(subscriber)
      else subscriber.outlet.end()
    } catch {
      // The database is unavailable. The client reconnects with the number of the last event that it received.
      subscriber.outlet.destroy()
    }
  }

  return {
    counters: (workspaceId) => readCounters(options.sql, workspaceId),
    follow(follower, counters) {
      const subscriber: Subscriber = { ...follower, live: false }
      void catchUpAndJoin(subscriber, counters)
      return () => broadcaster.leave(subscriber)
    },
    size: broadcaster.size,
    closed: broadcaster.closed,
    close: broadcaster.close,
  }
}
