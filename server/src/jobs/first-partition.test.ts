import assert from 'node:assert/strict'
import { beforeEach, test } from 'node:test'
import { emitEvent, numberAll } from '../../test/helpers/emit-events.ts'
import { startWorld } from '../../test/worlds/world.ts'
import { deleteExpiredEvents } from './event-periods.ts'

const world = await startWorld({ env: { EVENT_RETENTION_DAYS: '7' } })
const { sql } = world.database

// The job opens a period for new events; these tests are about the first partition, whose rows are deleted one by one.
beforeEach(() => sql`alter table only events alter column period set default '-infinity'`)

async function workspaceWith(count: number, old: number): Promise<string> {
  const workspaceId = await world.workspace()
  for (let i = 0; i < count; i++) await emitEvent(sql, { workspaceId })
  await numberAll(sql)
  await sql`
    update events set created_at = now() - interval '7 days 1 minute'
    where workspace_id = ${workspaceId} and number <= ${old}`
  return workspaceId
}

async function remaining(workspaceId: string) {
  const numbers = await sql<{ number: number }>`
    select number from events where workspace_id = ${workspaceId} order by number`
  const [row] = await sql<{ forgotten: number; last: number }>`
    select forgotten_number as forgotten, last_number as last from event_counters
    where workspace_id = ${workspaceId}`
  return { numbers: numbers.map(({ number }) => number), ...row! }
}

test('events older than the retention period are deleted, and the last deleted number is recorded', async () => {
  const some = await workspaceWith(5, 3)
  const all = await workspaceWith(2, 2)
  const none = await workspaceWith(2, 0)
  await world.runJob(deleteExpiredEvents)
  assert.deepEqual(await remaining(some), { numbers: [4, 5], forgotten: 3, last: 5 })
  assert.deepEqual(await remaining(all), { numbers: [], forgotten: 2, last: 2 })
  assert.deepEqual(await remaining(none), { numbers: [1, 2], forgotten: 0, last: 2 })
  await world.runJob(deleteExpiredEvents)
  assert.deepEqual(await remaining(all), { numbers: [], forgotten: 2, last: 2 })
})

test('more events than fit into one batch are deleted', async () => {
  const workspaceId = await world.workspace()
  await sql`
    insert into outbox (workspace_id, type, audience, data, created_at)
    select ${workspaceId}, 'comment.created', 'ANYONE', '{}', now() - interval '8 days' from generate_series(1, 5001)`
  await numberAll(sql)
  await world.runJob(deleteExpiredEvents)
  assert.deepEqual(await remaining(workspaceId), { numbers: [], forgotten: 5001, last: 5001 })
})

test('an event emitted long before its commit is deleted with the events around it', async () => {
  const workspaceId = await workspaceWith(4, 0)
  await sql`
    update events set created_at = now() - interval '8 days' where workspace_id = ${workspaceId} and number = 2`
  await world.runJob(deleteExpiredEvents)
  assert.deepEqual(await remaining(workspaceId), { numbers: [3, 4], forgotten: 2, last: 4 })
})
