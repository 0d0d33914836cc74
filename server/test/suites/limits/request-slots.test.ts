// A request releases its slot however its connection ends: a client may reset it at any await.
import { subscribe } from 'node:diagnostics_channel'
import type { IncomingMessage } from 'node:http'
import type { Socket } from 'node:net'
import { after, test } from 'node:test'
import { z } from 'zod'
import { defineOperation, type Operation } from '../../../src/core/operation.ts'
import { openSocket, rawBytes } from '../../helpers/raw-http.ts'
import { until } from '../../helpers/until.ts'
import { startDatabaseProxy } from '../../stand-ins/database-proxy.ts'
import { startRedis, withoutRedis } from '../../stand-ins/redis-process.ts'
import { createGate, withOperations } from '../../worlds/test-operations.ts'
import { startWorld, type World } from '../../worlds/world.ts'

const count = 20

let arrived = 0
let closed = 0
const known = new WeakSet<Socket>()
subscribe('http.server.request.start', (message) => {
  const { request } = message as { request: IncomingMessage }
  if (request.url === '/metrics') return
  arrived++
  if (known.has(request.socket)) return
  known.add(request.socket)
  request.socket.once('close', () => closed++)
})

/** Opens requests on separate connections and waits until the server has received them. */
async function send(world: World, bytes: Buffer): Promise<Socket[]> {
  const before = arrived
  const sockets = Array.from({ length: count }, () => {
    const socket = openSocket(world.url).on('error', () => {})
    socket.write(bytes)
    return socket
  })
  await until(() => arrived === before + count)
  return sockets
}

/** Resets the connections and waits until the server notices. */
async function reset(sockets: Socket[]): Promise<void> {
  const before = closed
  for (const socket of sockets) socket.resetAndDestroy()
  await until(() => closed >= before + sockets.length)
}

async function inFlight(world: World): Promise<number> {
  const { body } = await world.call('GET /metrics')
  return Number(/^dailies_http_requests_in_flight (\d+)/m.exec(body)![1])
}

/** Asserts that the request that reads the metrics is the only one. */
async function assertNoneLeft(world: World): Promise<void> {
  await until(async () => (await inFlight(world)) === 1)
}

function rawGet(path: string, key: string): Buffer {
  const headers: [string, string][] = [['Authorization', `Bearer ${key}`]]
  const text = rawBytes({ method: 'GET', path, headers }).toString()
  return Buffer.from(text.replace('Connection: close\r\n', ''))
}

/** `GET /api/test/wait` takes the fast path, waits until it is released, and then fails. */
function createWait() {
  const gate = Promise.withResolvers<void>()
  after(() => gate.resolve())
  const declaration = defineOperation({
    http: 'GET /api/test/wait',
    client: 'test.wait',
    summary: 'Waits, then fails.',
    scope: null,
    tier: 'default',
    input: z.strictObject({}),
    output: [200, z.object({})],
    async handler() {
      await gate.promise
      throw new Error('the handler failed')
    },
  })
  return { operation: { ...declaration, name: 'wait' } as Operation, open: () => gate.resolve() }
}

test('connections reset while the rate limiter waits for Redis: no slot is kept', {
  skip: withoutRedis,
}, async () => {
  const redis = await startRedis()
  const world = await startWorld({ env: { REDIS_URL: redis.url, RATE_LIMITS: 'default=1' } })
  const { key } = await world.person()
  // Until Redis counts: the second call within a minute is refused.
  await until(async () => (await world.call('GET /api/ping', { key })).status === 429)
  await world.call('GET /api/ping', { key })
  redis.pause()
  await reset(await send(world, rawGet('/api/ping', key)))
  redis.resume()
  await assertNoneLeft(world)
})

test('connections reset while the handler works: no slot is kept', async () => {
  const wait = createWait()
  const world = await startWorld({ operations: withOperations(wait.operation) })
  const { key } = await world.person()
  await world.call('GET /api/ping', { key })
  await reset(await send(world, rawGet('/api/test/wait', key)))
  wait.open()
  await assertNoneLeft(world)
})

test('connections reset while the database is silent: no slot is kept', async () => {
  const proxy = await startDatabaseProxy()
  after(() => proxy.close())
  const world = await startWorld({ connection: (url) => proxy.through(url) })
  const { key } = await world.person()
  for (const path of ['/api/skills', '/api/projects']) {
    await world.call('GET /api/ping', { key })
    proxy.freeze()
    await reset(await send(world, rawGet(path, key)))
    proxy.cut()
    proxy.restore()
    await assertNoneLeft(world)
  }
})

test('a connection reset behind a request that is still worked on: no slot of the queue is kept', async () => {
  const gate = createGate()
  const world = await startWorld({ operations: withOperations(gate.operation) })
  const { key } = await world.person()
  const before = arrived
  const socket = openSocket(world.url).on('error', () => {})
  const headers: [string, string][] = [['Authorization', `Bearer ${key}`]]
  socket.write(
    rawBytes({ method: 'POST', path: '/api/test/gate', headers })
      .toString()
      .replace('Connection: close\r\n', ''),
  )
  for (let i = 1; i < count; i++) socket.write(rawGet(i % 2 === 0 ? '/api/ping' : '/api/projects', key))
  await until(() => arrived === before + count)
  await gate.waiting(1)
  await reset([socket])
  gate.open()
  await assertNoneLeft(world)
})
