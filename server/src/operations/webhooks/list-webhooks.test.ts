import assert from 'node:assert/strict'
import { test } from 'node:test'
import { startWebhookWorld } from '../../events/webhooks/fixtures/webhook-world.ts'

const world = await startWebhookWorld()

test('200: all webhooks of the workspace, oldest first, without secrets', async () => {
  const first = await world.webhook('https://one.example.com/', ['file.*', 'comment.created'])
  const second = await world.webhook('https://two.example.com/')
  const elsewhere = await world.person({ workspaceId: await world.workspace(), role: 'OWNER' })
  const { status, body } = await world.call('GET /api/webhooks')
  assert.equal(status, 200)
  assert.deepEqual(
    body.data.map(({ id }: { id: string }) => id),
    [first.id, second.id],
  )
  const { createdAt, updatedAt, ...rest } = body.data[0]
  assert.equal(createdAt, updatedAt)
  assert.deepEqual(rest, {
    id: first.id,
    url: 'https://one.example.com/',
    format: 'standard',
    events: ['file.*', 'comment.created'],
    description: null,
    active: true,
    disabledReason: null,
    owner: { id: world.admin.userId, name: 'Ada' },
  })
  assert.deepEqual((await world.call('GET /api/webhooks', undefined, elsewhere.key)).body.data, [])
})
