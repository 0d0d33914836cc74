// MCP Events: the catalogue, polling, and the errors of events/subscribe. Deliveries are tested beside the worker.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import {
  newSecret,
  startEndpoint,
  startSubscriptionWorld,
} from '../../../src/events/subscriptions/fixtures/subscription-world.ts'
import { answer, startReceiver } from '../../../src/events/webhooks/fixtures/receiver.ts'
import { eventScopes } from '../../../src/records/event-scopes.ts'
import { eventTypeNames } from '../../../src/records/event-types.ts'
import { operations } from '../../../src/service.ts'
import { connect, post, protocols } from '../../helpers/mcp-client.ts'
import { startWorld } from '../../worlds/world.ts'

const world = await startSubscriptionWorld()
const { ask } = world

for (const protocol of protocols)
  test(`${protocol}: the server says that it has events`, async () => {
    const client = await connect(world.url, (await world.person()).key, protocol)
    const { extensions } = client.getServerCapabilities()!
    assert.deepEqual(extensions!['io.modelcontextprotocol/events'], {})
    await client.close()
  })

test('server/discover and initialize name events where ChatGPT looks for them', async () => {
  const { key } = await world.person()
  assert.deepEqual((await ask(key, 'server/discover')).capabilities.events, {})
  const params = { protocolVersion: '2025-11-25', capabilities: {}, clientInfo: { name: 'x', version: '1' } }
  const headers = {
    'Content-Type': 'application/json',
    Accept: 'application/json, text/event-stream',
    Authorization: `Bearer ${key}`,
  }
  const body = JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'initialize', params })
  const text = await (await fetch(`${world.url}/mcp`, { method: 'POST', headers, body })).text()
  const { result } = JSON.parse(text.replace(/^(event: .*\n)?data: /, ''))
  assert.deepEqual(result.capabilities.events, {})
})

test('events/list describes every event type; a key is shown those that its scopes allow', async () => {
  const person = await world.person()
  const { events, nextCursor } = await ask(person.key, 'events/list')
  assert.equal(nextCursor, undefined)
  assert.deepEqual(
    events.map(({ name }: { name: string }) => name),
    eventTypeNames,
  )
  const comment = events.find(({ name }: { name: string }) => name === 'comment.created')
  assert.deepEqual(comment.delivery, ['webhook', 'poll'])
  assert.deepEqual(Object.keys(comment.inputSchema.properties), ['projectId', 'fileId', 'forMe', 'ownAgents'])
  assert.equal(comment.inputSchema.additionalProperties, false)
  for (const field of ['comment', 'file', 'summary', 'url', 'project', 'actor'])
    assert.ok(comment.payloadSchema.properties[field], field)
  const { key } = await world.key(person.userId, ['projects:read', 'skills:read'])
  const fewer: { name: string }[] = (await ask(key, 'events/list')).events
  const resources = [...new Set(fewer.map(({ name }) => name.split('.')[0]))]
  assert.deepEqual(resources, ['project', 'version', 'review_request', 'verdict', 'skill', 'trash'])
})

test('reading an event needs the scope that reading its record needs', () => {
  const readers: Record<keyof typeof eventScopes, string> = {
    project: 'getProject',
    folder: 'listFolders',
    file: 'getFile',
    version: 'getVersion',
    review_request: 'listReviewRequests',
    verdict: 'listVerdicts',
    member: 'listMembers',
    comment: 'getComment',
    reaction: 'getComment',
    access_link: 'getAccessLink',
    share: 'getShare',
    skill: 'getSkill',
    trash: 'listTrash',
  }
  for (const [resource, reader] of Object.entries(readers)) {
    const operation = operations.find(({ name }) => name === reader)
    assert.equal(eventScopes[resource as keyof typeof eventScopes], operation?.scope, resource)
  }
})

test('events/poll starts now, then returns what happened after the cursor, in order and once', async () => {
  const { id, owner } = await world.project({ name: 'Teaser' })
  const other = await world.project({ owner })
  const name = 'comment.created'
  const begin = await ask(owner.key, 'events/poll', { name, arguments: { projectId: id }, cursor: null })
  assert.deepEqual([begin.events, begin.truncated, begin.hasMore, begin.nextPollMs], [[], false, false, 5000])
  const first = await world.comment(owner.key, id)
  await world.comment(owner.key, other.id)
  const second = await world.comment(owner.key, id)
  const poll = (cursor: string, maxEvents?: number) =>
    ask(owner.key, 'events/poll', { name, arguments: { projectId: id }, cursor, maxEvents })
  const one = await poll(begin.cursor, 1)
  assert.equal(one.hasMore, true)
  const [event] = one.events
  assert.equal(event.name, name)
  assert.match(event.timestamp, /^\d{4}-\d\d-\d\dT.*Z$/)
  const { comment, summary, url, project, actor } = event.data
  assert.deepEqual(
    [comment.id, summary, project, actor.agent],
    [first, 'Someone commented', { id, name: 'Teaser' }, false],
  )
  assert.match(url, new RegExp(`/projects/${id}/comments\\?comment=${first}$`))
  const two = await poll(one.cursor)
  assert.deepEqual(
    [two.events.map((one: { data: { comment: object } }) => one.data.comment), two.hasMore],
    [[{ id: second }], false],
  )
  assert.deepEqual((await poll(two.cursor)).events, [])
  const all = await ask(owner.key, 'events/poll', { name, cursor: begin.cursor })
  assert.equal(all.events.length, 3)
})

test('a cursor whose events are no longer stored, or one of another time, is truncated', async () => {
  const { id, owner } = await world.project()
  await world.comment(owner.key, id)
  const name = 'comment.created'
  const ahead = await ask(owner.key, 'events/poll', { name, cursor: '999999999' })
  assert.deepEqual([ahead.events, ahead.truncated], [[], true])
  await world.database.sql`
    update event_counters set forgotten_number = last_number - 1 where workspace_id = ${world.workspaceId}`
  const behind = await ask(owner.key, 'events/poll', { name, cursor: '0' })
  assert.deepEqual([behind.events, behind.truncated, behind.cursor], [[], true, ahead.cursor])
  const old = await ask(owner.key, 'events/poll', {
    ...{ name, cursor: String(Number(ahead.cursor) - 1), maxAgeMs: 0 },
  })
  assert.deepEqual([old.events, old.truncated, old.cursor], [[], true, ahead.cursor])
  const { code } = await ask(owner.key, 'events/poll', { name, cursor: 'x' })
  assert.equal(code, -32602)
})

test('403 with a challenge: without the scope of the event', async () => {
  const person = await world.person()
  const { key } = await world.key(person.userId, ['projects:read'])
  const endpoint = await startEndpoint()
  for (const [method, extra] of [
    ['events/poll', {}],
    ['events/subscribe', { delivery: endpoint.delivery }],
  ] as const) {
    const { status, body, headers } = await post(world.url, key, {
      method,
      params: { name: 'comment.created', ...extra },
    })
    assert.deepEqual([status, body.error.code], [403, -32012])
    assert.match(headers.get('www-authenticate')!, /insufficient_scope", scope="comments:read"/)
  }
  assert.equal(endpoint.received.length, 0)
})

test('the errors of the draft', async () => {
  const { id, owner } = await world.project()
  const stranger = await world.person()
  const member = await world.member(id, 'PROJECT_MEMBER')
  const { delivery } = await startEndpoint()
  const refusing = await startReceiver(answer(404))
  const failing = await startReceiver(answer(500))
  const silent = await startReceiver(answer(200))
  const lying = await startReceiver(answer(200, {}, '{"challenge":"another"}'))
  const moving = await startReceiver(answer(302, { location: delivery.url }))
  const closed = await startReceiver((request) => request.socket.destroy())
  const name = 'comment.created'
  const given = { projectId: id }
  const cases: [string, string, Record<string, unknown>, number, object?][] = [
    ['no such event', owner.key, { name: 'email.received', delivery }, -32011, { kind: 'event' }],
    ['a project that the caller does not see', stranger.key, { name, arguments: given, delivery }, -32012],
    [
      'an unknown project',
      owner.key,
      { name, arguments: { projectId: crypto.randomUUID() }, delivery },
      -32012,
    ],
    [
      'an event for managers only',
      member.key,
      { name: 'access_link.created', arguments: given, delivery },
      -32012,
    ],
    [
      'another mode of delivery',
      owner.key,
      { name, delivery: { ...delivery, mode: 'push' } },
      ...([-32014, { feature: 'deliveryMode', value: 'push' }] as const),
    ],
    ['a malformed id', owner.key, { name, arguments: { projectId: '1' }, delivery }, -32602],
    ['an unknown argument', owner.key, { name, arguments: { versionId: id }, delivery }, -32602],
    [
      'http to a public host',
      owner.key,
      { name, delivery: { ...delivery, url: 'http://example.com/' } },
      -32602,
    ],
    ['a private address', owner.key, { name, delivery: { ...delivery, url: 'https://10.0.0.1/' } }, -32602],
    [
      'a password in the URL',
      owner.key,
      { name, delivery: { ...delivery, url: 'https://a:b@example.com/' } },
      -32602,
    ],
    ['no secret', owner.key, { name, delivery: { mode: 'webhook', url: delivery.url } }, -32602],
    [
      'a secret without its prefix',
      owner.key,
      { name, delivery: { ...delivery, secret: newSecret().slice(6) } },
      -32602,
    ],
    ['a short secret', owner.key, { name, delivery: { ...delivery, secret: newSecret(23) } }, -32602],
    ['a long secret', owner.key, { name, delivery: { ...delivery, secret: newSecret(65) } }, -32602],
    ['a cursor of somebody else', owner.key, { name, cursor: 'abc', delivery }, -32602],
    ...(
      [
        [refusing, 'http_4xx'],
        [failing, 'http_5xx'],
        [silent, 'challenge_failed'],
        [lying, 'challenge_failed'],
        [moving, 'http_4xx'],
        [closed, 'connection_refused'],
      ] as const
    ).map(([{ url }, reason]): [string, string, Record<string, unknown>, number, object] => [
      `an endpoint that is not verified: ${reason}`,
      ...([owner.key, { name, delivery: { ...delivery, url } }, -32015, { reason }] as const),
    ]),
  ]
  for (const [what, key, params, code, data] of cases) {
    const error = await ask(key, 'events/subscribe', params)
    assert.equal(error.code, code, `${what}: ${JSON.stringify(error)}`)
    if (data) assert.deepEqual(error.data, data, what)
  }
  const gone = await ask(owner.key, 'events/unsubscribe', { name, delivery })
  assert.deepEqual([gone.code, gone.data], [-32011, { kind: 'subscription' }])
  assert.deepEqual(await world.subscriptions(), [])
})

test('-32013: a credential has 50 subscriptions, and an endpoint is verified once for each credential', async () => {
  const person = await world.person()
  const endpoint = await startEndpoint()
  const types = eventTypeNames.filter((type) => !type.startsWith('skill.'))
  const wanted = types.flatMap((name) => [{ name }, { name, arguments: { ownAgents: true } }]).slice(0, 52)
  const results = []
  for (const one of wanted)
    results.push(await ask(person.key, 'events/subscribe', { ...one, delivery: endpoint.delivery }))
  assert.equal(results.filter(({ id }) => id).length, 50)
  assert.deepEqual(results[50].data, { limit: 'subscriptions', max: 50 })
  assert.equal(results[51].code, -32013)
  assert.equal(endpoint.received.length, 1)
  // A subscription that exists can be refreshed, and another key has its own limit and its own challenge.
  const refreshed = await ask(person.key, 'events/subscribe', { ...wanted[0], delivery: endpoint.delivery })
  assert.equal(refreshed.id, results[0].id)
  const { key } = await world.key(person.userId, ['projects:read'])
  const other = await ask(key, 'events/subscribe', {
    name: 'project.created',
    delivery: endpoint.delivery,
  })
  assert.notEqual(other.id, results[0].id)
  assert.equal(endpoint.received.length, 2)
})

test('-32013: all callers together can have a host asked 30 times a minute', async () => {
  const people = [await world.person(), await world.person()]
  const refusing = await startReceiver(answer(404))
  const attempts = Array.from({ length: 90 }, async (_, i) => {
    const delivery = { mode: 'webhook', url: refusing.url, secret: newSecret() }
    return ask(people[i % 2]!.key, 'events/subscribe', { name: 'project.created', delivery })
  })
  const errors = await Promise.all(attempts)
  const refused = errors.filter(({ code }) => code === -32013)
  assert.deepEqual(refused[0]?.data, { limit: 'verifications' })
  // The limit refills while the requests are sent.
  assert.ok(refusing.received.length >= 30 && refusing.received.length === 90 - refused.length)
})

test('429: subscribing and polling have limits; polling shares that of List Changes', async () => {
  const limited = await startWorld({ env: { RATE_LIMITS: 'tier2=1,default=2' } })
  const { key } = await limited.person()
  const params = { name: 'project.created' }
  const send = async (method: string) => (await post(limited.url, key, { method, params })).status
  await send('events/subscribe')
  assert.equal(await send('events/subscribe'), 429)
  assert.equal(await send('events/poll'), 200)
  assert.equal((await limited.call('QUERY /api/events', { key, body: {} })).status, 200)
  assert.equal(await send('events/poll'), 429)
})
