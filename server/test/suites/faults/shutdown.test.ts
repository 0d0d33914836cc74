import assert from 'node:assert/strict'
import { once } from 'node:events'
import { test } from 'node:test'
import { assertProblem } from '../../helpers/answers.ts'
import { openSocket, rawBytes, readAnswers, sendRaw } from '../../helpers/raw-http.ts'
import { createGate, withOperations } from '../../worlds/test-operations.ts'
import { startWorld } from '../../worlds/world.ts'

async function startGated(env: Record<string, string> = {}) {
  const gate = createGate()
  const world = await startWorld({ operations: withOperations(gate.operation), env })
  const { key } = await world.person()
  return { gate, world, key }
}

test('a request in progress is finished, and no new one is accepted', async () => {
  const { gate, world, key } = await startGated({ SHUTDOWN_SECONDS: '120' })
  const call = world.call('POST /api/test/gate', { key, body: {} })
  await gate.waiting(1)
  const closing = world.close()
  await assert.rejects(sendRaw(world.url, { method: 'GET', path: '/healthz' }), 'a new connection is refused')
  gate.open()
  const answer = await call
  assert.deepEqual([answer.status, answer.body], [200, { data: { before: 0 } }])
  const start = performance.now()
  await closing
  assert.ok(
    performance.now() - start < 60_000,
    'the kept-alive connection of an answered request is not waited for',
  )
})

test('a write in progress is committed and acknowledged before the shutdown', async () => {
  const { gate, world, key } = await startGated()
  const headers = { 'Idempotency-Key': 'at-the-end' }
  const call = world.call('POST /api/test/gate', { key, body: {}, headers })
  await gate.waiting(1)
  const closing = world.close()
  gate.open()
  assert.equal((await call).status, 200)
  await closing
})

test('an idle connection does not delay the shutdown', async () => {
  const { world, key } = await startGated({ SHUTDOWN_SECONDS: '120' })
  await world.call('GET /api/ping', { key })
  const idle = openSocket(world.url)
  await once(idle, 'connect')
  const start = performance.now()
  await world.close()
  assert.ok(performance.now() - start < 60_000, 'the server waits for the shutdown time of two minutes')
  idle.destroy()
})

test('503 with a problem body: a new request on a connection in use', async () => {
  const { gate, world, key } = await startGated()
  const authorization: [string, string] = ['Authorization', `Bearer ${key}`]
  const socket = openSocket(world.url)
  const first = `POST /api/test/gate HTTP/1.1\r\nHost: test\r\n${authorization.join(': ')}\r\n\r\n`
  socket.write(first)
  await gate.waiting(1)
  const closing = world.close()
  socket.write(rawBytes({ method: 'GET', path: '/api/ping', headers: [authorization] }))
  gate.open()
  const [answer, refusal] = await readAnswers(socket)
  assert.equal(answer!.status, 200)
  // The connection may also be closed first.
  if (refusal) assert.equal(assertProblem(refusal).code, 'unavailable')
  await closing
})

test('a request that does not end in time is cut', async () => {
  const { gate, world, key } = await startGated({ SHUTDOWN_SECONDS: '1' })
  const call = world.call('POST /api/test/gate', { key, body: {} })
  const cut = assert.rejects(call)
  await gate.waiting(1)
  const start = performance.now()
  await world.close()
  await cut
  const ms = performance.now() - start
  assert.ok(ms >= 900, `took ${ms} ms`)
  gate.open()
})
