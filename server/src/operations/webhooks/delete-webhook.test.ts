import assert from 'node:assert/strict'
import { test } from 'node:test'
import { startWebhookWorld } from '../../events/webhooks/fixtures/webhook-world.ts'

const world = await startWebhookWorld()

test('204: it is gone with its log; 404 the second time', async () => {
  const { id } = await world.webhook('https://hooks.example.com/')
  await world.happen('file.created')
  assert.equal((await world.call(`DELETE /api/webhooks/${id}`)).status, 204)
  assert.equal((await world.call(`DELETE /api/webhooks/${id}`)).status, 404)
  assert.equal((await world.call(`GET /api/webhooks/${id}/deliveries`)).status, 404)
  assert.deepEqual(await world.database.sql`select id from webhook_deliveries`, [])
})
