// MCP shares the rate limits of the API, and its calls appear in the log and the metrics.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { setImmediate } from 'node:timers/promises'
import { pino } from 'pino'
import { connect, post, refusalOf, request } from '../../helpers/mcp-client.ts'
import { createBreaker, secretOfTheInside, withOperations } from '../../worlds/test-operations.ts'
import { startWorld } from '../../worlds/world.ts'

const lines: string[] = []
const logger = pino({ level: 'debug' }, { write: (line: string) => void lines.push(line) })
const breaker = { ...createBreaker(), tool: 'break_it' }
const limited = await startWorld({ env: { RATE_LIMITS: 'default=4,tier4=7' } })
const broken = withOperations(breaker).map((operation) =>
  operation.name === 'listSkills' ? { ...operation, handler: failing } : operation,
)
const world = await startWorld({ logger, operations: broken })

function failing(): never {
  throw new Error(secretOfTheInside)
}

test('a tool and its operation share one bucket; beyond it, the model reads when to retry', async () => {
  const { owner } = await limited.project()
  const whoami = { method: 'tools/call', params: { name: 'whoami' } }
  for (let left = 3; left > 1; left--) {
    const answer = await post(limited.url, owner.key, whoami)
    assert.match(answer.headers.get('ratelimit')!, new RegExp(`^"default";r=${left};`))
    assert.equal(answer.headers.get('ratelimit-policy'), '"default";q=4;w=60')
  }
  for (let i = 0; i < 2; i++)
    assert.equal((await limited.call('GET /api/ping', { key: owner.key })).status, 200)
  assert.equal((await limited.call('GET /api/ping', { key: owner.key })).status, 429)
  const { status, body } = await post(limited.url, owner.key, whoami)
  assert.equal(status, 200)
  assert.equal(body.result.isError, true)
  const { code, retryAfterSeconds } = refusalOf(body.result)
  assert.equal(code, 'rate_limited')
  assert.ok(retryAfterSeconds >= 1 && retryAfterSeconds <= 15)
  const other = await post(limited.url, owner.key, {
    method: 'tools/call',
    params: { name: 'list_projects' },
  })
  assert.equal(other.body.result.isError, undefined)
})

test('429: messages other than tool calls have a limit, too', async () => {
  const { key } = await limited.person()
  for (let i = 0; i < 7; i++)
    assert.equal((await post(limited.url, key, { method: 'tools/list' })).status, 200)
  const refused = await post(limited.url, key, { method: 'server/discover' })
  assert.equal(refused.status, 429)
  assert.equal(refused.body.error.data.code, 'rate_limited')
  assert.ok(Number(refused.headers.get('retry-after')) >= 1)
})

test('the log names the tool and its outcome, never its input', async () => {
  const { id, owner } = await world.project()
  const client = await connect(world.url, owner.key)
  const secret = `secret-${crypto.randomUUID()}`
  await client.callTool({ name: 'create_folder', arguments: { projectId: id, name: secret } })
  await client.callTool({ name: 'create_folder', arguments: { projectId: id, name: secret } })
  await client.callTool({ name: 'create_folder', arguments: { [secret]: 1 } })
  await client.callTool({ name: secret }).catch(() => {})
  await client.close()
  await setImmediate()
  const logged = lines.map((line) => JSON.parse(line)).filter(({ mcp }) => mcp !== undefined)
  const calls = logged.filter(({ mcp }) => mcp === 'create_folder')
  assert.deepEqual(
    calls.map(({ operation, outcome, status, credential }) => [operation, outcome, status, credential]),
    [201, 409, 400].map((outcome) => ['createFolder', outcome, 200, owner.keyId]),
  )
  assert.ok(logged.some(({ mcp }) => mcp === 'server/discover'))
  assert.ok(!lines.some((line) => line.includes(secret)))
  const { body: metrics } = await world.call('GET /metrics')
  assert.match(metrics, /dailies_http_requests_total\{operation="mcp:create_folder",status="409"\} 1/)
})

test('an internal error is logged under the request id and returned without details', async () => {
  const { key } = await world.person()
  const skills = await post(world.url, key, { method: 'skills/list' })
  assert.equal(skills.body.error.code, -32603)
  assert.match(skills.body.error.message, /has been logged/)
  const logged = lines.map((line) => JSON.parse(line)).filter(({ level }) => level === 50)
  assert.equal(logged.at(-1).requestId, skills.headers.get('x-request-id'))
  const params = { name: 'break_it', arguments: { times: 1000 } }
  const { status, headers, body } = await post(world.url, key, { method: 'tools/call', params })
  assert.equal(status, 200)
  assert.equal(refusalOf(body.result).code, 'internal')
  assert.ok(!JSON.stringify(body).includes(secretOfTheInside))
  const requestId = headers.get('x-request-id')
  assert.equal(refusalOf(body.result).requestId, requestId)
  const error = lines
    .map((line) => JSON.parse(line))
    .find((line) => line.level === 50 && line.requestId === requestId)
  assert.match(error.err.stack, new RegExp(secretOfTheInside))
})

// The server sends no notifications, so it closes the stream at once.
test('a listen request is acknowledged and closed', async () => {
  const { key } = await world.person()
  const params = { notifications: { resourcesListChanged: true } }
  const { headers, body } = request({ method: 'subscriptions/listen', params })
  const init = { method: 'POST', headers: { ...headers, Authorization: `Bearer ${key}` }, body }
  const listening = await fetch(`${world.url}/mcp`, init)
  assert.equal(listening.headers.get('content-type'), 'text/event-stream')
  assert.match(await listening.text(), /acknowledged/)
})
