// Generations as tasks: the extension of 2026-07-28, message by message, and the tasks of 2025-11-25 with the SDK's client.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { z } from 'zod'
import { connect, post } from '../../helpers/mcp-client.ts'
import { until } from '../../helpers/until.ts'
import { startGenerationWorld } from '../../worlds/generation-world.ts'
import type { Person } from '../../worlds/world.ts'

const world = await startGenerationWorld()
const { owner, projectId, standIn } = world

const extension = 'io.modelcontextprotocol/tasks'
const capabilities = 'io.modelcontextprotocol/clientCapabilities'
const declaring = { [capabilities]: { extensions: { [extension]: {} } } }

/** The result of a request that declares the extension, or its error. */
async function send(method: string, params: Record<string, unknown>, { key }: Pick<Person, 'key'> = owner) {
  const headers = typeof params.taskId === 'string' ? { 'Mcp-Name': params.taskId } : {}
  const { body } = await post(world.url, key, { method, params }, headers, declaring)
  return body.error ?? body.result
}

const input = (prompt: string) => ({
  ...{ projectId, outputType: 'VIDEO', outputModel: 'seedance-2.5', prompt, folder: null, attachments: [] },
})

const generate = (prompt: string) => send('tools/call', { name: 'generate_file', arguments: input(prompt) })

/** The task once it is no longer working. */
function ended(taskId: string) {
  return until(async () => {
    const task = await send('tasks/get', { taskId })
    return task.status !== 'working' && task
  })
}

test('2026-07-28: a generation is a task for a client that declares the extension, and its result is the file', async () => {
  const discovered = await send('server/discover', {})
  assert.deepEqual(discovered.capabilities.extensions[extension], {})
  assert.equal('tasks' in discovered.capabilities, false)
  standIn.hold('result')
  const created = await generate('A poster')
  const { resultType, taskId, status, createdAt, lastUpdatedAt, ttlMs, pollIntervalMs } = created
  assert.deepEqual({ resultType, status, ttlMs }, { resultType: 'task', status: 'working', ttlMs: null })
  for (const time of [createdAt, lastUpdatedAt]) assert.match(time, /^\d{4}-\d\d-\d\dT[\d:.]+Z$/)
  assert.ok(pollIntervalMs >= 1_000)
  const working = await send('tasks/get', { taskId })
  assert.deepEqual([working.resultType, working.status], ['complete', 'working'])
  assert.match(working.statusMessage, /queue|generating|storing/)
  standIn.release('result')
  const { status: final, result } = await ended(taskId)
  assert.equal(final, 'completed')
  assert.equal(result.resultType, 'complete')
  const { data, state, name } = result.structuredContent
  assert.deepEqual([state, name], ['READY', 'A poster.mp4'])
  assert.equal((await world.file(data.id)).status, 'UPLOADED')
})

test('2026-07-28: a client that does not declare the extension gets no task, and no answer about one', async () => {
  const params = { name: 'generate_file', arguments: input('A sample') }
  const { body } = await post(world.url, owner.key, { method: 'tools/call', params })
  assert.equal(body.result.resultType, 'complete')
  const { taskId } = await generate('A sample')
  for (const method of ['tasks/get', 'tasks/update', 'tasks/cancel']) {
    const answer = await post(world.url, owner.key, { method, params: { taskId } }, { 'Mcp-Name': taskId })
    assert.equal(answer.body.error.code, -32021, method)
    assert.deepEqual(answer.body.error.data.requiredCapabilities, { extensions: { [extension]: {} } })
  }
})

test('2026-07-28: a failure is a completed task with an error; a cancelled one is cancelled', async () => {
  const failed = await ended((await generate('forbidden')).taskId)
  assert.deepEqual([failed.status, failed.result.isError], ['completed', true])
  assert.match(failed.result.content[0].text, /content_policy/)
  const { taskId } = await generate('never')
  const acknowledged = await send('tasks/cancel', { taskId })
  assert.equal(acknowledged.resultType, 'complete')
  assert.equal((await ended(taskId)).status, 'cancelled')
  // A task that has ended stays as it is.
  assert.equal((await send('tasks/cancel', { taskId })).resultType, 'complete')
})

test('2026-07-28: a wait is a task as well, and is over at once for a file that is ready', async () => {
  const fileId = await world.generate('seedance-2.5', 'never')
  const params = { name: 'wait_for_file', arguments: { fileId } }
  const { resultType, taskId } = await send('tools/call', params)
  assert.equal(resultType, 'task')
  // The client stops asking; the generation goes on.
  await send('tasks/cancel', { taskId })
  assert.equal((await send('tasks/get', { taskId })).status, 'working')
  await world.act(fileId, 'generate.cancel')
  const over = await send('tools/call', params)
  assert.deepEqual([over.resultType, over.structuredContent.state], ['complete', 'FAILED'])
})

test('a task belongs to the credential that made it, and to people who see its file', async () => {
  const { taskId } = await generate('never')
  const colleague = await world.member(projectId, 'PROJECT_MANAGER')
  const { key } = await world.key(owner.userId, ['files:read', 'ai:generate'])
  for (const person of [colleague, { key }])
    for (const method of ['tasks/get', 'tasks/update', 'tasks/cancel'])
      assert.equal((await send(method, { taskId }, person)).code, -32602, method)
  for (const forged of ['', 'nonsense', `${taskId}x`, Buffer.from('generate_file').toString('base64url')])
    assert.equal((await send('tasks/get', { taskId: forged })).code, -32602, forged)
  const { structuredContent } = await send('tools/call', { name: 'overview', arguments: {} })
  const [running] = structuredContent.generations
  await world.call(`DELETE /api/files/${running.id}`, { key: owner.key })
  assert.equal((await send('tasks/get', { taskId })).code, -32602)
})

test('a credential without files:read gets the id of the file, as without tasks', async () => {
  const { key } = await world.key(owner.userId, ['ai:generate'])
  const result = await send('tools/call', { name: 'generate_file', arguments: input('A sample') }, { key })
  assert.equal(result.resultType, 'complete')
  assert.ok(result.structuredContent.data.id)
})

const Task = z.looseObject({
  taskId: z.string(),
  status: z.string(),
  ttl: z.null(),
  pollInterval: z.number(),
})

test('2025-11-25: tasks are created, listed, read, waited for and cancelled', async () => {
  const client = await connect(world.url, owner.key, '2025-11-25')
  assert.deepEqual(client.getServerCapabilities()?.tasks, {
    list: {},
    cancel: {},
    requests: { tools: { call: {} } },
  })
  const { tools } = await client.listTools()
  const supporting = tools.filter(({ execution }) => execution?.taskSupport === 'optional')
  assert.deepEqual(
    supporting.map(({ name }) => name),
    ['generate_file'],
  )
  const create = async (prompt: string) => {
    const params = { name: 'generate_file', arguments: input(prompt), task: { ttl: 60_000 } }
    return (await client.request({ method: 'tools/call', params }, z.looseObject({ task: Task }))).task
  }
  const ask = (method: string, taskId: string) =>
    client.request({ method, params: { taskId } } as never, z.looseObject({ status: z.string().optional() }))

  standIn.hold('result')
  const { taskId, status } = await create('A poster')
  assert.equal(status, 'working')
  const list = z.looseObject({ tasks: z.array(Task) })
  const { tasks } = await client.request({ method: 'tasks/list', params: {} } as never, list)
  assert.ok(tasks.some((task) => task.taskId === taskId))
  const waiting = ask('tasks/result', taskId)
  standIn.release('result')
  const result = (await waiting) as { structuredContent?: { state: string }; _meta?: object }
  assert.equal(result.structuredContent?.state, 'READY')
  assert.deepEqual(result._meta, { 'io.modelcontextprotocol/related-task': { taskId } })
  assert.equal((await ask('tasks/get', taskId)).status, 'completed')
  await assert.rejects(ask('tasks/cancel', taskId), { code: -32602 })

  const failing = await create('forbidden')
  assert.equal(((await ask('tasks/result', failing.taskId)) as { isError?: boolean }).isError, true)
  assert.equal((await ask('tasks/get', failing.taskId)).status, 'failed')
  const endless = await create('never')
  assert.equal((await ask('tasks/cancel', endless.taskId)).status, 'cancelled')
  await client.close()
})
