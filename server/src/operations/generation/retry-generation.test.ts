import assert from 'node:assert/strict'
import { test } from 'node:test'
import { newFile, newGeneration } from '../../../test/worlds/samples.ts'
import { startWorld } from '../../../test/worlds/world.ts'

const world = await startWorld()
const { sql } = world.database
const { id: projectId, owner } = await world.project()

const retry = (id: string) => world.call(`POST /api/files/${id}/generate.retry`, { key: owner.key })

test('202: the same file is queued again', async () => {
  const id = await newGeneration(world, projectId, owner, 'FAILED')
  await sql`update files set failure_code = 'x', failure_message = 'x', failure_retryable = true where id = ${id}`
  const { status, body } = await retry(id)
  assert.deepEqual([status, body], [202, { data: { id } }])
  const { data } = (await world.call(`GET /api/files/${id}`, { key: owner.key })).body
  assert.deepEqual([data.status, data.failure], ['GENERATING', null])
  assert.deepEqual([data.generation.state, data.generation.prompt], ['QUEUED', 'A sample'])
  const jobs = await sql<{ attempt: number }>`
    select attempt, (select count(*) from graphile_worker.jobs j where j.key = 'generation:' || file_id) as jobs
    from generations where file_id = ${id}`
  assert.deepEqual(jobs, [{ attempt: 2, jobs: 1 }])
})

test('concurrent retries: one 202, otherwise 409', async () => {
  const id = await newGeneration(world, projectId, owner, 'FAILED')
  const answers = await Promise.all(Array.from({ length: 8 }, () => retry(id)))
  assert.deepEqual(answers.map(({ status }) => status).sort(), [202, 409, 409, 409, 409, 409, 409, 409])
})

test('409: the generation is running, or the file was not generated', async () => {
  const queued = await newGeneration(world, projectId, owner)
  const uploaded = await newFile(world, projectId, owner)
  for (const id of [queued, uploaded]) {
    const { status, body } = await retry(id)
    assert.deepEqual([status, body.code], [409, 'generation_not_failed'])
  }
})

test('409: the model is no longer available', async () => {
  const bare = await startWorld({ providers: [] })
  const project = await bare.project()
  const id = await newGeneration(bare, project.id, project.owner, 'FAILED')
  const { status, body } = await bare.call(`POST /api/files/${id}/generate.retry`, { key: project.owner.key })
  assert.deepEqual([status, body.code], [409, 'model_unavailable'])
})
