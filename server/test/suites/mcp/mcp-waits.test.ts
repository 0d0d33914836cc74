// wait_for_file over real HTTP: progress, every way a wait can end, and what a waiting request costs.
import assert from 'node:assert/strict'
import { request as httpRequest } from 'node:http'
import { test } from 'node:test'
import type { CallToolResult, Progress } from '@modelcontextprotocol/client'
import { pino } from 'pino'
import { revokeKey } from '../../../src/admin/accounts.ts'
import { readConfig } from '../../../src/config.ts'
import { startService } from '../../../src/service.ts'
import { connect, protocols, request } from '../../helpers/mcp-client.ts'
import { until } from '../../helpers/until.ts'
import { startGenerationWorld } from '../../worlds/generation-world.ts'
import { type Person, quickStreams } from '../../worlds/world.ts'

const env = { SECRET_KEY: 'the-same-on-both-nodes-or-they-do-not-start' }
const world = await startGenerationWorld({ env, streamPace: quickStreams })
const { owner, projectId, standIn } = world

type Waited = { id: string; name: string; state: string; step?: string; percent?: number; url: string }

const waited = ({ structuredContent }: CallToolResult) => structuredContent as unknown as Waited
const codeOf = ({ isError, content }: CallToolResult) =>
  isError && content[0]?.type === 'text' ? JSON.parse(content[0].text).code : undefined

async function wait(person: Pick<Person, 'key'>, input: object, onprogress?: (progress: object) => void) {
  const client = await connect(world.url, person.key)
  const params = { name: 'wait_for_file', arguments: { ...input } }
  const result = await client.callTool(params, onprogress ? { onprogress } : {})
  await client.close()
  return result as CallToolResult
}

/** One gauge of /metrics. */
async function gauge(name: string): Promise<number> {
  const { body } = await world.call('GET /metrics')
  return Number(new RegExp(`^${name} (\\d+)$`, 'm').exec(body)?.[1])
}

const waits = () => gauge('dailies_event_streams')

async function untilWaiting(count: number): Promise<void> {
  await until(
    async () => (await waits()) === count,
    () => `${count} waits`,
  )
}

for (const protocol of protocols) {
  test(`${protocol}: progress is reported, and the wait ends when the file is ready`, async () => {
    standIn.hold('result')
    const fileId = await world.generate('seedance-2.5', 'A poster')
    const client = await connect(world.url, owner.key, protocol)
    const progress: Progress[] = []
    const result = await client.callTool(
      { name: 'wait_for_file', arguments: { fileId } },
      {
        onprogress(step) {
          progress.push(step)
          // The result exists, and is being fetched.
          if (step.progress >= 79) standIn.release('result')
        },
      },
    )
    await client.close()
    const { id, state, name, url } = waited(result as CallToolResult)
    assert.deepEqual({ id, state, name }, { id: fileId, state: 'READY', name: 'A poster.mp4' })
    assert.match(url, new RegExp(`/files/${fileId}`))
    assert.ok(progress.length >= 2, JSON.stringify(progress))
    for (const [i, step] of progress.entries()) {
      assert.equal(step.total, 100)
      assert.ok(step.message)
      if (i > 0) assert.ok(step.progress > progress[i - 1]!.progress, JSON.stringify(progress))
    }
  })
}

test('a failed generation ends the wait with the reason', async () => {
  const fileId = await world.generate('seedance-2.5', 'forbidden')
  const { structuredContent } = await wait(owner, { fileId })
  const { state, failure } = structuredContent as { state: string; failure: object }
  assert.equal(state, 'FAILED')
  assert.deepEqual(failure, {
    code: 'content_policy',
    message: 'The provider does not support this.',
    retryable: false,
  })
})

test('when the time is up, the result says how far the file is', async () => {
  const fileId = await world.generate('seedance-2.5', 'never')
  await world.reaches(fileId, 'RUNNING')
  for (const timeoutSeconds of [0, 1]) {
    const result = waited(await wait(owner, { fileId, timeoutSeconds }))
    assert.deepEqual([result.state, result.step], ['WORKING', 'generating'])
  }
  assert.equal(codeOf(await wait(owner, { fileId, timeoutSeconds: 51 })), 'invalid_request')
  await world.act(fileId, 'generate.cancel')
})

test('a second call cancels the generation, which ends all waits for the file; a retry starts it again', async () => {
  const fileId = await world.generate('seedance-2.5', 'never')
  const waiting = [wait(owner, { fileId }), wait(owner, { fileId }, () => {})]
  await untilWaiting(2)
  const cancelled = await wait(owner, { fileId, generation: 'cancel' })
  for (const result of [cancelled, ...(await Promise.all(waiting))]) {
    const { state, failure } = result.structuredContent as { state: string; failure: { code: string } }
    assert.deepEqual([state, failure.code], ['FAILED', 'cancelled'])
  }
  assert.equal(codeOf(await wait(owner, { fileId, generation: 'cancel' })), 'generation_ended')
  const retried = await wait(owner, { fileId, generation: 'retry', timeoutSeconds: 0 })
  assert.equal(waited(retried).state, 'WORKING')
  await world.act(fileId, 'generate.cancel')
})

test('/mcp/readonly waits, and neither cancels nor retries', async () => {
  const fileId = await world.generate('seedance-2.5', 'never')
  const ask = async (method: string, params: Record<string, unknown> = {}) => {
    const { headers, body } = request({ method, params })
    const answer = await world.call('POST /mcp/readonly', { key: owner.key, headers, body })
    return answer.body.result
  }
  const { tools } = await ask('tools/list')
  const tool = tools.find(({ name }: { name: string }) => name === 'wait_for_file')
  assert.deepEqual(Object.keys(tool.inputSchema.properties), ['fileId', 'until', 'timeoutSeconds'])
  assert.equal(tool.annotations.readOnlyHint, true)
  const waiting = (input: object) => ask('tools/call', { name: 'wait_for_file', arguments: input })
  for (const generation of ['cancel', 'retry'])
    assert.equal(codeOf(await waiting({ fileId, generation })), 'invalid_request')
  const ending = waiting({ fileId })
  await untilWaiting(1)
  assert.equal(waited(await waiting({ fileId, timeoutSeconds: 0 })).state, 'WORKING')
  await world.act(fileId, 'generate.cancel')
  assert.equal(waited(await ending).state, 'FAILED')
})

test('a waiting request holds no slot for requests, and a client that hangs up ends it', async () => {
  const fileId = await world.generate('seedance-2.5', 'never')
  const { headers, body } = request({
    method: 'tools/call',
    params: { name: 'wait_for_file', arguments: { fileId } },
  })
  const post = httpRequest(`${world.url}/mcp`, {
    method: 'POST',
    headers: { ...headers, Authorization: `Bearer ${owner.key}` },
  })
  post.on('error', () => {})
  post.end(body)
  await untilWaiting(1)
  // The request for the metrics itself is one.
  assert.equal(await gauge('dailies_http_requests_in_flight'), 1)
  post.destroy()
  await untilWaiting(0)
  await world.act(fileId, 'generate.cancel')
})

test('429: a credential waits for ten files at a time, and others are not affected', async () => {
  const fileId = await world.generate('seedance-2.5', 'never')
  const client = await connect(world.url, owner.key)
  const params = { name: 'wait_for_file', arguments: { fileId } }
  const ten = Array.from({ length: 10 }, () => client.callTool(params))
  await untilWaiting(10)
  assert.equal(codeOf((await client.callTool(params)) as CallToolResult), 'rate_limited')
  // A call that does not wait is not limited.
  assert.equal(waited(await wait(owner, { fileId, timeoutSeconds: 0 })).state, 'WORKING')
  const other = await world.member(projectId, 'PROJECT_REVIEWER')
  const eleventh = wait(other, { fileId })
  await untilWaiting(11)
  await world.act(fileId, 'generate.cancel')
  for (const result of await Promise.all([...ten, eleventh]))
    assert.equal(waited(result as CallToolResult).state, 'FAILED')
  await client.close()
  await untilWaiting(0)
})

test('a file that restricted reviewers cannot see is not found, also when it is hidden during the wait', async () => {
  const fileId = await world.generate('seedance-2.5', 'never')
  const reviewer = await world.member(projectId, 'PROJECT_RESTRICTED_REVIEWER')
  assert.equal(codeOf(await wait(reviewer, { fileId })), 'not_found')
  const show = async (allowRestricted: boolean) => {
    const body = { allowRestricted }
    const { status } = await world.call(`PATCH /api/files/${fileId}`, { key: owner.key, body })
    assert.equal(status, 204)
  }
  await show(true)
  const hidden = wait(reviewer, { fileId })
  await untilWaiting(1)
  await show(false)
  assert.equal(codeOf(await hidden), 'not_found')
  await world.act(fileId, 'generate.cancel')
})

test('a removed member and a revoked key learn nothing more', async () => {
  const fileId = await world.generate('seedance-2.5', 'never')
  const removed = await world.member(projectId, 'PROJECT_REVIEWER')
  const revoked = await world.member(projectId, 'PROJECT_REVIEWER')
  const results = [wait(removed, { fileId }), wait(revoked, { fileId })]
  await untilWaiting(2)
  await world.database.sql`delete from project_members where user_id = ${removed.userId}`
  await revokeKey(world.database, revoked.keyId)
  for (const result of await Promise.all(results)) assert.equal(codeOf(result), 'not_found')
  await world.act(fileId, 'generate.cancel')
})

test('the scope files:read is enough to wait; to cancel needs ai:generate', async () => {
  const fileId = await world.generate('seedance-2.5', 'never')
  const { key } = await world.key(owner.userId, ['files:read'])
  const result = wait({ key }, { fileId })
  await untilWaiting(1)
  assert.equal(codeOf(await wait({ key }, { fileId, generation: 'cancel' })), 'insufficient_scope')
  await world.act(fileId, 'generate.cancel')
  assert.equal(waited(await result).state, 'FAILED')
})

test('a deleted file ends the wait', async () => {
  const fileId = await world.generate('seedance-2.5', 'never')
  const result = wait(owner, { fileId })
  await untilWaiting(1)
  await world.call(`DELETE /api/files/${fileId}`, { key: owner.key })
  assert.equal(codeOf(await result), 'not_found')
})

test('a wait at a second node ends with a change at the first', async () => {
  const second = await startService(readConfig({ PORT: '0', DATA_DIR: world.dataDir, ...env }), {
    connection: world.databaseUrl,
    logger: pino({ level: 'silent' }),
    serve: true,
    work: false,
  })
  const fileId = await world.generate('seedance-2.5', 'never')
  const client = await connect(`http://127.0.0.1:${second.port}`, owner.key)
  const params = { name: 'wait_for_file', arguments: { fileId } }
  // The first report is sent when the wait has begun.
  const onprogress = () => void world.act(fileId, 'generate.cancel')
  const result = (await client.callTool(params, { onprogress })) as CallToolResult
  assert.equal(waited(result).state, 'FAILED')
  await client.close()
  await second.close()
})

test('a shutdown answers every wait', async () => {
  const fileId = await world.generate('seedance-2.5', 'never')
  const waiting = [wait(owner, { fileId }), wait(owner, { fileId }, () => {})]
  await untilWaiting(2)
  const closed = world.close()
  for (const result of await Promise.all(waiting)) assert.equal(waited(result).state, 'WORKING')
  await closed
})
