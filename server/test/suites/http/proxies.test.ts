// Proxies in front of the server: which ones it trusts, and what /metrics reveals.
import assert from 'node:assert/strict'
import { Writable } from 'node:stream'
import { test } from 'node:test'
import { pino } from 'pino'
import { exchange, sendRaw } from '../../helpers/raw-http.ts'
import { startWorld } from '../../worlds/world.ts'

function logged() {
  const lines: string[] = []
  const logger = pino(
    { level: 'warn' },
    new Writable({ write: (line, _encoding, done) => done(void lines.push(String(line))) }),
  )
  return { logger, warnings: () => lines.filter((line) => line.includes('X-Forwarded-For')) }
}

const forwarded = { headers: { 'X-Forwarded-For': '203.0.113.7' } }

test('X-Forwarded-For from a private peer that is not trusted: one warning, which names the setting', async () => {
  for (const env of [{}, { TRUST_PROXY: '10.0.0.0/8' }]) {
    const { logger, warnings } = logged()
    const world = await startWorld({ logger, env })
    await world.call('GET /healthz')
    assert.deepEqual(warnings(), [])
    for (let i = 0; i < 3; i++) await world.call('GET /healthz', forwarded)
    assert.equal(warnings().length, 1)
    assert.match(warnings()[0]!, /TRUST_PROXY=127\.0\.0\.1/)
  }
})

test('X-Forwarded-For from a trusted proxy: no warning, also when the client is on the same machine', async () => {
  const { logger, warnings } = logged()
  const world = await startWorld({ logger, env: { TRUST_PROXY: 'loopback' } })
  await world.call('GET /healthz', forwarded)
  await world.call('GET /healthz', { headers: { 'X-Forwarded-For': '127.0.0.1' } })
  assert.deepEqual(warnings(), [])
})

const hsts = 'strict-transport-security'

test('with an https BASE_URL every answer has Strict-Transport-Security; with http none has', async () => {
  const secure = await startWorld({ env: { BASE_URL: 'https://dailies.example.com' } })
  const plain = await startWorld()
  for (const [world, expected] of [
    [secure, 'max-age=31536000'],
    [plain, null],
  ] as const) {
    const { key } = await world.person()
    // Twice, because the second Ping takes the fast path.
    for (const [route, options] of [
      ['GET /api/ping', { key }],
      ['GET /api/ping', { key }],
      ['GET /api/ping', {}],
      ['QUERY /api/projects', { key }],
      ['GET /sign-in', {}],
      ['GET /nowhere', {}],
      ['GET /healthz', {}],
      ['GET /openapi.json', {}],
      ['POST /mcp', { key, body: {} }],
    ] as const) {
      const { headers } = await world.call(route, options)
      assert.equal(headers.get(hsts), expected, route)
    }
    const garbage = await exchange(world.url, Buffer.from('not http\r\n\r\n'))
    assert.equal(garbage.status, 400)
    assert.equal(new Map(garbage.headers).get(hsts) ?? null, expected, 'garbage')
  }
})

test('/metrics without a token: for direct requests from this machine; 403 through a proxy or by another name', async () => {
  const world = await startWorld({ env: { TRUST_PROXY: 'loopback' } })
  assert.equal((await world.call('GET /metrics')).status, 200)
  for (const headers of [
    { 'X-Forwarded-For': '127.0.0.1' },
    { 'X-Real-IP': '127.0.0.1' },
    { Forwarded: 'for=127.0.0.1' },
    { Via: '1.1 proxy' },
  ]) {
    const { status, body } = await world.call('GET /metrics', { headers })
    assert.deepEqual([status, body.code], [403, 'metrics_closed'], JSON.stringify(headers))
  }
  const rebound = await sendRaw(world.url, { method: 'GET', path: '/metrics' })
  assert.equal(rebound.status, 403)
})

test('/metrics with a token: for every client that has the token, from anywhere', async () => {
  const world = await startWorld({ env: { METRICS_TOKEN: 'a long secret' } })
  const bearer = { 'X-Forwarded-For': '203.0.113.7', Authorization: 'Bearer a long secret' }
  assert.equal((await world.call('GET /metrics', { headers: bearer })).status, 200)
  assert.equal((await world.call('GET /metrics')).status, 401)
})
