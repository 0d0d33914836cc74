// `authenticated` of an error: whether the credential of the request was accepted.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { revokeKey } from '../../../src/admin/accounts.ts'
import { assertProblem } from '../../helpers/answers.ts'
import { post, refusalOf } from '../../helpers/mcp-client.ts'
import { sendRaw } from '../../helpers/raw-http.ts'
import { createBreaker, withOperations } from '../../worlds/test-operations.ts'
import { type CallOptions, credentialHeaders, startWorld } from '../../worlds/world.ts'

const env = { BODY_LIMIT: '2048', RATE_LIMITS: 'default=1000,tier2=1,tier3=1000,tier4=1000,auth=20' }
const world = await startWorld({ operations: withOperations(createBreaker()), env })
const { id: projectId, owner } = await world.project()
const { key } = owner
const session = await world.session(owner.userId)
const scopeless = (await world.key(owner.userId, [])).key
const reviewer = await world.member(projectId, 'PROJECT_REVIEWER')
const folders = `POST /api/projects/${projectId}/folders`
const taken = { name: 'Taken' }
await world.call(folders, { key, body: taken })
await world.call(folders, { key, body: taken, headers: { 'Idempotency-Key': 'used' } })
const generate = `POST /api/projects/${projectId}/files/upload.generate`
await world.call(generate, { key, body: {} })

const known: [status: number, what: string, route: string, options: CallOptions][] = [
  [400, 'a bad input', folders, { key, body: {} }],
  [400, 'a bad input in a session', folders, { key: session, body: {} }],
  [400, 'broken JSON', folders, { key, body: '{' }],
  [400, 'a bad input, where no credential is needed', 'POST /api/access-links/join', { key, body: {} }],
  [403, 'a key without the scope', folders, { key: scopeless, body: taken }],
  [403, 'too low a role', folders, { key: reviewer.key, body: taken }],
  [403, 'a key where a session is needed', 'GET /api/account', { key }],
  [404, 'an unknown id', 'GET /api/files/nope', { key }],
  [409, 'a conflict', folders, { key, body: taken }],
  [413, 'a body that is too large', folders, { key, body: { name: 'x'.repeat(3_000) } }],
  [415, 'a body that is no JSON', folders, { key, body: 'x', headers: { 'Content-Type': 'text/plain' } }],
  [
    422,
    'a key of another request',
    folders,
    { key, body: { name: 'B' }, headers: { 'Idempotency-Key': 'used' } },
  ],
  [429, 'too many requests', generate, { key, body: {} }],
  [500, 'an unexpected error', 'POST /api/test/break', { key, body: { times: 1000 } }],
]

for (const [status, what, route, options] of known) {
  test(`${status}: ${what}: authenticated`, async () => {
    const answer = await world.call(route, options)
    assert.deepEqual([answer.status, answer.body.authenticated], [status, true], JSON.stringify(answer.body))
  })
}

const [[, cookie] = ['', '']] = credentialHeaders(world.url, session)
const foreign = { Cookie: cookie, Origin: 'https://evil.example' }
const unknown: [status: number, what: string, route: string, options: CallOptions][] = [
  [401, 'no credential', 'GET /api/ping', {}],
  [401, 'a wrong key', 'GET /api/ping', { key: 'rvk_nonsense' }],
  [401, 'a malformed header', 'GET /api/ping', { headers: { Authorization: 'Basic eDp5' } }],
  [401, 'a wrong cookie', 'GET /api/ping', { key: 'session:nonsense' }],
  [400, 'a bad input of a visitor', 'POST /api/access-links/join', { body: {} }],
  [403, 'a session from a foreign page', folders, { headers: foreign }],
  [404, 'a path that does not exist', 'GET /nowhere', { key }],
  [405, 'a method that the path does not take', 'PUT /api/ping', { key }],
]

for (const [status, what, route, options] of unknown) {
  test(`${status}: ${what}: not authenticated`, async () => {
    const answer = await world.call(route, options)
    assert.deepEqual([answer.status, answer.body.authenticated], [status, false], JSON.stringify(answer.body))
  })
}

test('400, 431: bytes that are not HTTP, and headers that are too large: not authenticated', async () => {
  const authorization: [string, string] = ['Authorization', `Bearer ${key}`]
  const twoHosts = {
    method: 'GET',
    path: '/api/ping',
    headers: [authorization, ['Host', 'b']] as [string, string][],
  }
  const large: [string, string] = ['X-Large', 'x'.repeat(20_000)]
  const huge = { method: 'GET', path: '/api/ping', headers: [authorization, large] }
  for (const [status, request] of [
    [400, twoHosts],
    [431, huge],
  ] as const) {
    const answer = await sendRaw(world.url, request)
    assert.deepEqual([answer.status, assertProblem(answer).authenticated], [status, false])
  }
})

test('over MCP: in the result of a tool and in errors of the protocol', async () => {
  const call = { method: 'tools/call', params: { name: 'get_file', arguments: { fileId: 'nope' } } }
  const refused = await post(world.url, key, call)
  assert.equal(refusalOf(refused.body.result).authenticated, true)
  const scope = await post(world.url, scopeless, call)
  assert.deepEqual([scope.status, scope.body.error.data.authenticated], [403, true])
  const stranger = await post(world.url, undefined, call)
  assert.deepEqual([stranger.status, stranger.body.error.data.authenticated], [401, false])
})

test('a revoked key is not authenticated within a second', async () => {
  const person = await world.person()
  assert.equal((await world.call('GET /api/files/nope', { key: person.key })).body.authenticated, true)
  await revokeKey(world.database, person.keyId)
  const inTime = performance.now() + 1_000
  let answer = await world.call('GET /api/files/nope', { key: person.key })
  // The last request starts after the second, however busy the machine is.
  for (let isLast = false; answer.status !== 401 && answer.status !== 429 && !isLast; ) {
    isLast = performance.now() >= inTime
    answer = await world.call('GET /api/files/nope', { key: person.key })
  }
  assert.equal(answer.body.authenticated, false)
})

test('429: too many wrong keys: not authenticated', async () => {
  let answer = await world.call('GET /api/ping', { key: 'rvk_wrong' })
  for (let i = 0; i < 25 && answer.status === 401; i++)
    answer = await world.call('GET /api/ping', { key: 'rvk_wrong' })
  assert.deepEqual([answer.status, answer.body.authenticated], [429, false])
})
