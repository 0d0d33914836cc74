import assert from 'node:assert/strict'
import { readdirSync } from 'node:fs'
import { test } from 'node:test'
import { fileURLToPath } from 'node:url'
import { pino } from 'pino'
import { newGeneration } from '../../test/worlds/samples.ts'
import { startWorld } from '../../test/worlds/world.ts'
import { resumeGenerations } from '../jobs/resume-generations.ts'
import { migrateDatabase } from '../service.ts'
import { silentForSeconds, startHeartbeat } from './heartbeat.ts'
import { queueRevision } from './install.ts'
import { addTask, type QueuedTask } from './tasks.ts'

const world = await startWorld()
const { sql } = world.database
const { id: projectId, owner } = await world.project()

async function jobKeys(): Promise<string[]> {
  const rows = await sql<{
    key: string
  }>`select key from graphile_worker.jobs where key is not null order by key`
  return rows.map(({ key }) => key)
}

test('the schema of the queue is that of the installed package', async () => {
  const files = readdirSync(fileURLToPath(new URL('../sql', import.meta.resolve('graphile-worker'))))
  assert.equal(files.filter((name) => name.endsWith('.sql')).length, queueRevision)
  const [row] = await sql`select max(id) as revision from graphile_worker.migrations`
  assert.equal(row!.revision, queueRevision)
})

test('migrating again changes nothing', async () => {
  assert.deepEqual(await migrateDatabase(world.databaseUrl), [])
})

test('a job is there when its transaction is committed, and not otherwise', async () => {
  const task: QueuedTask = { task: 'media', payload: { fileId: 'none' }, key: 'committed' }
  await world.database.transaction((inside) => addTask(inside, task))
  const failing = world.database.transaction(async (inside) => {
    await addTask(inside, { ...task, key: 'rolled back' })
    throw new Error('on purpose')
  })
  await assert.rejects(failing, /on purpose/)
  const keys = await jobKeys()
  assert.deepEqual([keys.includes('committed'), keys.includes('rolled back')], [true, false])
})

test('generations without a job, as of a restored backup, go on', async () => {
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
  // Of a queue it is enough to wake the first: whoever gets a place wakes the next.
  assert.deepEqual(await jobKeys(), [`generation:${first}`, `generation:${running}`].sort())
  const [before] =
    await sql`select max(id) as id from graphile_worker.jobs where key = ${`generation:${running}`}`
  await world.runJob(resumeGenerations)
  const [after] =
    await sql`select max(id) as id from graphile_worker.jobs where key = ${`generation:${running}`}`
  assert.deepEqual(after, before)
})

test('jobs of a worker that has fallen silent are free again, those of others are not', async () => {
  await sql`delete from graphile_worker._private_jobs`
  for (const key of ['of the dead', 'of the living', 'of one unknown']) {
    await addTask(sql, { task: 'media', payload: { fileId: 'none' }, key })
    await sql`
      update graphile_worker._private_jobs set locked_by = ${`worker ${key}`}, locked_at = now() - interval '1 minute'
      where key = ${key}`
  }
  await sql`
    insert into workers (id, seen_at) values ('worker of the living', now()),
      ('worker of the dead', now() - make_interval(secs => ${silentForSeconds + 1}))`
  const stop = startHeartbeat(sql, 'worker of the test', pino({ level: 'silent' }))
  await stop()
  const locked = await sql<{ key: string }>`select key from graphile_worker.jobs where locked_at is not null`
  assert.deepEqual(locked, [{ key: 'of the living' }])
  assert.deepEqual(await sql`select id from workers`, [{ id: 'worker of the living' }])
})
