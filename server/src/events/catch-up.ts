// What somebody missed while they were away, a batch after the other and no faster than they take it.
import type { Sql } from '../core/sql.ts'
import { type Counters, isLost, readAfter, rolesNow } from './read-events.ts'
import { createWriter, type Subscriber, signal } from './stream-writer.ts'

/** From here on they read with the others, who then read a few events again. */
const near = 200

/** Brings a subscriber near to the end. False: the stream is over, because they may not read on, or we end. */
export async function catchUp(sql: Sql, subscriber: Subscriber, found: Counters): Promise<boolean> {
  const { outlet, workspaceId, projectId } = subscriber
  let counters = found
  while (!outlet.closed()) {
    if (isLost(subscriber.position, counters)) {
      subscriber.position = counters.last
      outlet.write(signal('reset', counters.last))
    }
    if (counters.last - subscriber.position <= near) return true
    const batch = await readAfter(sql, workspaceId, subscriber.position, projectId)
    counters = batch.counters
    if (isLost(subscriber.position, counters)) continue
    const [role] = await rolesNow(sql, [subscriber])
    if (role === undefined) return false
    const bytes = createWriter(batch.rows)(subscriber, role)
    if (bytes.length > 0) outlet.write(bytes)
    subscriber.position = batch.end
    await outlet.drained()
  }
  return false
}
