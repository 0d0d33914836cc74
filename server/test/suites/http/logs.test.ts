import assert from 'node:assert/strict'
import { test } from 'node:test'
import { pino } from 'pino'
import { newApiKey } from '../../../src/auth/api-keys.ts'
import { createBreaker, secretOfTheInside, withOperations } from '../../worlds/test-operations.ts'
import { startWorld } from '../../worlds/world.ts'

const lines: string[] = []
const logger = pino({ level: 'debug' }, { write: (line: string) => void lines.push(line) })
const world = await startWorld({ logger, operations: withOperations(createBreaker()) })
const { id: projectId, owner } = await world.project()

/** The lines that are written about one request. */
async function linesOf(route: string, options: Parameters<typeof world.call>[1]) {
  const answer = await world.call(route, options)
  const requestId = answer.headers.get('x-request-id')
  const about = lines.map((line) => JSON.parse(line)).filter((line) => line.requestId === requestId)
  return { answer, about }
}

test('a request is one line: its id, operation, status and credential, and how long it took', async () => {
  const { about } = await linesOf(`POST /api/projects/${projectId}/folders`, {
    key: owner.key,
    body: { name: 'Logged' },
  })
  assert.equal(about.length, 1)
  const { operation, method, path, status, credential, ms } = about[0]
  assert.deepEqual(
    { operation, method, path, status, credential },
    {
      operation: 'createFolder',
      method: 'POST',
      path: `/api/projects/${projectId}/folders`,
      status: 201,
      credential: owner.keyId,
    },
  )
  assert.equal(typeof ms, 'number')
})

test('500: the cause is logged under the request id', async () => {
  const { answer, about } = await linesOf('POST /api/test/break', { key: owner.key, body: { times: 1000 } })
  assert.equal(answer.status, 500)
  const error = about.find((line) => line.level === 50)
  assert.match(error.err.stack, new RegExp(secretOfTheInside))
  assert.equal(error.operation, 'breaker')
})

test('no line holds a key, a token, a body or a query string', async () => {
  const secret = `secret-${crypto.randomUUID()}`
  const unknown = newApiKey()
  const session = await world.session(owner.userId)
  const folders = `POST /api/projects/${projectId}/folders`
  await world.call(folders, { key: owner.key, body: { name: secret } })
  await world.call(folders, { key: owner.key, body: { name: secret } })
  await world.call(folders, { key: owner.key, body: { [secret]: 1 } })
  await world.call(folders, { key: owner.key, body: `{"${secret}` })
  await world.call(folders, { key: owner.key, body: { name: 'x' }, headers: { 'Idempotency-Key': secret } })
  await world.call(folders, { key: owner.key, body: { name: 'x' }, headers: { Cookie: secret } })
  await world.call(`GET /api/projects/search?query=${secret}`, { key: owner.key })
  await world.call(`GET /api/ping?${secret}`, { key: unknown })
  await world.call('GET /api/ping', { key: secret })
  await world.call('GET /metrics', { key: secret })
  await world.call(`GET /join/${secret}`)
  await world.call(`GET /reset?token=${secret}`)
  await world.call('GET /api/ping', { key: session })
  await world.call('POST /api/test/break', { key: owner.key, body: { times: 1000 } })
  assert.ok(lines.length > 10)
  for (const line of lines) {
    for (const hidden of [secret, owner.key, unknown, session.replace('session:', '')])
      assert.ok(!line.includes(hidden), line)
  }
})
