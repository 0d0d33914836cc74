import assert from 'node:assert/strict'
import { text } from 'node:stream/consumers'
import { test } from 'node:test'
import { openSocket, type RawRequest, rawBytes } from '../../../../test/helpers/raw-http.ts'
import { startWorld } from '../../../../test/worlds/world.ts'

const world = await startWorld()
const { key } = await world.person()
const ping: RawRequest = { method: 'GET', path: '/api/ping', headers: [['Authorization', `Bearer ${key}`]] }

test('requests on one connection are answered in order, with and without a body', async () => {
  // Caches the token, so that the requests below take the fast path.
  const first = await world.call('GET /api/ping', { key })
  const requests: RawRequest[] = [
    ping,
    { ...ping, body: '{"a":1}' },
    { ...ping, path: '/api/projects' },
    { ...ping, method: 'HEAD' },
    { ...ping, headers: [...ping.headers!, ['Transfer-Encoding', 'chunked']], body: '1\r\na\r\n0\r\n\r\n' },
    ping,
  ]
  const ids = requests.map((_, i) => `request-${i}`)
  const bytes = requests.map((request, i) =>
    rawBytes(
      { ...request, headers: [...request.headers!, ['X-Request-Id', ids[i]!]] },
      i === requests.length - 1 ? 'close' : 'keep-alive',
    ),
  )
  const socket = openSocket(world.url)
  socket.write(Buffer.concat(bytes))
  const answers = await text(socket)
  assert.deepEqual(answers.match(/request-\d/g), ids)
  assert.equal(answers.split('HTTP/1.1 200 OK\r\n').length - 1, requests.length)
  // Not of the list of projects, and not of HEAD.
  assert.equal(answers.split(JSON.stringify(first.body)).length - 1, requests.length - 2)
})
