// Requests whose body is still arriving hold no request slot, and unauthenticated ones have lower limits.
import assert from 'node:assert/strict'
import type { Socket } from 'node:net'
import { test } from 'node:test'
import { paths as oauthPaths } from '../../../src/auth/oauth/paths.ts'
import { methodAndPath } from '../../../src/core/operation.ts'
import { operations } from '../../../src/service.ts'
import { assertProblem } from '../../helpers/answers.ts'
import { header, openSocket, readAnswer, sendRaw } from '../../helpers/raw-http.ts'
import { until } from '../../helpers/until.ts'
import { createGate, withOperations } from '../../worlds/test-operations.ts'
import { startWorld, type World } from '../../worlds/world.ts'

async function gauge(world: World, name: string): Promise<number> {
  const { body } = await world.call('GET /metrics')
  return Number(new RegExp(`^${name} (\\d+)`, 'm').exec(body)![1])
}

const opened: Socket[] = []

/** Ends the requests at the end of a test: a shutdown waits for bodies that are arriving. */
function closeAll(): void {
  for (const socket of opened.splice(0)) socket.destroy()
}

const bodiesArriving = 'dailies_http_bodies_arriving'

function begin(world: World, line: string, headers: string[]) {
  const socket = openSocket(world.url).on('error', () => {})
  opened.push(socket)
  const lines = [`${line} HTTP/1.1`, 'Host: test', 'Connection: close', ...headers, 'Content-Length: 15']
  socket.write(`${lines.join('\r\n')}\r\n\r\n{"note":`)
  return socket
}

function beginSignIn(world: World) {
  const origin = world.url.replace('127.0.0.1', 'localhost')
  return begin(world, 'POST /sign-in', [
    'Content-Type: application/x-www-form-urlencoded',
    `Origin: ${origin}`,
  ])
}

test('503: a body that arrives when all slots are taken; while it arrives it takes none', async () => {
  const gate = createGate()
  const world = await startWorld({ operations: withOperations(gate.operation), env: { MAX_REQUESTS: '2' } })
  const { key } = await world.person()
  const json = ['Content-Type: application/json', `Authorization: Bearer ${key}`]
  const socket = begin(world, 'POST /api/test/gate', json)
  await until(async () => (await gauge(world, bodiesArriving)) >= 1)
  const busy = [world.call('POST /api/test/gate', { key, body: {} })]
  await gate.waiting(1)
  busy.push(world.call('POST /api/test/gate', { key, body: {} }))
  await gate.waiting(2)
  socket.write('"abcd"}')
  const answer = await readAnswer(socket)
  const { code, authenticated } = assertProblem(answer)
  assert.deepEqual([code, authenticated], ['unavailable', true])
  assert.equal(header(answer, 'retry-after'), '1')
  assert.equal(await gauge(world, bodiesArriving), 0)
  gate.open()
  for (const { status } of await Promise.all(busy)) assert.equal(status, 200)
})

test('408: over the limit of unauthenticated bodies, the oldest one is cut', async () => {
  const world = await startWorld({ env: { MAX_REQUESTS: '4' } })
  const oldest = beginSignIn(world)
  await until(async () => (await gauge(world, bodiesArriving)) >= 1)
  beginSignIn(world)
  await until(async () => (await gauge(world, bodiesArriving)) >= 2)
  const answer = readAnswer(oldest)
  beginSignIn(world)
  assert.equal(assertProblem(await answer).code, 'request_timeout')
  assert.equal(await gauge(world, bodiesArriving), 2)
  closeAll()
})

test('408: a body without a credential has REQUEST_SECONDS to arrive, at most ten', async () => {
  const world = await startWorld({ env: { REQUEST_SECONDS: '1' } })
  const answer = await readAnswer(beginSignIn(world))
  assert.equal(assertProblem(answer).code, 'request_timeout')
})

test('413: more than 64 KiB without a credential; with one, up to BODY_LIMIT', async () => {
  const world = await startWorld()
  const { id, owner } = await world.project()
  const filling = 'x'.repeat(65_536)
  const origin = world.url.replace('127.0.0.1', 'localhost')
  const forms: [string, string, [string, string][]][] = [
    ['/sign-in', `email=${filling}`, [['Content-Type', 'application/x-www-form-urlencoded']]],
    ['/api/access-links/join', JSON.stringify({ key: filling }), [['Content-Type', 'application/json']]],
  ]
  for (const [path, body, type] of forms) {
    const headers: [string, string][] = [...type, ['Origin', origin]]
    const sized = await sendRaw(world.url, { method: 'POST', path, headers, body })
    assert.equal(sized.status, 413, path)
    const chunked = `${body.length.toString(16)}\r\n${body}\r\n0\r\n\r\n`
    const encoding: [string, string] = ['Transfer-Encoding', 'chunked']
    const unsized = await sendRaw(world.url, {
      method: 'POST',
      path,
      headers: [...headers, encoding],
      body: chunked,
    })
    assert.equal(unsized.status, 413, path)
  }
  const known = await world.call(`POST /api/projects/${id}/folders`, {
    key: owner.key,
    body: { name: filling },
  })
  assert.equal(known.status, 400)
})

test('503: unauthenticated requests leave some slots to authenticated ones', async () => {
  const gate = createGate()
  const anybody = { ...gate.operation, credential: 'optional' as const }
  const world = await startWorld({ operations: withOperations(anybody), env: { MAX_REQUESTS: '5' } })
  const { key } = await world.person()
  const busy = Array.from({ length: 4 }, () => world.call('POST /api/test/gate', { body: {} }))
  await gate.waiting(4)
  assert.equal((await world.call('GET /sign-in')).status, 503)
  assert.equal((await world.call('GET /api/ping', { key })).status, 200)
  gate.open()
  for (const { status } of await Promise.all(busy)) assert.equal(status, 200)
})

test('no route keeps a slot while a body arrives', async () => {
  const world = await startWorld()
  const { key } = await world.person()
  const json = ['Content-Type: application/json', `Authorization: Bearer ${key}`]
  const form = [
    'Content-Type: application/x-www-form-urlencoded',
    `Origin: ${world.url.replace('127.0.0.1', 'localhost')}`,
  ]
  const calls = operations.map(methodAndPath).filter(({ method }) => method !== 'GET')
  for (const { method, path } of calls) {
    begin(world, `${method} ${path.replaceAll(/:\w+/g, crypto.randomUUID())}`, json)
  }
  for (const path of ['/sign-in', '/join/key', oauthPaths.token, oauthPaths.revocation]) {
    begin(world, `POST ${path}`, form)
  }
  for (const path of ['/mcp', oauthPaths.registration]) begin(world, `POST ${path}`, json)
  await until(async () => (await gauge(world, bodiesArriving)) >= calls.length / 2)
  await until(async () => (await gauge(world, 'dailies_http_requests_in_flight')) <= 1)
  closeAll()
})
