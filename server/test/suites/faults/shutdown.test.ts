import assert from 'node:assert/strict'
import { once } from 'node:events'
import { test } from 'node:test'
import { header, openSocket, readAnswers, sendRaw } from '../../helpers/raw-http.ts'
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

test('a request on a connection in use is answered, and the connection is closed', async () => {
  const { gate, world, key } = await startGated({ SHUTDOWN_SECONDS: '120' })
  const request = `POST /api/test/gate HTTP/1.1\r\nHost: test\r\nAuthorization: Bearer ${key}\r\n\r\n`
  const socket = openSocket(world.url)
  socket.write(request)
  await gate.waiting(1)
  const closing = world.close()
  await assert.rejects(sendRaw(world.url, { method: 'GET', path: '/healthz' }), 'a new connection is refused')
  socket.write(request)
  await gate.waiting(2)
  gate.open()
  const answers = await readAnswers(socket)
  assert.deepEqual(
    answers.map((answer) => [answer.status, header(answer, 'connection')]),
    [
      [200, 'keep-alive'],
      [200, 'close'],
    ],
  )
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
