import assert from 'node:assert/strict'
import { test } from 'node:test'
import { until } from '../../../test/helpers/until.ts'
import { answer, startReceiver } from '../../events/webhooks/fixtures/receiver.ts'
import { startWebhookWorld } from '../../events/webhooks/fixtures/webhook-world.ts'

const world = await startWebhookWorld({ work: true })

const redeliver = (id: string) => world.call(`POST /api/webhook-deliveries/${id}/redeliver`)
type Delivery = { id: string; state: string; attempts: { number: number; status: number }[] }
const story = ({ state, attempts }: Delivery) => [
  state,
  ...attempts.map(({ number, status }) => [number, status]),
]

test('202: a delivered or pending event is sent again with the same body; the log keeps all attempts', async () => {
  const receiver = await startReceiver()
  const { id, secret } = await world.webhook(receiver.url, ['file.*'])
  const [event] = await world.happen('file.created')
  await world.settled()
  const [delivered] = await world.log(id)
  const { status, body } = await redeliver(delivered.id)
  assert.equal(status, 202)
  assert.deepEqual(body.data, { id: delivered.id })
  await until(() => receiver.received.length === 2)
  await world.settled()
  receiver.become(answer(500))
  await redeliver(delivered.id)
  await world.settled()
  assert.deepEqual(story((await world.log(id))[0]), ['PENDING', [1, 204], [2, 204], [3, 500]])
  receiver.become(answer(204))
  await redeliver(delivered.id)
  await world.settled()
  assert.deepEqual(story((await world.log(id))[0]), ['DELIVERED', [1, 204], [2, 204], [3, 500], [4, 204]])
  assert.equal(new Set(receiver.received.map((one) => one.body)).size, 1)
  assert.deepEqual(receiver.events(), new Set([event]))
  assert.equal(receiver.verified(secret).length, 4)
})

test('202: during an attempt, whose result is then ignored', async () => {
  const receiver = await startReceiver()
  const { id } = await world.webhook(receiver.url, ['folder.*'])
  const arrived = Promise.withResolvers<() => void>()
  receiver.become((_request, response) => arrived.resolve(() => response.writeHead(500).end()))
  await world.happen('folder.created')
  const fail = await arrived.promise
  receiver.become(answer(200))
  const [delivery] = await world.log(id)
  await redeliver(delivery.id)
  await world.settled()
  fail()
  await until(async () => (await world.log(id))[0].attempts.length === 2)
  assert.deepEqual(story((await world.log(id))[0]), ['DELIVERED', [1, 500], [2, 200]])
})

test('202: during the only concurrent attempt of a failing webhook', async () => {
  const receiver = await startReceiver(answer(500))
  const { id } = await world.webhook(receiver.url, ['version.*'])
  const [first] = await world.happen('version.created')
  await world.settled()
  const [delivery] = await world.log(id)
  assert.equal(delivery.event.id, first)
  const arrived = Promise.withResolvers<() => void>()
  receiver.become((_request, response) => arrived.resolve(() => response.writeHead(500).end()))
  await world.pass('10 seconds')
  const fail = await arrived.promise
  receiver.become(answer(200))
  await redeliver(delivery.id)
  fail()
  await until(async () => (await world.log(id))[0].attempts.length === 3)
  assert.deepEqual(story((await world.log(id))[0]), ['DELIVERED', [1, 500], [2, 500], [3, 200]])
})

test('409: an inactive webhook gets no deliveries', async () => {
  const receiver = await startReceiver()
  const { id } = await world.webhook(receiver.url, ['skill.*'])
  await world.happen('skill.created')
  await world.settled()
  await world.call(`PATCH /api/webhooks/${id}`, { active: false })
  const [delivery] = await world.log(id)
  const { status, body } = await redeliver(delivery.id)
  assert.deepEqual([status, body.code], [409, 'webhook_inactive'])
  assert.equal(receiver.received.length, 1)
})
