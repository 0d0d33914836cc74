import assert from 'node:assert/strict'
import { test } from 'node:test'
import { until } from '../../../test/helpers/until.ts'
import { startReceiver } from '../../events/webhooks/fixtures/receiver.ts'
import { startWebhookWorld } from '../../events/webhooks/fixtures/webhook-world.ts'

// With workers, as `npm start` runs them: they are notified of the delivery.
const world = await startWebhookWorld({ work: true })

test('202: the event arrives only at this webhook, regardless of filters, with a valid signature', async () => {
  const [receiver, other] = [await startReceiver(), await startReceiver()]
  const { id, secret } = await world.webhook(receiver.url, ['skill.deleted'])
  await world.webhook(other.url)
  const { status, body } = await world.call(`POST /api/webhooks/${id}/test`)
  assert.equal(status, 202)
  await until(() => receiver.received.length === 1)
  const [sent] = receiver.verified(secret)
  const { id: event, createdAt, ...rest } = sent!.data
  assert.equal(receiver.received[0]!.headers['webhook-id'], event)
  assert.match(createdAt, /^\d{4}-\d\d-\d\d \d\d:\d\d:\d\d\.\d{6}$/)
  assert.match(sent!.timestamp, /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/)
  assert.equal(sent!.type, 'webhook.test')
  assert.deepEqual(rest, {
    number: null,
    type: 'webhook.test',
    actor: { id: world.admin.userId, name: 'Ada', agent: false },
    project: null,
    data: { webhook: { id } },
  })
  await world.settled()
  const [delivery] = await world.log(id)
  assert.deepEqual(
    [delivery.id, delivery.event, delivery.state],
    [body.data.id, { id: event, type: 'webhook.test' }, 'DELIVERED'],
  )
  assert.equal(other.connections(), 0)
  const { body: metrics } = await world.call('GET /metrics')
  assert.match(metrics, /^dailies_webhook_delivered_total 1$/m)
})

test('409: an inactive webhook cannot be tested', async () => {
  const { id } = await world.webhook('https://hooks.example.com/')
  await world.call(`PATCH /api/webhooks/${id}`, { active: false })
  const { status, body } = await world.call(`POST /api/webhooks/${id}/test`)
  assert.deepEqual([status, body.code], [409, 'webhook_inactive'])
  assert.deepEqual(await world.log(id), [])
})

test('the event of an operation is delivered', async () => {
  const receiver = await startReceiver()
  const { secret } = await world.webhook(receiver.url, ['project.*'])
  const made = await world.call('POST /api/projects', { name: 'New', accessRange: 'ONLY_PROJECT_MEMBER' })
  await until(() => receiver.received.length === 1)
  const [sent] = receiver.verified(secret)
  assert.deepEqual([sent!.type, sent!.data.project], ['project.created', { id: made.body.data.id }])
})
