import assert from 'node:assert/strict'
import { test } from 'node:test'
import { assertProblem } from './answers.ts'
import { openSocket, readAnswer } from './raw-http.ts'
import { startWorld } from './world.ts'

const world = await startWorld()

test('408: a client that drips its headers is cut, and others are served meanwhile', async () => {
  const { key } = await world.person()
  const socket = openSocket(world.url)
  socket.write('GET /api/ping HTTP/1.1\r\nHost: test\r\n')
  const dripping = setInterval(() => socket.write('X-Drip: 1\r\n'), 250)
  const served = await world.call('GET /api/ping', { key })
  const start = performance.now()
  const answer = await readAnswer(socket, 20_000).finally(() => clearInterval(dripping))
  assert.equal(served.status, 200)
  assert.ok(performance.now() - start < 17_000)
  assert.equal(answer.status, 408)
  assertProblem(answer)
})
