import assert from 'node:assert/strict'
import { test } from 'node:test'
import { newGeneration } from '../../test/worlds/samples.ts'
import { startWorld } from '../../test/worlds/world.ts'
import { resumeGenerations } from './resume-generations.ts'

const world = await startWorld()
const { sql } = world.database
const { id: projectId, owner } = await world.project()

async function taskKeys(): Promise<string[]> {
  const rows = await sql<{
    key: string
  }>`select key from graphile_worker.jobs where key is not null order by key`
  return rows.map(({ key }) => key)
}

test('generations without a task, as in a restored backup, are resumed', async () => {
  const [first, , running] = [
    await newGeneration(world, projectId, owner),
    await newGeneration(world, projectId, owner),
    await newGeneration(world, projectId, owner),
  ]
  await sql`
    update generations set state = 'RUNNING', handle = '{}', client_reference = gen_random_uuid(), deadline_at = now()
    where file_id = ${running!}`
  await sql`delete from graphile_worker._private_jobs`
  await world.runJob(resumeGenerations)
  // Waking the first generation in a queue is enough: each one that gets a provider slot wakes the next.
  assert.deepEqual(await taskKeys(), [`generation:${first}`, `generation:${running}`].sort())
  const [before] =
    await sql`select max(id) as id from graphile_worker.jobs where key = ${`generation:${running}`}`
  await world.runJob(resumeGenerations)
  const [after] =
    await sql`select max(id) as id from graphile_worker.jobs where key = ${`generation:${running}`}`
  assert.deepEqual(after, before)
})
