import assert from 'node:assert/strict'
import { test } from 'node:test'
import { newWebhook, newWebhookDelivery } from '../../test/worlds/samples.ts'
import { startWorld } from '../../test/worlds/world.ts'
import { deleteExpiredDeliveries } from './delete-expired.ts'

const world = await startWorld({ env: { EVENT_RETENTION_DAYS: '7' } })
const { sql } = world.database

test('deliveries older than the retention period are deleted with their attempts; pending and redelivered ones stay', async () => {
  const { id: projectId, owner } = await world.project()
  const webhookId = await newWebhook(world, projectId, owner)
  const delivery = async (created: string, ended: string | null) => {
    const id = await newWebhookDelivery(world, webhookId)
    await sql`
      update webhook_deliveries set created_at = now() - ${created}::interval,
        state = case when ${ended === null} then 'PENDING' else 'DELIVERED' end,
        next_attempt_at = case when ${ended === null} then now() end, ended_at = now() - ${ended}::interval
      where id = ${id}`
    return id
  }
  await delivery('8 days', '7 days 1 minute')
  const remaining = [
    await delivery('8 days', '6 days'),
    await delivery('6 days', '6 days'),
    await delivery('8 days', null),
  ]
  await world.runJob(deleteExpiredDeliveries)
  const left = await sql<{ id: string }>`select id from webhook_deliveries order by id`
  assert.deepEqual(
    left.map(({ id }) => id),
    remaining,
  )
  const attempts = await sql`select distinct delivery_id from webhook_attempts`
  assert.equal(attempts.length, 3)
})
