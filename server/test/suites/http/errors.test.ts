import assert from 'node:assert/strict'
import { test } from 'node:test'
import { errorCodes } from '../../../src/core/errors.ts'
import { methodAndPath } from '../../../src/core/operation.ts'
import { withImageOperations } from '../../../src/operations/image-operations.ts'
import { operations as listed } from '../../../src/service.ts'
import { assertProblem } from '../../helpers/answers.ts'
import { header, sendRaw } from '../../helpers/raw-http.ts'
import { createBreaker, secretOfTheInside, withOperations } from '../../worlds/test-operations.ts'
import { startWorld } from '../../worlds/world.ts'

const world = await startWorld({ operations: withOperations(createBreaker()), env: { BODY_LIMIT: '2048' } })
const { id: projectId, owner } = await world.project()
const route = `POST /api/projects/${projectId}/folders`
const authorization: [string, string] = ['Authorization', `Bearer ${owner.key}`]

const refusals: [status: number, route: string, options: Parameters<typeof world.call>[1]][] = [
  [400, route, { key: owner.key, body: {} }],
  [401, 'GET /api/ping', {}],
  [403, route, { key: (await world.key(owner.userId, [])).key, body: {} }],
  [404, 'GET /nowhere', {}],
  [404, 'POST /api/projects/nope/folders', { key: owner.key, body: { name: 'x' } }],
  [405, 'PUT /api/ping', {}],
  [413, route, { key: owner.key, body: { name: 'x'.repeat(3_000) } }],
  [415, route, { key: owner.key, body: 'x', headers: { 'Content-Type': 'text/plain' } }],
]

for (const [status, refused, options] of refusals) {
  test(`${status}: ${refused.replace(projectId, ':id')} returns a problem to clients that accept JSON`, async () => {
    const plain = await world.call(refused, options)
    assert.equal(plain.status, status)
    assert.equal(plain.headers.get('content-type'), 'application/json; charset=utf-8')
    for (const accept of ['application/problem+json', 'text/html, application/problem+json;q=0.9']) {
      const headers = { ...options?.headers, Accept: accept }
      const asked = await world.call(refused, { ...options, headers })
      assert.equal(asked.headers.get('content-type'), 'application/problem+json; charset=utf-8')
      assert.deepEqual({ ...asked.body, requestId: '' }, { ...plain.body, requestId: '' })
    }
  })
}

test('400: every invalid field is named at once, by a JSON pointer', async () => {
  const body = { name: '', parent: { id: 'nope', 'a/b~c': 1 }, extra: 1 }
  const answer = await world.call(route, { key: owner.key, body })
  const paths = answer.body.errors.map((error: { path: string }) => error.path)
  assert.deepEqual(paths.sort(), ['/extra', '/name', '/parent/a~1b~0c', '/parent/id'])
})

test('401: says how to authenticate', async () => {
  const missing = await world.call('GET /api/ping')
  const wrong = await world.call('GET /api/ping', { key: 'nonsense' })
  assert.match(missing.headers.get('www-authenticate')!, /^Bearer resource_metadata="http[^"]+"$/)
  assert.match(wrong.headers.get('www-authenticate')!, /^Bearer error="invalid_token", resource_metadata="/)
  const metadata = await world.call('GET /.well-known/oauth-protected-resource')
  assert.equal(metadata.status, 200)
})

test('403: names the scope that is missing', async () => {
  const { key } = await world.key(owner.userId, ['folders:read'])
  const answer = await world.call(route, { key, body: { name: 'x' } })
  const challenge = answer.headers.get('www-authenticate')
  assert.equal(challenge, 'Bearer error="insufficient_scope", scope="folders:write"')
})

const operations = withImageOperations(listed)
const methods = ['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE', 'QUERY', 'OPTIONS', 'TRACE', 'PROPFIND']

for (const path of new Set(operations.map((operation) => methodAndPath(operation).path))) {
  test(`405: ${path} names its methods and refuses all others`, async () => {
    const declared = operations.map(methodAndPath).filter((other) => other.path === path)
    const taken = new Set<string>(declared.map(({ method }) => method))
    if (taken.has('QUERY')) taken.add('GET')
    if (taken.has('GET')) taken.add('HEAD')
    const concrete = path.replace(/:\w+/g, 'some-id')
    for (const method of methods) {
      // For methods that /projects/search does not have, `search` is the id of a project.
      if (taken.has(method) || reaches(method, concrete)) continue
      const answer = await sendRaw(world.url, { method, path: concrete, headers: [authorization] })
      const shown = `${method} ${answer.status} ${answer.body}`
      assert.equal(answer.status, 405, shown)
      assert.deepEqual(header(answer, 'allow')?.split(', '), [...taken].sort(), shown)
      if (method !== 'HEAD') assertProblem(answer)
    }
  })
}

/** Whether an operation with parameters in its path takes the method on this path. */
function reaches(method: string, concrete: string): boolean {
  return operations.map(methodAndPath).some((declared) => {
    return (
      declared.method === method && new RegExp(`^${declared.path.replace(/:\w+/g, '[^/]+')}$`).test(concrete)
    )
  })
}

test('405: routes that are not operations, too', async () => {
  for (const [call, allow] of [
    ['POST /healthz', 'GET, HEAD'],
    ['PUT /openapi.json', 'GET, HEAD'],
    ['DELETE /storage/objects/a', 'GET, HEAD'],
    ['DELETE /sign-in', 'GET, HEAD, POST'],
  ] as const) {
    const { status, headers } = await world.call(call)
    assert.deepEqual([status, headers.get('allow')], [405, allow], call)
  }
})

test('404, 405: whatever the body', async () => {
  const bodies: [string, string][] = [
    ['application/json', '{'],
    ['text/plain', 'x'],
  ]
  for (const [type, body] of bodies) {
    for (const method of ['POST', 'PUT', 'PATCH', 'QUERY', 'DELETE']) {
      const headers: [string, string][] = [['Content-Type', type]]
      const nowhere = await sendRaw(world.url, { method, path: '/nowhere', headers, body })
      assert.equal(nowhere.status, 404, `${method} ${type} ${nowhere.body}`)
      const ping = await sendRaw(world.url, { method, path: '/api/ping', headers, body })
      assert.equal(ping.status, 405, `${method} ${type} ${ping.body}`)
    }
  }
})

test('413: a body over the limit is refused before it is read, the limit itself is not', async () => {
  const body = (length: number) => `{"name":"x"${' '.repeat(length - 12)}}`
  const headers: [string, string][] = [authorization, ['Content-Type', 'application/json']]
  const path = `/api/projects/${projectId}/folders`
  const fits = await sendRaw(world.url, { method: 'POST', path, headers, body: body(2_048) })
  assert.equal(fits.status, 201)
  const over = await sendRaw(world.url, { method: 'POST', path, headers, body: body(2_049) })
  assert.equal(assertProblem(over).code, 'body_too_large')
  const announced: [string, string][] = [...headers, ['Content-Length', '1000000000']]
  const unread = await sendRaw(world.url, { method: 'POST', path, headers: announced, body: '{' })
  assert.equal(assertProblem(unread).code, 'body_too_large')
  const chunks = `${'400\r\n'}${'a'.repeat(1_024)}\r\n`.repeat(3)
  const chunked: [string, string][] = [...headers, ['Transfer-Encoding', 'chunked']]
  const streamed = await sendRaw(world.url, {
    method: 'POST',
    path,
    headers: chunked,
    body: `${chunks}0\r\n\r\n`,
  })
  assert.equal(assertProblem(streamed).code, 'body_too_large')
})

for (const type of ['text/plain', 'application/x-www-form-urlencoded', 'application/jsonx', 'json', '']) {
  test(`415: a body of type "${type}"`, async () => {
    const headers = { 'Content-Type': type }
    const answer = await world.call(route, { key: owner.key, body: '{"name":"Typed"}', headers })
    assert.deepEqual([answer.status, answer.body.code], [415, 'unsupported_media_type'])
  })
}

test('201: every JSON content type is accepted', async () => {
  for (const type of ['application/json;charset=UTF-8', 'Application/JSON', 'application/vnd.dailies+json']) {
    const headers = { 'Content-Type': type }
    const answer = await world.call(route, { key: owner.key, body: { name: type.slice(0, 40) }, headers })
    assert.equal(answer.status, 201, type)
  }
})

test('400: a body that is not UTF-8 is not guessed at', async () => {
  const answer = await sendRaw(world.url, {
    method: 'POST',
    path: `/api/projects/${projectId}/folders`,
    headers: [authorization, ['Content-Type', 'application/json']],
    body: Buffer.from('{"name":"caf\xe9"}', 'latin1'),
  })
  assert.equal(answer.status, 400, answer.body)
})

test('500: an unexpected error reveals no internals', async () => {
  const answer = await sendRaw(world.url, {
    method: 'POST',
    path: '/api/test/break',
    headers: [authorization, ['Content-Type', 'application/json']],
    body: '{"times":1000}',
  })
  assert.equal(assertProblem(answer).code, 'internal')
  assert.doesNotMatch(answer.body, new RegExp(secretOfTheInside))
})

test('every code has an entry at its `type` URL', async () => {
  const { type } = (await world.call('GET /nowhere')).body
  const page = await world.call(`GET ${new URL(type).pathname}`)
  for (const code of Object.keys(errorCodes)) assert.match(page.body, new RegExp(`id="${code}"`))
})
