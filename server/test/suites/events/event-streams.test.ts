// Streams beside other requests: their limits, that they block nothing, and how they end.
import assert from 'node:assert/strict'
import { subscribe, unsubscribe } from 'node:diagnostics_channel'
import { once } from 'node:events'
import { get, type ServerResponse } from 'node:http'
import { test } from 'node:test'
import { newUuid } from '../../../src/core/ids.ts'
import { emitEvent, numberAll } from '../../helpers/emit-events.ts'
import { openStream, requestStream } from '../../helpers/event-stream-reader.ts'
import { lockWaits } from '../../helpers/lock-waits.ts'
import { openSocket, rawBytes } from '../../helpers/raw-http.ts'
import { until } from '../../helpers/until.ts'
import { quickStreams, startWorld, type World } from '../../worlds/world.ts'

async function gaugeOf(world: World, name: string): Promise<number> {
  const { body } = await world.call('GET /metrics')
  return Number(new RegExp(`^${name} (\\d+)`, 'm').exec(body)![1])
}

test('a stream does not count as a current request and has no time limit', async () => {
  const world = await startWorld({ env: { MAX_REQUESTS: '2', REQUEST_SECONDS: '1' } })
  const { id, owner } = await world.project()
  const streams = []
  for (let i = 0; i < 5; i++) streams.push(await openStream(world.url, id, { key: owner.key }))
  assert.equal((await world.call('GET /api/ping', { key: owner.key })).status, 200)
  assert.equal(await gaugeOf(world, 'dailies_http_requests_in_flight'), 1)
  assert.equal(await gaugeOf(world, 'dailies_event_streams'), 5)
  for (const stream of streams) stream.cut()
  await until(async () => (await gaugeOf(world, 'dailies_event_streams')) === 0)
  assert.equal(await gaugeOf(world, 'dailies_http_requests_in_flight'), 1)
})

test('503 beyond MAX_STREAMS, with Retry-After; a closed stream frees its slot', async () => {
  const world = await startWorld({ env: { MAX_STREAMS: '2' } })
  const { id, owner } = await world.project()
  const streams = [
    await openStream(world.url, id, { key: owner.key }),
    await openStream(world.url, id, { key: owner.key }),
  ]
  const headers = { Accept: 'text/event-stream' }
  const refused = await world.call(`GET /api/projects/${id}/events`, { key: owner.key, headers })
  assert.deepEqual([refused.status, refused.body.code], [503, 'unavailable'])
  assert.equal(refused.headers.get('retry-after'), '5')
  streams[0]!.cut()
  const status = await until(async () => {
    const response = await requestStream(world.url, id, { key: owner.key })
    response.destroy()
    return response.statusCode !== 503 && response.statusCode
  })
  assert.equal(status, 200)
  streams[1]!.cut()
})

test('a client that disconnects before admission takes no slot', async () => {
  const world = await startWorld({ env: { MAX_STREAMS: '1' } })
  const { id: projectId, owner } = await world.project()
  const arrived = Promise.withResolvers<ServerResponse>()
  const seen = (message: unknown) => arrived.resolve((message as { response: ServerResponse }).response)
  await world.database.transaction(async (sql) => {
    await sql`lock table api_keys in access exclusive mode`
    subscribe('http.server.request.start', seen)
    const headers = { Accept: 'text/event-stream', Authorization: `Bearer ${owner.key}` }
    const request = get(`${world.url}/api/projects/${projectId}/events`, { headers, agent: false })
    request.on('error', () => {})
    const response = await arrived.promise
    unsubscribe('http.server.request.start', seen)
    await lockWaits(world)
    const gone = once(response, 'close')
    request.destroy()
    await gone
  })
  const stream = await openStream(world.url, projectId, { key: owner.key })
  stream.cut()
})

test('429 for too many streams of one credential, or too many attempts', async () => {
  const world = await startWorld()
  const { id, owner } = await world.project()
  const key = { key: owner.key }
  const streams = await Promise.all(Array.from({ length: 100 }, () => openStream(world.url, id, key)))
  const headers = { Accept: 'text/event-stream' }
  const refused = await world.call(`GET /api/projects/${id}/events`, { ...key, headers })
  assert.deepEqual([refused.status, refused.body.code], [429, 'rate_limited'])
  const other = await world.key(owner.userId, ['projects:read'])
  streams.push(await openStream(world.url, id, { key: other.key }))
  for (const stream of streams) stream.cut()

  const limited = await startWorld({ env: { RATE_LIMITS: 'default=1' } })
  const project = await limited.project()
  const stream = await openStream(limited.url, project.id, { key: project.owner.key })
  const path = `GET /api/projects/${project.id}/events`
  const spent = await limited.call(path, { key: project.owner.key, headers })
  assert.equal(spent.status, 429)
  assert.match(spent.headers.get('ratelimit')!, /^"default";r=0/)
  stream.cut()
})

test('revoking a key ends its stream, even without an event', async () => {
  const world = await startWorld({ streamPace: quickStreams })
  const { id, owner } = await world.project()
  const other = await world.key(owner.userId, ['projects:read'])
  const [revoked, kept] = [
    await openStream(world.url, id, { key: other.key }),
    await openStream(world.url, id, { key: owner.key }),
  ]
  await world.database.sql`update api_keys set revoked_at = now() where id = ${other.id}`
  await revoked.ended
  assert.equal(await gaugeOf(world, 'dailies_event_streams'), 1)
  kept.cut()
})

test('shutdown ends streams at once', async () => {
  const world = await startWorld({ env: { SHUTDOWN_SECONDS: '3600' } })
  const { id, owner } = await world.project()
  const stream = await openStream(world.url, id, { key: owner.key })
  await Promise.all([stream.ended, world.close()])
  assert.ok(stream.response.complete, 'it ends as a complete answer')
})

test('a reader that stops reading is disconnected, and the others get every event', async () => {
  const world = await startWorld()
  const { sql } = world.database
  const { id: projectId, owner } = await world.project()
  const quick = await openStream(world.url, projectId, { key: owner.key })
  const slow = openSocket(world.url)
  const headers: [string, string][] = [
    ['Accept', 'text/event-stream'],
    ['Authorization', `Bearer ${owner.key}`],
  ]
  slow.write(rawBytes({ method: 'GET', path: `/api/projects/${projectId}/events`, headers }))
  await once(slow, 'readable')
  await until(async () => (await gaugeOf(world, 'dailies_event_streams')) >= 2)
  // More than the buffers of both kernels hold.
  const filling = 'x'.repeat(30_000)
  let emitted = 0
  while ((await gaugeOf(world, 'dailies_event_streams')) > 1) {
    assert.ok(emitted < 2_000, 'the slow reader should have been disconnected')
    for (let i = 0; i < 50; i++, emitted++) {
      const data = { comment: { id: newUuid() }, file: null, type: filling }
      await emitEvent(sql, { workspaceId: world.workspaceId, projectId, type: 'reaction.created', data })
    }
    await numberAll(sql)
    await quick.until(() => quick.events.length === emitted)
  }
  const gone = once(slow, 'close')
  slow.on('error', () => {}).resume()
  await gone
  quick.cut()
})
