import assert from 'node:assert/strict'
import { randomBytes } from 'node:crypto'
import { once } from 'node:events'
import { connect, type Socket } from 'node:net'
import { test } from 'node:test'
import { setTimeout as pause } from 'node:timers/promises'
import { eTagOf } from '../../../src/storage/fixtures/client.ts'
import { assertProblem } from '../../helpers/answers.ts'
import { openSocket, readAnswer, readAnswers } from '../../helpers/raw-http.ts'
import { until } from '../../helpers/until.ts'
import { sendParts } from '../../helpers/uploads.ts'
import { startWorld } from '../../worlds/world.ts'

const requestSeconds = 1
const world = await startWorld({ env: { REQUEST_SECONDS: String(requestSeconds) } })
const { id: projectId, owner } = await world.project()

/** Sends a few bytes repeatedly until the connection ends. */
async function drip(socket: Socket, bit: string): Promise<void> {
  socket.on('error', () => {})
  while (!socket.destroyed) {
    socket.write(bit)
    await pause(50)
  }
}

/** A request whose body never ends. */
function startSlowBody(socket: Socket): void {
  const headers = ['Host: test', `Authorization: Bearer ${owner.key}`, 'Content-Type: application/json']
  socket.write(
    `POST /api/projects HTTP/1.1\r\n${headers.join('\r\n')}\r\nContent-Length: 100000\r\n\r\n{"name": "`,
  )
  drip(socket, 'a')
}

async function newPart(size: number): Promise<{ fileId: string; path: string }> {
  const route = `POST /api/projects/${projectId}/files/upload.multipart`
  const { body } = await world.call(route, { key: owner.key, body: { name: 'slow.bin', size } })
  const { pathname, search } = new URL(body.data.parts[0].url)
  return { fileId: body.data.id, path: pathname + search }
}

test('408: a client that drips its headers is cut, and others are served meanwhile', async () => {
  const socket = openSocket(world.url)
  socket.write('GET /api/ping HTTP/1.1\r\nHost: test\r\n')
  drip(socket, 'X-Drip: 1\r\n')
  const served = await world.call('GET /api/ping', { key: owner.key })
  const answer = await readAnswer(socket)
  assert.equal(served.status, 200)
  assert.equal(answer.status, 408)
  assert.equal(assertProblem(answer).authenticated, false)
})

test('408: a client that drips its JSON is cut, and others are served meanwhile', async () => {
  const socket = openSocket(world.url)
  startSlowBody(socket)
  const served = await world.call('GET /api/ping', { key: owner.key })
  const answer = await readAnswer(socket)
  assert.equal(served.status, 200)
  assert.equal(answer.status, 408)
  assert.equal(assertProblem(answer).authenticated, true)
})

test('a client that goes on dripping after its 408 does not keep the connection', {
  timeout: 10_000,
}, async () => {
  const { hostname, port } = new URL(world.url)
  const socket = connect({ port: Number(port), host: hostname, allowHalfOpen: true })
  startSlowBody(socket)
  const closed = new Promise((done) => socket.once('close', done))
  const [answer] = (await once(socket, 'data')) as [Buffer]
  assert.match(String(answer), /^HTTP\/1\.1 408 /)
  await closed
})

test('200: a part may take its time; what follows on its connection may not', async () => {
  const bytes = randomBytes(40_000)
  const { fileId, path } = await newPart(bytes.length)
  const socket = openSocket(world.url)
  const answers = readAnswers(socket, 20_000)
  socket.write(`PUT ${path} HTTP/1.1\r\nHost: test\r\nContent-Length: ${bytes.length}\r\n\r\n`)
  const pieces = 40
  const length = bytes.length / pieces
  const start = performance.now()
  for (let i = 0; i < pieces; i++) {
    await pause((3 * requestSeconds * 1000) / pieces)
    socket.write(bytes.subarray(i * length, (i + 1) * length))
  }
  assert.ok(performance.now() - start > 2 * requestSeconds * 1000)
  socket.write('GET /api/ping HTTP/1.1\r\nHost: test\r\n')
  drip(socket, 'X-Drip: 1\r\n')
  const [part, next] = await answers
  const eTag = eTagOf(bytes)
  assert.equal(part?.status, 200)
  assert.equal(part.headers.find(([name]) => name === 'etag')?.[1], `"${eTag}"`)
  assert.equal(next?.status, 408)
  const parts = [{ partNumber: 1, eTag }]
  const completed = await world.call(`POST /api/files/${fileId}/upload.complete`, {
    key: owner.key,
    body: { parts },
  })
  assert.equal(completed.status, 204)
})

test('408: a part that comes slower than the minimum rate is cut, and can be sent again', async () => {
  const bytes = randomBytes(1_000)
  const { path } = await newPart(bytes.length)
  const socket = openSocket(world.url)
  socket.write(`PUT ${path} HTTP/1.1\r\nHost: test\r\nContent-Length: ${bytes.length}\r\n\r\n`)
  drip(socket, 'x')
  const answer = await readAnswer(socket, 10_000)
  assert.equal(answer.status, 408)
  assertProblem(answer)
  await slotsFree()
  const again = await fetch(world.url + path, { method: 'PUT', body: bytes })
  assert.equal(again.status, 200)
})

test('429: one part sent many times at once; the others are not held up', async () => {
  const { path } = await newPart(1_000)
  let refused: Response
  do {
    const sockets = Array.from({ length: 4 }, () => openSocket(world.url))
    for (const socket of sockets) {
      socket.on('error', () => {})
      socket.write(`PUT ${path} HTTP/1.1\r\nHost: test\r\nContent-Length: 1000\r\n\r\n`)
      drip(socket, 'xxxxxxxxxxxxxxxxxxxx')
    }
    const allOpen = () => sockets.every(({ closed }) => !closed)
    await until(async () => !allOpen() || (await gauge('dailies_http_transfers')) >= sockets.length)
    refused = await fetch(world.url + path, { method: 'PUT', body: randomBytes(1_000) })
    for (const socket of sockets) socket.destroy()
    await slotsFree()
    // On a busy machine, the server may have cut one of the four as too slow before the fifth came.
  } while (refused.status === 200)
  assert.equal(refused.status, 429)
  assert.match(refused.headers.get('retry-after')!, /^[1-9]/)
})

test('a client that does not read a download is cut', async () => {
  const bytes = randomBytes(2 ** 24)
  const route = `POST /api/projects/${projectId}/files/upload.multipart`
  const upload = await world.call(route, { key: owner.key, body: { name: 'big.bin', size: bytes.length } })
  const { id: fileId, parts: urls } = upload.body.data
  const parts = await sendParts(urls, bytes)
  await world.call(`POST /api/files/${fileId}/upload.complete`, { key: owner.key, body: { parts } })
  const { body } = await world.call(`GET /api/files/${fileId}/download`, { key: owner.key })
  const { pathname, search } = new URL(body.data.url)
  const socket = openSocket(world.url).pause()
  socket.write(`GET ${pathname}${search} HTTP/1.1\r\nHost: test\r\n\r\n`)
  await cutBy(socket)
})

test('a client that does not read its answers is cut, and keeps no slot meanwhile', async () => {
  const socket = openSocket(world.url).pause()
  // More than the buffers of both kernels hold.
  socket.write('GET /openapi.json HTTP/1.1\r\nHost: test\r\n\r\n'.repeat(100))
  await cutBy(socket)
})

async function gauge(name: string): Promise<number> {
  const { body } = await world.call('GET /metrics')
  return Number(new RegExp(`^${name} (\\d+)`, 'm').exec(body)![1])
}

/** Resolves when the request that reads the metrics is the only one in progress. */
async function slotsFree(): Promise<void> {
  await until(
    async () =>
      (await gauge('dailies_http_requests_in_flight')) <= 1 && (await gauge('dailies_http_transfers')) === 0,
  )
}

/** Waits until the server has cut a client that does not read. */
async function cutBy(socket: Socket): Promise<void> {
  const before = await gauge('dailies_http_requests_cut_total')
  await until(async () => (await gauge('dailies_http_requests_cut_total')) !== before)
  await slotsFree()
  const closed = once(socket, 'close')
  socket.on('error', () => {}).resume()
  await closed
}
