// Sends a subscriber the events that it missed, batch by batch and no faster than it reads them.
import type { Sql } from '../core/sql.ts'
import { type Counters, type CurrentRoles, isLost, readAfter } from './read-events.ts'
import { createBatchWriter, type Subscriber, signal } from './stream-writer.ts'

/** A subscriber this close to the last event joins the broadcast, whose next batch then begins at its position. */
const near = 200

/**
 * Brings a subscriber close to the last event. Returns false when the stream has ended: access was lost, or the
 * server shuts down.
 */
export async function catchUp(
  { sql, currentRoles }: { sql: Sql; currentRoles: CurrentRoles },
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
    const bytes = createBatchWriter(batch.rows)(subscriber, role)
    if (bytes.length > 0) outlet.write(bytes)
    subscriber.position = batch.end
    await outlet.drained()
  }
  return false
}
