import assert from 'node:assert/strict'
import { test } from 'node:test'
import { newWebhook, newWebhookDelivery } from '../../../test/worlds/samples.ts'
import { startWorld } from '../../../test/worlds/world.ts'
import { newUuid } from '../../core/ids.ts'

const world = await startWorld()
const { sql } = world.database

async function fill(count: number) {
  const workspaceId = await world.workspace()
  const owner = await world.person({ workspaceId, role: 'ADMIN' })
  const project = await world.project({ workspaceId, owner })
  const webhookId = await newWebhook(world, project.id, owner)
  const ids = Array.from({ length: count }, () => newUuid())
  await sql`
    insert into webhook_deliveries (id, webhook_id, event_id, event_type, body, next_attempt_at, created_at)
    select id, ${webhookId}, gen_random_uuid(), 'file.created', '{}', now(), now() + (i / 2) * interval '1 second'
    from unnest(${ids}::uuid[]) with ordinality e (id, i)`
  return { key: owner.key, webhookId, ids: ids.toReversed() }
}

test('200: pages of 50, newest first, forward and back, each delivery once', async () => {
  const { key, webhookId, ids } = await fill(101)
  const read = async (query: Record<string, string>) => {
    const path = `/api/webhooks/${webhookId}/deliveries?${new URLSearchParams(query)}`
    const answer = await world.call(`GET ${path}`, { key })
    assert.equal(answer.status, 200)
    return answer.body as { data: { id: string }[]; page: { next: string | null; prev: string | null } }
  }
  const first = await read({})
  const second = await read({ next: first.page.next! })
  const third = await read({ next: second.page.next! })
  assert.deepEqual([first.page.prev, third.page.next], [null, null])
  assert.deepEqual(
    [first, second, third].map(({ data }) => data.length),
    [50, 50, 1],
  )
  assert.deepEqual(
    [first, second, third].flatMap(({ data }) => data.map(({ id }) => id)),
    ids,
  )
  assert.deepEqual((await read({ prev: third.page.prev! })).data, second.data)
  const filtered = await read({ state: 'PENDING' })
  const refused = async (next: string, state?: string) => {
    const body = state === undefined ? { next } : { next, state }
    return (await world.call(`QUERY /api/webhooks/${webhookId}/deliveries`, { key, body })).body.code
  }
  assert.equal(await refused(filtered.page.next!), 'invalid_cursor')
  assert.equal(await refused(filtered.page.next!, 'FAILED'), 'invalid_cursor')
  const other = await fill(1)
  const path = `/api/webhooks/${other.webhookId}/deliveries?next=${first.page.next}`
  assert.equal((await world.call(`GET ${path}`, { key: other.key })).body.code, 'invalid_cursor')
})

test('200: a delivery with its attempts, filtered by state; an empty log', async () => {
  const { key, webhookId } = await fill(0)
  const read = async (state?: string) => {
    const body = state === undefined ? {} : { state }
    return (await world.call(`QUERY /api/webhooks/${webhookId}/deliveries`, { key, body })).body.data
  }
  assert.deepEqual(await read(), [])
  const pending = await newWebhookDelivery(world, webhookId)
  const failed = await newWebhookDelivery(world, webhookId)
  await sql`
    update webhook_deliveries set state = 'FAILED', failure = 'EXHAUSTED', next_attempt_at = null, ended_at = now()
    where id = ${failed}`
  const [newest, oldest] = await read()
  const { event, createdAt, nextAttemptAt, attempts, ...rest } = oldest
  assert.ok(nextAttemptAt > createdAt)
  assert.deepEqual(rest, {
    id: pending,
    state: 'PENDING',
    failure: null,
    sentWith: null,
    eventCount: 1,
    request: {
      headers: {
        'content-type': 'application/json',
        'user-agent': 'Dailies-Webhooks/1.0',
        'webhook-id': event.id,
      },
      body: '{"type":"comment.created"}',
    },
    endedAt: null,
  })
  const { startedAt, ...attempt } = attempts[0]
  assert.match(startedAt, /^\d{4}-\d\d-\d\d \d\d:\d\d:\d\d\.\d{6}$/)
  assert.deepEqual(attempt, {
    ...{ number: 1, url: 'https://hooks.example.com/dailies', durationMs: 12, status: 503, error: null },
    response: 'busy',
  })
  assert.deepEqual([newest.id, newest.state, newest.failure], [failed, 'FAILED', 'EXHAUSTED'])
  const ids = async (state: string) => (await read(state)).map(({ id }: { id: string }) => id)
  assert.deepEqual(
    [await ids('PENDING'), await ids('FAILED'), await ids('DELIVERED')],
    [[pending], [failed], []],
  )
})
