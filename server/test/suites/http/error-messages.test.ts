// Clients print only `message` and `code` of an error, so the message alone must say what is wrong.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { ApiError, errorCodes, maxMessageLength } from '../../../src/core/errors.ts'
import { methodAndPath, type Operation } from '../../../src/core/operation.ts'
import { operations } from '../../../src/service.ts'
import { type Binding, bindings, toCall } from '../../helpers/requests.ts'
import { newVersion, sampleFor, type Target } from '../../worlds/samples.ts'
import { startWorld } from '../../worlds/world.ts'

const world = await startWorld()

type Problem = { message: string; errors: { path: string; code: string; message: string }[] }

/** The first field and its problem come first, and the number of the other fields comes last. */
function assertStandsAlone({ message, errors }: Problem, shown: string): void {
  const [first, ...others] = errors
  assert.ok(first, shown)
  const name = /^`(.+?)`: ./s.exec(message)?.[1]
  if (first.path !== '') assert.deepEqual(name?.match(/[^.[\]]+/g)?.join('/'), first.path.slice(1), shown)
  const count = / \(and (\d+) more, see `errors`\)$/.exec(message)?.[1]
  assert.equal(Number(count ?? 0), others.length, shown)
  assert.ok(message.length <= maxMessageLength, shown)
}

for (const operation of operations) {
  for (const binding of bindings(operation, operations)) {
    test(`400: ${operation.name} (${binding}) names the first invalid field and counts the others`, async () => {
      const { id: projectId, owner } = await world.project()
      const target = await sampleFor(operation)(world, projectId, owner)
      const key = await world.credential(operation, owner)
      for (const [what, fields] of badFields(operation, target, binding)) {
        const { route, options } = toCall(operation, { ...target, fields }, binding)
        const answer = await world.call(route, { ...options, key })
        const shown = `${what}: ${answer.status} ${JSON.stringify(answer.body)}`
        assert.deepEqual([answer.status, answer.body.code], [400, 'invalid_request'], shown)
        assert.equal(answer.body.authenticated, true, shown)
        assertStandsAlone(answer.body, shown)
      }
    })
  }
}

function badFields(operation: Operation, { fields }: Target, binding: Binding): [string, Target['fields']][] {
  const unknown = { noSuchField: '1', norThisField: '2', neitherThat: '3' }
  const calls: [string, Target['fields']][] = [
    ['one unknown field', { ...fields, noSuchField: '1' }],
    ['three unknown fields', { ...fields, ...unknown }],
  ]
  const { method, pathKeys } = methodAndPath(operation)
  const names = Object.keys(operation.input.shape).filter((name) => !pathKeys.includes(name))
  // A query string has no objects of the wrong shape, only unknown fields.
  if (method === 'GET' || binding === 'get' || names.length === 0) return calls
  const odd = Object.fromEntries(names.map((name) => [name, { unexpected: [1] }]))
  return [...calls, ['every field of the wrong type', { ...odd, ...unknown }]]
}

for (const [code, [status, message]] of Object.entries(errorCodes)) {
  test(`${status}: the message of ${code} is complete without \`errors\``, () => {
    assert.doesNotMatch(message, /`errors`|says which/)
    assert.match(message, /^[A-Z].*\.$/)
  })
}

/** Completes an upload of which no part was sent. */
async function completeTooEarly(headers = {}) {
  const { id, owner } = await world.project()
  const upload = { name: 'a.png', size: 10 }
  const route = `POST /api/projects/${id}/files/upload.multipart`
  const started = await world.call(route, { key: owner.key, body: upload })
  const body = { parts: [1, 2].map((partNumber) => ({ partNumber, eTag: '"a"' })) }
  return () =>
    world.call(`POST /api/files/${started.body.data.id}/upload.complete`, { key: owner.key, body, headers })
}

test('409: names the first invalid field and counts the others', async () => {
  const complete = await completeTooEarly()
  const { status, body } = await complete()
  assert.deepEqual([status, body.code], [409, 'upload_incomplete'])
  assertStandsAlone(body, JSON.stringify(body))
  assert.match(
    body.message,
    /^`parts\[0\]`: part 1 is not stored\. Upload it, then complete the upload again \(and 1/,
  )
})

test('409: a retry with an Idempotency-Key gets the same message and the same fields', async () => {
  const complete = await completeTooEarly({ 'Idempotency-Key': 'complete-once' })
  const first = await complete()
  const second = await complete()
  assert.equal(first.status, 409)
  assert.equal(second.headers.get('idempotent-replayed'), 'true')
  assert.deepEqual({ ...second.body, requestId: '' }, { ...first.body, requestId: '' })
})

test('412: names the current ETag', async () => {
  const { id, owner } = await world.project()
  const { key } = owner
  const version = await newVersion(world, id, owner)
  const read = await world.call(`GET /api/versions/${version}`, { key })
  const headers = { 'If-Match': '"99"' }
  const answer = await world.call(`PATCH /api/versions/${version}`, { key, body: { name: 'x' }, headers })
  assert.deepEqual([answer.status, answer.body.code], [412, 'precondition_failed'])
  assert.ok(answer.body.message.includes(`its ETag is now ${read.headers.get('etag')}`), answer.body.message)
})

const field = (path: string, message = 'Must not be empty.') => ({ path, code: 'invalid', message })

test('nested fields are named as in programs, problems of the whole body without a field', () => {
  const of = (path: string, message?: string) =>
    new ApiError('invalid_request', { errors: [field(path, message)] }).message
  assert.equal(of('/files/3/tags/0/id'), '`files[3].tags[0].id`: must not be empty.')
  assert.equal(of('/a~1b~0c'), '`a/b~c`: must not be empty.')
  assert.equal(of('/url', 'YouTube has no such video.'), '`url`: YouTube has no such video.')
  assert.equal(of('', 'The body must be a JSON object.'), 'The body must be a JSON object.')
})

test('errors that are not listed are counted', () => {
  const errors = Array.from({ length: 130 }, (_, i) => field(`/field${i}`))
  const error = new ApiError('invalid_request', { errors, moreErrors: 20 })
  assert.equal(error.message, '`field0`: must not be empty (and 149 more, see `errors`)')
  assert.equal(error.errors.length, 100)
})

test('400: a hostile name of a field is cut, and the count stays', async () => {
  const { key } = await world.person()
  const names = { ['😀'.repeat(500)]: 1, [`${'x'.repeat(900)}`]: 1 }
  for (const body of [names, { name: 'n', ...names, sort: { ['y'.repeat(2_000)]: { z: 1 } } }]) {
    const answer = await world.call('POST /api/projects', { key, body })
    assert.equal(answer.status, 400)
    assert.ok(answer.body.message.length <= maxMessageLength)
    assert.match(answer.body.message, / more, see `errors`\)$/)
    assert.ok(answer.body.message.isWellFormed())
  }
})

test('400: the message holds no value of the request', async () => {
  const secret = 'correct-horse-battery-staple'
  for (const [route, body] of [
    ['POST /api/access-links/join', { key: [secret], password: { secret }, name: [secret] }],
    ['POST /api/projects', { name: [secret], accessRange: secret }],
  ] as const) {
    const { key } = await world.person()
    const answer = await world.call(route, { key, body })
    assert.equal(answer.status, 400)
    assert.ok(!JSON.stringify(answer.body).includes(secret), JSON.stringify(answer.body))
  }
})
