// Hostile requests to /mcp are refused in the form of the protocol, and none causes an internal error.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { hostileBodies } from '../../helpers/hostile-requests.ts'
import { post, refusalOf } from '../../helpers/mcp-client.ts'
import { exchange, rawBytes } from '../../helpers/raw-http.ts'
import { startWorld, type World } from '../../worlds/world.ts'

const world = await startWorld()
const remote = await startWorld({ env: { BASE_URL: 'https://review.example.com' } })
const { key } = await world.person()
const { key: remoteKey } = await remote.person()
const asked = { method: 'tools/list' }

/** `fetch` sets Host itself, so this goes out as bytes. */
async function withHost(to: World, host: string, bearer: string): Promise<string> {
  const headers: [string, string][] = [
    ['Content-Type', 'application/json'],
    ['Accept', 'application/json, text/event-stream'],
    ['Authorization', `Bearer ${bearer}`],
  ]
  const body = '{"jsonrpc":"2.0","id":1,"method":"ping"}'
  const bytes = rawBytes({ method: 'POST', path: '/mcp', headers, body })
  const answer = await exchange(
    to.url,
    Buffer.from(bytes.toString('latin1').replace('Host: test', `Host: ${host}`)),
  )
  const code = /"code":"(\w+)"/.exec(answer.body)?.[1]
  return `${answer.status}${code ? ` ${code}` : ''}`
}

test('403: a Host other than this server', async () => {
  for (const host of ['localhost:8080', '127.0.0.1', '[::1]:9', 'LOCALHOST'])
    assert.equal(await withHost(world, host, key), '200', host)
  for (const host of ['evil.example', 'localhost.evil.example', '10.0.0.1', 'review.example.com'])
    assert.equal(await withHost(world, host, key), '403 host_refused', host)
  assert.equal(await withHost(remote, 'review.example.com', remoteKey), '200')
  for (const host of ['localhost', '127.0.0.1', 'example.com'])
    assert.equal(await withHost(remote, host, remoteKey), '403 host_refused', host)
})

test('403: an Origin other than this server, before the credential is checked', async () => {
  for (const origin of ['https://evil.example', 'null', 'http://localhost.evil.example', 'nonsense']) {
    for (const bearer of [key, undefined]) {
      const { status, body } = await post(world.url, bearer, asked, { Origin: origin })
      assert.deepEqual([status, body.error.data.code], [403, 'origin_refused'], origin)
    }
  }
  assert.equal((await post(world.url, key, asked, { Origin: 'http://localhost:3000' })).status, 200)
})

test('405 for methods other than POST; without a credential, 401', async () => {
  for (const method of ['GET', 'DELETE', 'PUT', 'PATCH', 'QUERY']) {
    const { status, headers, body } = await world.call(`${method} /mcp`, { key })
    assert.deepEqual([status, headers.get('allow')], [405, 'POST'])
    assert.equal(body.error.data.code, 'method_not_allowed')
    assert.equal((await world.call(`${method} /mcp`)).status, 401)
  }
})

test('400: a batch', async () => {
  for (const body of [[], [{ jsonrpc: '2.0', id: 1, method: 'ping' }], [[]], 'null', '1', '"text"']) {
    const answer = await world.call('POST /mcp', { key, body })
    assert.equal(answer.status, 400)
    assert.equal(answer.body.jsonrpc, '2.0')
    assert.equal(answer.body.error.code, -32600)
  }
})

test('400: a body that is not JSON is a parse error', async () => {
  for (const body of ['{', '{"a":', 'hello', '{"__proto__":{}}']) {
    const answer = await world.call('POST /mcp', { key, body })
    assert.deepEqual([answer.status, answer.body.error.code], [400, -32700], body)
  }
})

test('413: a body over the limit', async () => {
  const answer = await world.call('POST /mcp', {
    key,
    body: JSON.stringify({ method: 'a'.repeat(1_100_000) }),
  })
  assert.equal(answer.status, 413)
  assert.equal(answer.body.error.data.code, 'body_too_large')
})

test('hostile bodies are refused, never with 5xx', async () => {
  for (const { what, headers, body } of hostileBodies) {
    const all: [string, string][] = [...headers, ['Authorization', `Bearer ${key}`], ['Accept', '*/*']]
    const bytes = rawBytes({ method: 'POST', path: '/mcp', headers: all, body })
    const { status } = await exchange(world.url, replaceHost(bytes))
    assert.ok(status >= 400 && status < 500, `${what}: ${status}`)
  }
})

test('any message gets an answer, never 5xx', async () => {
  const odd = fc.oneof(
    fc.string(),
    fc.integer(),
    fc.constant(null),
    fc.object({ maxDepth: 2 }),
    fc.array(fc.anything()),
  )
  const method = fc.constantFrom(
    ...['initialize', 'tools/call', 'tools/list', 'resources/read', 'skills/get', 'skills/list', 'ping'],
    ...[
      'server/discover',
      'subscriptions/listen',
      'prompts/get',
      'completion/complete',
      '__proto__',
      'toString',
    ],
  )
  const params = fc.oneof(odd, fc.record({ name: odd, arguments: odd, uri: odd, cursor: odd, _meta: odd }))
  const message = fc.record({
    jsonrpc: fc.oneof(fc.constant('2.0'), odd),
    id: odd,
    method: fc.oneof(method, odd),
    params,
  })
  await fc.assert(
    fc.asyncProperty(message, fc.boolean(), async (body, modern) => {
      const headers: Record<string, string> = { Accept: 'application/json, text/event-stream' }
      if (modern) headers['MCP-Protocol-Version'] = '2026-07-28'
      const { status } = await world.call('POST /mcp', { key, headers, body: JSON.stringify(body) })
      assert.ok(status < 500, String(status))
    }),
    { numRuns: 300 },
  )
})

test('any arguments get an answer, never an internal error', async () => {
  const names = [
    'create_folder',
    'list_projects',
    'update_skill',
    'create_file_comment',
    'set_version_status',
  ]
  await fc.assert(
    fc.asyncProperty(fc.constantFrom(...names), fc.object({ maxDepth: 3 }), async (name, input) => {
      const params = { name, arguments: JSON.parse(JSON.stringify(input)) }
      const { status, body } = await post(world.url, key, { method: 'tools/call', params })
      if (status === 400) return
      assert.equal(status, 200)
      const { isError } = body.result
      assert.ok(!isError || refusalOf(body.result).status < 500)
    }),
    { numRuns: 200 },
  )
})

function replaceHost(bytes: Buffer): Buffer {
  return Buffer.from(bytes.toString('latin1').replace('Host: test', 'Host: localhost'), 'latin1')
}
