import type { EventFeed } from '../core/event-feed.ts'
import { createPresence, type PresenceOptions } from './presence/presence.ts'
import { type Counters, isLost, readAfter, readCounters } from './read-events.ts'
import { type BroadcasterOptions, createBroadcaster } from './stream-broadcaster.ts'
import { createBatchWriter, type Subscriber, signal } from './stream-writer.ts'

export type FeedOptions = Omit<BroadcasterOptions, 'presence'> & PresenceOptions

/** Events for the streams of clients: missed events from the database, later ones from the broadcaster. */
export function createEventFeed(options: FeedOptions): EventFeed {
  const presence = createPresence(options)
  const broadcaster = createBroadcaster({ ...options, presence })

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
    presence: presence.reports,
    size: broadcaster.size,
    closed: broadcaster.closed,
    async close() {
      await broadcaster.close()
      await presence.close()
    },
  }
}

/** A subscriber this close to the last event joins the broadcast, whose next batch then begins at its position. */
const near = 200

/**
 * Brings a subscriber close to the last event. Returns false when the stream has ended: access was lost, or the
 * server shuts down.
 */
async function catchUp(
  { sql, currentRoles, beforeSend }: Pick<BroadcasterOptions, 'sql' | 'currentRoles' | 'beforeSend'>,
  subscriber: Subscriber,
  initial: Counters,
): Promise<boolean> {
  const { outlet, workspaceId, projectId } = subscriber
  let counters = initial
  while (!outlet.closed()) {
    if (isLost(subscriber.position, counters)) {
      subscriber.position = counters.last
      outlet.write(signal('reset', counters.last))
    }
    if (counters.last - subscriber.position <= near) return true
    const batch = await readAfter(sql, workspaceId, subscriber.position, projectId)
    counters = batch.counters
    if (isLost(subscriber.position, counters)) continue
    const [role] = await currentRoles(sql, [subscriber])
    if (role === undefined) return false
    await beforeSend?.([subscriber.userId])
    const bytes = createBatchWriter(batch.rows)(subscriber, role)
    if (bytes.length > 0) outlet.write(bytes)
    subscriber.position = batch.end
    await outlet.drained()
  }
  return false
}
