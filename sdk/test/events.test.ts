import assert from 'node:assert/strict'
import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { test } from 'node:test'
import { setImmediate as nextTurn } from 'node:timers/promises'
import {
  Dailies,
  DailiesConnectionError,
  type DailiesEvent,
  type DailiesOptions,
  type EventType,
  isEventOf,
  mention,
  type PresenceSignal,
  type ResetEvent,
  type SubscribeOptions,
} from '@dailies/sdk'
import { notifyNext } from '../../server/src/notifications/notify.ts'
import { emitEvent, numberAll } from '../../server/test/helpers/emit-events.ts'
import { until } from '../../server/test/helpers/until.ts'
import { newFile } from '../../server/test/worlds/samples.ts'
import { credentialHeaders, startWorld } from '../../server/test/worlds/world.ts'
import { startProxy } from './hostile-proxy.ts'

const world = await startWorld()
const proxy = await startProxy(world.url)
const { sql } = world.database

async function enter(options: DailiesOptions = {}) {
  const workspaceId = await world.workspace()
  const owner = await world.person({ workspaceId })
  const { id: projectId } = await world.project({ workspaceId, owner })
  const client = new Dailies({ baseUrl: proxy.url, token: owner.key, retryDelayMs: 1, ...options })
  const emit = async (count: number, type: EventType = 'comment.created') => {
    const ids: string[] = []
    for (let i = 0; i < count; i++) ids.push(await emitEvent(sql, { workspaceId, projectId, type }))
    world.changed()
    return ids
  }
  /** Follows until this many events have arrived; `started` resolves when the first connection is up to date. */
  const follow = (count: number, more: SubscribeOptions = {}, onEvent?: (event: Item) => void) => {
    const { promise: started, resolve } = Promise.withResolvers<void>()
    const all = take(
      client.events.subscribe(projectId, { retryDelayMs: 1, onReady: () => resolve(), ...more }),
      count,
      onEvent,
    )
    return { started, all }
  }
  return { workspaceId, projectId, owner, client, emit, follow }
}

type Item = DailiesEvent | ResetEvent

async function take(
  items: AsyncIterable<Item>,
  count: number,
  onEvent?: (event: Item) => void,
): Promise<Item[]> {
  const taken: Item[] = []
  for await (const item of items) {
    taken.push(item)
    onEvent?.(item)
    if (taken.length === count) break
  }
  return taken
}

/** Waits until this many events of the project have numbers. */
const numbered = (projectId: string, count: number) =>
  until(async () => (await sql`select from events where project_id = ${projectId}`).length >= count)

const idsOf = (items: Item[]) => items.map((item) => (item.type === 'reset' ? 'reset' : item.id))

test('subscribe: yields new events as they happen', async () => {
  const { emit, follow, projectId } = await enter()
  await emit(3)
  await numbered(projectId, 3)
  const { started, all } = follow(2)
  await started
  const ids = await emit(2, 'file.updated')
  const events = await all
  assert.deepEqual(idsOf(events), ids)
  const [event] = events as [DailiesEvent]
  assert.deepEqual([event.type, event.number, event.project], ['file.updated', 4, { id: projectId }])
  assert.ok(isEventOf(event, 'file') && event.data.file.id.startsWith('FX'))
})

test('subscribe: every event arrives once and in order, however often the connection is lost', async () => {
  proxy.script()
  const { emit, follow } = await enter()
  let received = 0
  const { started, all } = follow(600, {}, (event) => {
    received++
    if (event.number! % 40 === 0) proxy.drop()
  })
  await started
  const ids: string[] = []
  while (ids.length < 600) {
    ids.push(...(await emit(20)))
    if (ids.length % 60 !== 0) continue
    // A burst may arrive as a whole before it can be cut, so the connection is also cut while events are on their
    // way.
    while (received < ids.length - 30) await nextTurn()
    const connections = proxy.seen.length
    proxy.drop()
    while (proxy.seen.length === connections && received < ids.length) await nextTurn()
  }
  assert.deepEqual(idsOf(await all), ids)
  assert.ok(proxy.seen.length > 5)
  assert.ok(proxy.seen.slice(1).every(({ headers }) => /^\d+$/.test(headers['last-event-id'] as string)))
})

test('subscribe: resumes after an event, with filters for types', async () => {
  proxy.script()
  const { emit, follow, projectId } = await enter()
  await emit(2)
  const [deleted] = await emit(1, 'comment.deleted')
  const [file] = await emit(1, 'file.created')
  await emit(1, 'version.created')
  // A number that is not assigned yet would be answered with a reset.
  await numbered(projectId, 5)
  const { all } = follow(2, { lastEventId: 1, types: ['comment.deleted', 'file.*'] })
  assert.deepEqual(idsOf(await all), [deleted, file])
})

test('subscribe: yields a reset when missed events are no longer stored', async () => {
  const { workspaceId, emit, follow, projectId } = await enter()
  await emit(5)
  await numbered(projectId, 5)
  await sql`delete from events where workspace_id = ${workspaceId} and number <= 3`
  await sql`update event_counters set forgotten_number = 3 where workspace_id = ${workspaceId}`
  const { started, all } = follow(2, { lastEventId: 1 })
  await started
  const ids = await emit(1)
  const items = await all
  assert.deepEqual(items[0], { type: 'reset', number: 5 })
  assert.deepEqual(idsOf(items), ['reset', ...ids])
})

test('subscribe: reconnects to a server that is busy, down or silent', async () => {
  const { emit, follow } = await enter({ timeoutMs: 300 })
  proxy.script({ status: 503, headers: { 'Retry-After': '0' } }, 'cut', { status: 502 }, 'hang')
  const { started, all } = follow(1)
  await started
  const ids = await emit(1)
  assert.deepEqual(idsOf(await all), ids)
  assert.equal(proxy.seen.length, 5)
})

test('subscribe: calls onLost once, and onReady when the connection is back', async () => {
  const { emit, follow } = await enter()
  proxy.script('cut', 'cut')
  const connections: string[] = []
  const back = Promise.withResolvers<void>()
  const { all } = follow(1, {
    onLost: () => connections.push('lost'),
    onReady() {
      connections.push('ready')
      if (connections.length === 2) proxy.drop()
      else back.resolve()
    },
  })
  await back.promise
  await emit(1)
  await all
  assert.deepEqual(connections, ['lost', 'ready', 'lost', 'ready'])
})

test('subscribe: reconnects when nothing arrives', async () => {
  let connections = 0
  const muted: typeof fetch = async (input, init) => {
    if (connections++ > 0) return fetch(input, init)
    const nothing = new ReadableStream<Uint8Array>({ pull: () => new Promise(() => {}) })
    return new Response(nothing, { headers: { 'Content-Type': 'text/event-stream' } })
  }
  const { follow, emit } = await enter({ fetch: muted })
  const { started, all } = follow(1, { idleMs: 100 })
  await started
  const ids = await emit(1)
  assert.deepEqual(idsOf(await all), ids)
  assert.ok(connections >= 2)
})

test('subscribe: throws when it is refused, and when the signal is aborted', async () => {
  proxy.script()
  const { projectId, client } = await enter()
  const { id: foreign } = await world.project()
  await assert.rejects(take(client.events.subscribe(foreign), 1), { code: 'not_found' })
  await assert.rejects(take(client.events.subscribe(projectId, { types: ['file.eaten'] }), 1), {
    code: 'invalid_request',
  })
  await assert.rejects(take(client.events.subscribe(projectId, { lastEventId: 'x' }), 1), {
    code: 'invalid_request',
  })
  const wrong = new Dailies({ baseUrl: world.url, token: 'rvk_wrong' })
  await assert.rejects(take(wrong.events.subscribe(projectId), 1), { code: 'unauthenticated' })

  const abort = new AbortController()
  const reason = new Error('enough')
  const onReady = () => abort.abort(reason)
  const followed = take(client.events.subscribe(projectId, { signal: abort.signal, onReady }), 1)
  await assert.rejects(followed, (error) => error === reason)
})

test('subscribe: throws for an answer that is not an event stream, and follows no redirect', async () => {
  const { projectId, owner } = await enter()
  const elsewhere = await startProxy(world.url)
  const answers = [
    { status: 200, headers: { 'Content-Type': 'text/html' }, body: '<h1>Welcome</h1>' },
    { status: 307, headers: { Location: `${elsewhere.url}/api/projects/${projectId}/events` } },
  ]
  for (const answer of answers) {
    proxy.refuse(() => answer)
    const headers = { 'X-Pass': 'secret of the proxy' }
    const client = new Dailies({ baseUrl: proxy.url, token: owner.key, retryDelayMs: 1, headers })
    const first = client.events.subscribe(projectId, { signal: AbortSignal.timeout(20_000) }).next()
    await assert.rejects(first, { code: 'unexpected_answer' })
    assert.equal(proxy.seen.length, 1)
  }
  assert.deepEqual(elsewhere.seen, [])
  proxy.script()
})

test('subscribe: throws without a token, and waits while the token source is unreachable', async () => {
  const { projectId, owner, emit } = await enter()
  await emit(1)
  let asked = 0
  const token = () => {
    if (++asked === 1) throw new DailiesConnectionError('The login server is away.')
    if (asked === 2) return owner.key
    throw new Error('The login has ended.')
  }
  const client = new Dailies({ baseUrl: proxy.url, token, retryDelayMs: 1 })
  const signal = AbortSignal.timeout(20_000)
  const first = client.events.subscribe(projectId, { signal, lastEventId: 0 })
  assert.equal((await first.next()).done, false)
  await first.return()
  assert.equal(asked, 2)
  const other = new Dailies({ baseUrl: proxy.url, token, retryDelayMs: 1 })
  await assert.rejects(other.events.subscribe(projectId, { signal }).next(), /The login has ended/)
  assert.equal(asked, 3)
})

test('subscribe: renews an expired token', async () => {
  const { owner, projectId, emit } = await enter()
  const token = (refused?: string) => (refused === undefined ? 'rvk_old' : owner.key)
  const client = new Dailies({ baseUrl: world.url, token })
  const { promise: started, resolve } = Promise.withResolvers<void>()
  const all = take(client.events.subscribe(projectId, { onReady: () => resolve() }), 1)
  await started
  const ids = await emit(1)
  assert.deepEqual(idsOf(await all), ids)
})

test('list: pages through past events', async () => {
  const { projectId, client, emit } = await enter()
  const ids = await emit(60)
  await numbered(projectId, 60)
  const listed: string[] = []
  for await (const { id } of client.events.list(projectId)) listed.push(id)
  assert.deepEqual(listed, ids)
})

test('subscribe: presence goes to onPresence, is no event, and leaves the number to resume from', async () => {
  const { projectId, owner, workspaceId, emit } = await enter()
  const session = await world.session(owner.userId, workspaceId)
  const headers = Object.fromEntries(credentialHeaders(world.url, session))
  const client = new Dailies({ baseUrl: world.url, headers })
  const fileId = await newFile(world, projectId, owner)
  const signals: PresenceSignal[] = []
  const events = client.events.subscribe(projectId, {
    onReady: () => void client.presence.report(fileId, { tab: 'tab' }),
    onPresence(signal) {
      signals.push(signal)
      void emit(1, 'file.updated')
    },
  })
  const [event] = (await take(events, 1)) as [DailiesEvent]
  assert.equal(event.type, 'file.updated')
  assert.deepEqual(signals, [
    {
      type: 'presence',
      file: { id: fileId },
      viewers: [{ id: owner.userId, name: 'Someone', avatarUrl: null, typing: null }],
      more: 0,
    },
  ])
})

test('subscribe: a signal that a newer server has added is ignored', async () => {
  const event = { id: 'one', number: 7, type: 'comment.created', data: {} }
  const server = createServer((_request, response) => {
    response.writeHead(200, { 'Content-Type': 'text/event-stream' })
    response.write('event: weather\ndata: {"type":"weather","sun":true}\n\n')
    response.write(`id: 7\nevent: comment.created\ndata: ${JSON.stringify(event)}\n\n`)
  }).listen(0)
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo
  const client = new Dailies({ baseUrl: `http://localhost:${port}`, token: 'token' })
  assert.deepEqual(await take(client.events.subscribe('project'), 1), [event])
  server.closeAllConnections()
  server.close()
})

test('notifications.subscribe: yields the number, also after a lost connection, and ends when it is aborted', async () => {
  const { client, projectId, owner, workspaceId } = await enter()
  const other = await world.person({ workspaceId })
  await sql`
    insert into project_members (id, project_id, workspace_id, user_id, role)
    values (gen_random_uuid(), ${projectId}, ${workspaceId}, ${other.userId}, 'PROJECT_MEMBER')`
  proxy.script()
  const ending = new AbortController()
  const numbers = client.notifications.subscribe({ retryDelayMs: 1, signal: ending.signal })
  assert.deepEqual((await numbers.next()).value, { type: 'unread', unread: 0, newest: null })
  const again = numbers.next()
  proxy.drop()
  assert.deepEqual((await again).value, { type: 'unread', unread: 0, newest: null })
  const changed = numbers.next()
  const asOther = new Dailies({ baseUrl: world.url, token: other.key })
  await asOther.comments.createOnProject(projectId, {
    content: mention({ id: owner.userId, name: 'Someone' }),
  })
  await numberAll(sql)
  await notifyNext(world.database, workspaceId)
  const { value } = await changed
  assert.ok(value)
  assert.equal(value.unread, 1)
  ending.abort()
  await assert.rejects(numbers.next(), { name: 'AbortError' })
})
