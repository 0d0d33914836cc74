import assert from 'node:assert/strict'
import { test } from 'node:test'
import { assertProblem } from '../../helpers/answers.ts'
import { header, sendRaw } from '../../helpers/raw-http.ts'
import { until } from '../../helpers/until.ts'
import { createGate, withOperations } from '../../worlds/test-operations.ts'
import { startWorld } from '../../worlds/world.ts'

test('503: beyond MAX_REQUESTS, at once and with Retry-After; probes are still answered', async () => {
  const gate = createGate()
  const world = await startWorld({ operations: withOperations(gate.operation), env: { MAX_REQUESTS: '3' } })
  const { key } = await world.person()
  const busy = Array.from({ length: 3 }, () => world.call('POST /api/test/gate', { key, body: {} }))
  await gate.waiting(3)

  const authorization: [string, string] = ['Authorization', `Bearer ${key}`]
  const shed = await sendRaw(world.url, { method: 'GET', path: '/api/ping', headers: [authorization] })
  const { code, authenticated } = assertProblem(shed)
  assert.deepEqual([code, authenticated], ['unavailable', false])
  assert.equal(header(shed, 'retry-after'), '1')
  assert.equal((await world.call('GET /healthz')).status, 200)

  const asked: [string, string][] = [
    ['Accept', 'application/problem+json'],
    ['X-Request-Id', 'shed-request-id'],
  ]
  const conventional = await sendRaw(world.url, { method: 'GET', path: '/api/ping', headers: asked })
  assert.equal(header(conventional, 'content-type'), 'application/problem+json; charset=utf-8')
  assert.equal(header(conventional, 'x-request-id'), 'shed-request-id')

  gate.open()
  for (const answer of await Promise.all(busy)) assert.equal(answer.status, 200)
  assert.equal((await world.call('GET /api/ping', { key })).status, 200)
  const metrics = await world.call('GET /metrics')
  assert.match(metrics.body, /^dailies_http_requests_shed_total [1-9]/m)
})

test('503: a server that answers no request reports it at /readyz, then at /healthz, and recovers', async () => {
  const gate = createGate()
  const env = { MAX_REQUESTS: '2', REQUEST_SECONDS: '1' }
  const world = await startWorld({ operations: withOperations(gate.operation), env })
  const { key } = await world.person()
  const busy = Array.from({ length: 2 }, () => world.call('POST /api/test/gate', { key, body: {} }))
  await gate.waiting(2)
  assert.equal((await world.call('GET /readyz')).status, 200)
  const answers = (route: string, status: number) =>
    until(
      async () => {
        const answer = await world.call(route)
        return answer.status === status && answer
      },
      () => `${route} returns ${status}`,
    )
  const unready = await answers('GET /readyz', 503)
  assert.match(unready.body.message, /^answers_nobody: /)
  assert.equal(unready.headers.get('retry-after'), '1')
  await answers('GET /healthz', 503)
  gate.open()
  await Promise.all(busy)
  for (const route of ['GET /readyz', 'GET /healthz']) await answers(route, 200)
})

test('a request whose client disconnects frees its slot', async () => {
  const gate = createGate()
  const world = await startWorld({ operations: withOperations(gate.operation), env: { MAX_REQUESTS: '1' } })
  const { key } = await world.person()
  const abort = new AbortController()
  const gone = fetch(`${world.url}/api/test/gate`, {
    method: 'POST',
    headers: { Authorization: `Bearer ${key}` },
    signal: abort.signal,
  })
  await gate.waiting(1)
  assert.equal((await world.call('GET /api/ping', { key })).status, 503)
  abort.abort()
  await assert.rejects(gone)
  gate.open()
  await until(async () => (await world.call('GET /api/ping', { key })).status === 200)
})
