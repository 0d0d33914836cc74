import assert from 'node:assert/strict'
import { test } from 'node:test'
import { startWebhookWorld } from '../../events/webhooks/fixtures/webhook-world.ts'

const world = await startWebhookWorld()
const { sql } = world.database

const read = async (id: string) => (await world.call(`GET /api/webhooks/${id}`)).body.data
const update = (id: string, body: object) => world.call(`PATCH /api/webhooks/${id}`, body)

test('204: given fields change, omitted fields stay', async () => {
  const { id } = await world.webhook('https://hooks.example.com/')
  const before = await read(id)
  assert.equal((await update(id, {})).status, 204)
  assert.deepEqual(await read(id), before)
  const changes = { url: 'https://other.example.com/', events: ['file.*', 'file.*'], description: 'Other' }
  assert.equal((await update(id, changes)).status, 204)
  const after = await read(id)
  assert.ok(after.updatedAt > before.updatedAt)
  const { updatedAt: _, ...rest } = after
  assert.deepEqual(rest, {
    ...{
      id,
      format: 'standard',
      active: true,
      disabledReason: null,
      owner: before.owner,
      createdAt: before.createdAt,
    },
    ...changes,
    events: ['file.*'],
  })
  await update(id, { description: null })
  assert.equal((await read(id)).description, null)
})

test('204: disabling ends pending deliveries; enabling clears the reason and starts fresh', async () => {
  const { id } = await world.webhook('https://hooks.example.com/', ['file.*'])
  await world.happen('file.created')
  await update(id, { active: false })
  assert.equal((await read(id)).active, false)
  const [ended] = await world.log(id)
  assert.deepEqual([ended.state, ended.failure, ended.nextAttemptAt], ['FAILED', 'INACTIVE', null])
  await sql`update webhooks set disabled_reason = 'GONE' where id = ${id}`
  await update(id, { description: 'Still off' })
  assert.equal((await read(id)).disabledReason, 'GONE')
  await world.happen('file.created')
  await update(id, { active: true })
  const { active, disabledReason } = await read(id)
  assert.deepEqual([active, disabledReason], [true, null])
  await world.happen('file.created')
  const states = (await world.log(id)).map(({ state }: { state: string }) => state)
  assert.deepEqual(states, ['FAILED', 'PENDING'])
})

test('400: a user name and password are allowed in the URL of an ntfy topic only; the format cannot change', async () => {
  const { id } = await world.webhook('https://hooks.example.com/', ['*'], 'slack')
  const { id: ntfy } = await world.webhook('https://ntfy.example.com/ours', ['*'], 'ntfy')
  const url = 'https://ann:secret@ntfy.example.com/ours'
  assert.equal((await update(id, { url })).status, 400)
  assert.equal((await update(ntfy, { url: 'https://ntfy.example.com/' })).status, 400)
  assert.equal((await update(ntfy, { url })).status, 204)
  assert.equal((await update(ntfy, { format: 'slack' })).status, 400)
  assert.deepEqual([(await read(ntfy)).url, (await read(ntfy)).format], [url, 'ntfy'])
})

test('400: a URL that this server does not send to; nothing changes', async () => {
  const { id } = await world.webhook('https://hooks.example.com/')
  const { status, body } = await update(id, { url: 'https://10.0.0.1/', active: false })
  assert.deepEqual([status, body.errors[0].code], [400, 'url_refused'])
  const { active, url } = await read(id)
  assert.deepEqual([active, url], [true, 'https://hooks.example.com/'])
})
