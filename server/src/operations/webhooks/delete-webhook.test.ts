import assert from 'node:assert/strict'
import { test } from 'node:test'
import { startWebhookWorld } from '../../events/webhooks/fixtures/webhook-world.ts'

const world = await startWebhookWorld()

test('204: the webhook is deleted with its log; a second delete returns 404', async () => {
  const { id } = await world.webhook('https://hooks.example.com/')
  await world.happen('file.created')
  assert.equal((await world.call(`DELETE /api/webhooks/${id}`)).status, 204)
  assert.equal((await world.call(`DELETE /api/webhooks/${id}`)).status, 404)
  assert.equal((await world.call(`GET /api/webhooks/${id}/deliveries`)).status, 404)
  assert.deepEqual(await world.database.sql`select id from webhook_deliveries`, [])
})

test('204: a long log and a long queue are deleted', async () => {
  const { id } = await world.webhook('https://hooks.example.com/')
  await world.database.sql`
    insert into webhook_deliveries (webhook_id, event_id, event_type, body, next_attempt_at)
    select ${id}, gen_random_uuid(), 'file.created', '{}', now() from generate_series(1, 10001)`
  assert.equal((await world.call(`PATCH /api/webhooks/${id}`, { active: false })).status, 204)
  const waiting = await world.database.sql`select id from webhook_deliveries where state = 'PENDING'`
  assert.deepEqual(waiting, [])
  assert.equal((await world.call(`DELETE /api/webhooks/${id}`)).status, 204)
  assert.deepEqual(await world.database.sql`select id from webhook_deliveries`, [])
})
