import assert from 'node:assert/strict'
import { createHash, randomBytes } from 'node:crypto'
import { once } from 'node:events'
import { connect, type Socket } from 'node:net'
import { test } from 'node:test'
import { setTimeout as pause } from 'node:timers/promises'
import { assertProblem } from './answers.ts'
import { openSocket, readAnswer, readAnswers } from './raw-http.ts'
import { startWorld } from './world.ts'

const requestSeconds = 1
const world = await startWorld({ env: { REQUEST_SECONDS: String(requestSeconds) } })
const { id: projectId, owner } = await world.project()

/** Sends a bit, again and again, until the connection ends. */
async function drip(socket: Socket, bit: string): Promise<void> {
  socket.on('error', () => {})
  while (!socket.destroyed) {
    socket.write(bit)
    await pause(50)
  }
}

/** A request whose body never comes to its end. */
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
  assertProblem(answer)
})

test('408: a client that drips its JSON is cut, and others are served meanwhile', async () => {
  const socket = openSocket(world.url)
  startSlowBody(socket)
  const served = await world.call('GET /api/ping', { key: owner.key })
  const answer = await readAnswer(socket)
  assert.equal(served.status, 200)
  assert.equal(answer.status, 408)
  assertProblem(answer)
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
  const bytes = randomBytes(1_000)
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
  const eTag = createHash('md5').update(bytes).digest('hex')
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
