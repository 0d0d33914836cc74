import assert from 'node:assert/strict'
import { test } from 'node:test'
import { idsOf, openStream, streamEmitter } from '../../../test/helpers/event-stream-reader.ts'
import { startWorld } from '../../../test/worlds/world.ts'

const world = await startWorld()
const { sql } = world.database
const { emit, mark } = streamEmitter(world)

async function lastNumber(): Promise<number> {
  const rows = await sql<{ last: number }>`select coalesce(max(last_number), 0) as last from event_counters`
  return rows[0]!.last
}

test('200: an event is sent as it happens, with its number, its type and its record', async () => {
  const { id: projectId, owner } = await world.project()
  const stream = await openStream(world.url, projectId, { key: owner.key })
  const { headers } = stream.response
  assert.equal(headers['content-type'], 'text/event-stream')
  assert.equal(headers['cache-control'], 'no-store')
  assert.equal(headers['x-accel-buffering'], 'no')
  assert.match(headers['ratelimit-policy'] as string, /^"default"/)
  assert.equal(stream.lastId(), String(await lastNumber()))

  const data = { comment: { id: 'x' }, file: null, type: 'line\nbreak \u2028 "quoted"' }
  const id = await emit(projectId, { type: 'reaction.created', actorId: owner.userId, data })
  await emit((await world.project()).id)
  await stream.until(() => stream.events.length === 1)
  const [event] = stream.events
  const { createdAt, number, ...rest } = event!.data
  assert.deepEqual(rest, {
    id,
    type: 'reaction.created',
    actor: { id: owner.userId, name: 'Someone', agent: false },
    project: { id: projectId },
    data,
  })
  assert.match(createdAt, /^\d{4}-\d\d-\d\d \d\d:\d\d:\d\d\.\d{6}$/)
  assert.deepEqual([event!.id, event!.event], [String(number), 'reaction.created'])
  stream.cut()
})

test('200: the stream resumes after Last-Event-ID, which overrides the query string', async () => {
  const { id: projectId, owner } = await world.project()
  const first = await openStream(world.url, projectId, { key: owner.key })
  const ids = [await mark(projectId, first)]
  first.cut()
  const away = first.lastId()
  for (let i = 0; i < 3; i++) ids.push(await emit(projectId))
  const byHeader = await openStream(world.url, projectId, {
    key: owner.key,
    lastId: away,
    query: '?lastEventId=0',
  })
  const byQuery = await openStream(world.url, projectId, { key: owner.key, query: `?lastEventId=${away}` })
  for (const stream of [byHeader, byQuery]) {
    await stream.until(() => stream.events.length === 3)
    assert.deepEqual(idsOf(stream.events), ids.slice(1))
    stream.cut()
  }
})

test('200: missed events come in batches, followed by live events without gap or repeat', async () => {
  const { id: projectId, owner } = await world.project()
  const before = await lastNumber()
  const count = 1_500
  await sql`
    insert into outbox (workspace_id, project_id, type, audience, data)
    select ${world.workspaceId}, ${projectId}, 'comment.created', 'ANYONE', json_build_object('i', i)
    from generate_series(1, ${count}) i`
  const probe = await openStream(world.url, projectId, { key: owner.key, lastId: String(before) })
  await mark(projectId, probe)
  // Other clients read and write all the time.
  let writing = true
  const writer = (async () => {
    for (; writing; ) await emit(projectId)
  })()
  const streams = await Promise.all(
    Array.from({ length: 10 }, () =>
      openStream(world.url, projectId, { key: owner.key, lastId: String(before) }),
    ),
  )
  writing = false
  await writer
  const last = await mark(projectId, probe)
  for (const stream of streams) {
    await stream.until(() => idsOf(stream.events).includes(last))
    assert.deepEqual(idsOf(stream.events), idsOf(probe.events))
    stream.cut()
  }
  const numbers = probe.events.map(({ data }) => data.number)
  assert.equal(new Set(numbers).size, numbers.length)
  assert.deepEqual(
    numbers,
    numbers.toSorted((a, b) => a - b),
  )
  assert.ok(numbers.length > count + 1)
  probe.cut()
})

test('200: with `types`, only events of these types are sent', async () => {
  const { id: projectId, owner } = await world.project()
  const stream = await openStream(world.url, projectId, {
    key: owner.key,
    query: '?types=file.*&types=comment.deleted',
  })
  await emit(projectId, { type: 'comment.created' })
  const wanted = [
    await emit(projectId, { type: 'file.created' }),
    await emit(projectId, { type: 'comment.deleted' }),
  ]
  await emit(projectId, { type: 'folder.created' })
  wanted.push(await emit(projectId, { type: 'file.deleted' }))
  await stream.until(() => stream.events.length >= 3)
  assert.deepEqual(idsOf(stream.events), wanted)
  stream.cut()
})

test('`reset` is sent for an id that is no longer stored or not reached yet', async () => {
  const elsewhere = await world.workspace()
  const owner = await world.person({ workspaceId: elsewhere })
  const { id: projectId } = await world.project({ workspaceId: elsewhere, owner })
  for (let i = 0; i < 10; i++) await emit(projectId, { workspaceId: elsewhere })
  const probe = await openStream(world.url, projectId, { key: owner.key, lastId: '0' })
  await probe.until(() => probe.events.length === 10)
  probe.cut()
  await sql`delete from events where workspace_id = ${elsewhere} and number <= 4`
  await sql`update event_counters set forgotten_number = 4 where workspace_id = ${elsewhere}`
  for (const lastId of ['0', '3', '11', '999999999999999']) {
    const stream = await openStream(world.url, projectId, { key: owner.key, lastId })
    const [reset, ...others] = stream.events
    assert.deepEqual(reset, { id: '10', event: 'reset', data: { number: 10 } }, lastId)
    assert.deepEqual(others, [])
    assert.equal(stream.lastId(), '10')
    stream.cut()
  }
  const good = await openStream(world.url, projectId, { key: owner.key, lastId: '4' })
  assert.deepEqual(
    good.events.map(({ id }) => id),
    ['5', '6', '7', '8', '9', '10'],
  )
  good.cut()
})

test('400: a malformed id, and unknown fields', async () => {
  const { id: projectId, owner } = await world.project()
  const { key } = owner
  for (const lastId of ['x', '-1', '1.5', '1e3', ' ', '1'.repeat(16)]) {
    const { status, body } = await world.call(`GET /api/projects/${projectId}/events`, {
      key,
      headers: { Accept: 'text/event-stream', 'Last-Event-ID': lastId },
    })
    assert.deepEqual([status, body.errors?.[0].path], [400, '/lastEventId'], lastId)
  }
  for (const query of ['?after=1', '?next=x', '?types=nothing.*', '?lastEventId=']) {
    const { status } = await world.call(`GET /api/projects/${projectId}/events${query}`, {
      key,
      headers: { Accept: 'text/event-stream' },
    })
    assert.equal(status, 400, query)
  }
})

test('401, 403, 404: refused with JSON, like any operation', async () => {
  const { id: projectId, owner } = await world.project()
  const stranger = await world.person()
  const scopeless = await world.key(owner.userId, ['files:read'])
  const path = `GET /api/projects/${projectId}/events`
  const headers = { Accept: 'text/event-stream' }
  const expected: [string | undefined, number, string][] = [
    [undefined, 401, 'unauthenticated'],
    [`${owner.key.slice(0, -1)}x`, 401, 'unauthenticated'],
    [scopeless.key, 403, 'insufficient_scope'],
    [stranger.key, 404, 'not_found'],
  ]
  for (const [key, status, code] of expected) {
    const answer = await world.call(path, { key, headers })
    assert.deepEqual([answer.status, answer.body.code], [status, code])
  }
  const nowhere = await world.call('GET /api/projects/x/events', { key: owner.key, headers })
  assert.equal(nowhere.status, 404)
})

test('200: without the Accept header the response is the list; HEAD opens no stream', async () => {
  const { id: projectId, owner } = await world.project()
  const list = await world.call(`GET /api/projects/${projectId}/events`, { key: owner.key })
  assert.deepEqual(list.body, { data: [], page: { next: null, prev: null } })
  const headers = { Accept: 'text/event-stream', Authorization: `Bearer ${owner.key}` }
  const head = await fetch(`${world.url}/api/projects/${projectId}/events`, { method: 'HEAD', headers })
  assert.equal(head.headers.get('content-type'), 'application/json; charset=utf-8')
})
