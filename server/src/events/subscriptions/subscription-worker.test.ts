import assert from 'node:assert/strict'
import { test } from 'node:test'
import { until } from '../../../test/helpers/until.ts'
import { deleteExpiredSubscriptions } from '../../jobs/delete-expired.ts'
import { answer, type Received } from '../webhooks/fixtures/receiver.ts'
import { newSecret, startEndpoint, startSubscriptionWorld } from './fixtures/subscription-world.ts'
import { retryDelays } from './subscription-worker.ts'

const world = await startSubscriptionWorld()
const { sql } = world.database
const worker = world.newWorker()
const name = 'comment.created'

const ids = (received: readonly Received[]) =>
  received.map(({ headers }) => headers['webhook-id']!).filter((id) => !id.startsWith('msg_'))

async function watched(behaviour?: Parameters<typeof startEndpoint>[0]) {
  const { id, owner } = await world.project({ name: 'Teaser' })
  const endpoint = await startEndpoint(behaviour)
  const params = { name, arguments: { projectId: id }, delivery: endpoint.delivery }
  const granted = await world.subscribe(owner.key, params)
  const comment = () => world.comment(owner.key, id)
  return { id, owner, endpoint, params, granted, comment }
}

test('events arrive in their order, signed with the secret of the client, until it unsubscribes', async () => {
  const { id, owner, endpoint, params, granted, comment } = await watched()
  const hours = (Date.parse(granted.refreshBefore) - Date.now()) / 3_600_000
  assert.ok(hours > 23.9 && hours <= 24, granted.refreshBefore)
  assert.deepEqual([granted.truncated, granted.deliveryStatus], [false, undefined])
  const [challenge] = endpoint.received
  assert.match(challenge!.headers['webhook-id']!, /^msg_verification_\w{20}$/)
  assert.equal(challenge!.headers['x-mcp-subscription-id'], granted.id)

  const comments = [await comment(), await comment(), await comment()]
  await world.comment(owner.key, (await world.project({ owner })).id)
  await worker.sendDue()
  const bodies = endpoint.bodies()
  assert.deepEqual(
    bodies.map(({ data }) => data.comment.id),
    comments,
  )
  const [{ eventId, cursor, timestamp, data, ...rest }] = bodies
  assert.deepEqual(rest, { name })
  assert.deepEqual(
    [data.project, data.summary, data.url, data.actor],
    [
      { id, name: 'Teaser' },
      'Someone commented',
      `https://dailies.example.com/projects/${id}/comments?comment=${comments[0]}`,
      { id: owner.userId, name: 'Someone', agent: false },
    ],
  )
  assert.ok(Date.parse(timestamp) > Date.now() - 60_000 && Number(cursor) === data.number)
  assert.deepEqual(ids(endpoint.received)[0], eventId)

  const refreshed = await world.subscribe(owner.key, { ...params, cursor, ttlMs: 60_000 })
  assert.equal(refreshed.id, granted.id)
  assert.equal(Number(refreshed.cursor), Number(bodies[2].cursor) + 1, 'past the comment elsewhere')
  const { active, lastError, lastDeliveryAt } = refreshed.deliveryStatus
  assert.deepEqual([active, lastError, Date.parse(lastDeliveryAt) > 0], [true, null, true])
  const minutes = (Date.parse(refreshed.refreshBefore) - Date.now()) / 60_000
  assert.ok(minutes > 4 && minutes <= 5, 'the shortest time that is granted is five minutes')

  assert.equal((await world.ask(owner.key, 'events/unsubscribe', params)).code, undefined)
  await comment()
  await worker.sendDue()
  assert.equal(endpoint.bodies().length, 3)
})

test('a client without an expiry gets a week; a subscription that expires sends nothing, and is deleted', async () => {
  const { owner, endpoint, params, granted, comment } = await watched()
  const longest = await world.subscribe(owner.key, { ...params, ttlMs: null })
  const days = (Date.parse(longest.refreshBefore) - Date.now()) / 86_400_000
  assert.ok(days > 6.9 && days <= 7)
  await world.pass('8 days')
  await comment()
  await worker.sendDue()
  assert.deepEqual(endpoint.bodies(), [])
  await world.runJob(deleteExpiredSubscriptions)
  assert.equal((await sql`select from event_subscriptions where id = ${granted.id}`).length, 0)
  // A later request with the last cursor gets what was missed.
  await world.subscribe(owner.key, { ...params, cursor: granted.cursor })
  await worker.sendDue()
  assert.equal(endpoint.bodies().length, 1)
})

test('a failed event is sent again with the same id, and before the events after it', async () => {
  const { endpoint, comment, owner, params } = await watched(answer(503))
  await comment()
  await worker.sendDue()
  await world.pass('-1 hour')
  await comment()
  await worker.sendDue()
  assert.equal(endpoint.bodies().length, 1, 'the next event waits')
  endpoint.become(answer(500))
  await world.pass('1 hour 6 s')
  await worker.sendDue()
  const { deliveryStatus } = await world.subscribe(owner.key, params)
  assert.deepEqual([deliveryStatus.active, deliveryStatus.lastError], [true, 'http_5xx'])
  assert.ok(deliveryStatus.failedSince)
  endpoint.become(answer(204))
  await world.pass('40 s')
  await worker.sendDue()
  const [first, second, third, fourth] = ids(endpoint.received)
  assert.deepEqual([second, third, endpoint.bodies().length], [first, first, 4])
  assert.notEqual(fourth, first)
})

test('410 and 413 refuse one event; the next one is sent', async () => {
  const { endpoint, comment } = await watched(answer(410))
  await comment()
  await worker.sendDue()
  endpoint.become(answer(413))
  await comment()
  await worker.sendDue()
  endpoint.become(answer(204))
  await comment()
  await worker.sendDue()
  assert.equal(new Set(ids(endpoint.received)).size, 3)
  assert.equal(endpoint.bodies().length, 3)
})

test('three events given up in a row suspend the deliveries, until the client refreshes', async () => {
  const { endpoint, comment, owner, params } = await watched(answer(500))
  for (let i = 0; i < 4; i++) await comment()
  for (let attempt = 0; attempt < 3 * (retryDelays.length + 1); attempt++) {
    await worker.sendDue()
    await world.pass('12 minutes')
  }
  const sent = endpoint.bodies().length
  assert.deepEqual([sent, new Set(ids(endpoint.received)).size], [15, 3])
  await worker.sendDue()
  assert.equal(endpoint.bodies().length, sent)
  endpoint.become(answer(204))
  const { deliveryStatus } = await world.subscribe(owner.key, params)
  assert.equal(deliveryStatus.active, false)
  await worker.sendDue()
  assert.equal(endpoint.bodies().length, sent + 1)
  const healthy = await world.subscribe(owner.key, params)
  assert.deepEqual([healthy.deliveryStatus.active, healthy.deliveryStatus.failedSince], [true, undefined])
})

test('after a rotation both secrets sign for ten minutes', async () => {
  const { endpoint, comment, owner, params } = await watched()
  const next = newSecret()
  await world.subscribe(owner.key, { ...params, delivery: { ...params.delivery, secret: next } })
  assert.equal(endpoint.received.length, 1, 'no second challenge')
  await comment()
  await worker.sendDue()
  assert.equal(endpoint.bodies().length, 1)
  endpoint.received.shift()
  assert.equal(endpoint.bodies(next).length, 1)
  await world.pass('11 minutes')
  await comment()
  await worker.sendDue()
  assert.equal(endpoint.bodies(next).length, 2)
  assert.throws(() => endpoint.bodies())
})

test('events that are no longer stored are a gap', async () => {
  const { endpoint, comment, owner, params, granted } = await watched()
  await sql`
    update event_counters set last_number = last_number + 1000, forgotten_number = last_number + 1000
    where workspace_id = ${world.workspaceId}`
  await worker.sendDue()
  const fresh = String(Number(granted.cursor) + 1000)
  assert.deepEqual(endpoint.bodies(), [{ type: 'gap', cursor: fresh }])
  await comment()
  await worker.sendDue()
  assert.equal(endpoint.bodies()[1].name, name)
  assert.equal((await world.subscribe(owner.key, params)).truncated, true)
  assert.equal((await world.subscribe(owner.key, params)).truncated, false)
})

test('changes that an agent makes for the same person are sent only when asked for', async () => {
  const { id, owner, endpoint, params, comment } = await watched()
  await world.subscribe(owner.key, { ...params, arguments: { projectId: id, ownAgents: true } })
  const call = { name: 'create_project_comment', arguments: { projectId: id, content: 'By an agent' } }
  assert.equal((await world.ask(owner.key, 'tools/call', call)).isError, undefined)
  await world.numberAll()
  await comment()
  await worker.sendDue()
  const agents = endpoint.received
    .slice(1)
    .map(({ headers, body }) => [headers['x-mcp-subscription-id'], JSON.parse(body).data.actor.agent])
  const { id: all } = await world.subscribe(owner.key, {
    ...params,
    arguments: { projectId: id, ownAgents: true },
  })
  assert.deepEqual(
    agents.filter(([subscription]) => subscription === all).map(([, agent]) => agent),
    [true, false],
  )
  assert.deepEqual(
    agents.filter(([subscription]) => subscription !== all).map(([, agent]) => agent),
    [false],
  )
})

test('forMe sends only comments that mention the person', async () => {
  const { id, owner } = await world.project()
  const other = await world.member(id, 'PROJECT_MEMBER')
  const endpoint = await startEndpoint()
  await world.subscribe(owner.key, {
    ...{ name, arguments: { projectId: id, forMe: true }, delivery: endpoint.delivery },
  })
  await world.comment(other.key, id, 'Nobody')
  await world.comment(other.key, id, `Look, @[Other](user:${other.userId})`)
  const mention = await world.comment(other.key, id, `Look, @[Owner](user:${owner.userId})`)
  await worker.sendDue()
  assert.deepEqual(
    endpoint.bodies().map(({ data }) => data.comment.id),
    [mention],
  )
})

test('two workers send each event once', async () => {
  const all = await Promise.all([watched(), watched(), watched()])
  const other = world.newWorker()
  for (let i = 0; i < 5; i++) for (const { comment } of all) await comment()
  await Promise.all([worker.sendDue(), other.sendDue()])
  await until(() => all.every(({ endpoint }) => endpoint.bodies().length >= 5))
  await other.close()
  await worker.sendDue()
  for (const { endpoint } of all) assert.equal(new Set(ids(endpoint.received)).size, endpoint.bodies().length)
})

test('a restored copy sends nothing until it goes live', async () => {
  const { endpoint, comment } = await watched()
  await sql`insert into settings (name, value) values ('restored_copy', now()::text)`
  await comment()
  await worker.sendDue()
  assert.deepEqual(endpoint.bodies(), [])
  await sql`delete from settings where name = 'restored_copy'`
  await world.pass('1 minute')
  await worker.sendDue()
  assert.equal(endpoint.bodies().length, 1)
})
