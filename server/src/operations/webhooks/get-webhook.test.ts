import assert from 'node:assert/strict'
import { test } from 'node:test'
import { startWebhookWorld } from '../../events/webhooks/fixtures/webhook-world.ts'

const world = await startWebhookWorld()

test('200: the webhook as in the list; 404 after it is deleted', async () => {
  const { id } = await world.webhook('https://hooks.example.com/')
  const { status, body } = await world.call(`GET /api/webhooks/${id}`)
  assert.equal(status, 200)
  assert.deepEqual(body.data, (await world.call('GET /api/webhooks')).body.data[0])
  await world.call(`DELETE /api/webhooks/${id}`)
  assert.equal((await world.call(`GET /api/webhooks/${id}`)).status, 404)
})
