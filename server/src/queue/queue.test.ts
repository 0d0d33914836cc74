import assert from 'node:assert/strict'
import { readdirSync } from 'node:fs'
import { test } from 'node:test'
import { fileURLToPath } from 'node:url'
import { pino } from 'pino'
import { startWorld } from '../../test/worlds/world.ts'
import { migrateDatabase } from '../migrate-database.ts'
import { silentForSeconds, startHeartbeat } from './heartbeat.ts'
import { queueRevision } from './install.ts'
import { addTask, type QueuedTask } from './tasks.ts'

const world = await startWorld()
const { sql } = world.database

async function taskKeys(): Promise<string[]> {
  const rows = await sql<{
    key: string
  }>`select key from graphile_worker.jobs where key is not null order by key`
  return rows.map(({ key }) => key)
}

test('the schema of the queue matches the installed package', async () => {
  const files = readdirSync(fileURLToPath(new URL('../sql', import.meta.resolve('graphile-worker'))))
  assert.equal(files.filter((name) => name.endsWith('.sql')).length, queueRevision)
  const [row] = await sql`select max(id) as revision from graphile_worker.migrations`
  assert.equal(row!.revision, queueRevision)
})

test('a second migration changes nothing', async () => {
  assert.deepEqual(await migrateDatabase(world.databaseUrl), [])
})

test('a task is queued when its transaction commits, and not when it rolls back', async () => {
  const task: QueuedTask = { task: 'media', payload: { fileId: 'none' }, key: 'committed' }
  await world.database.transaction((inside) => addTask(inside, task))
  const failing = world.database.transaction(async (inside) => {
    await addTask(inside, { ...task, key: 'rolled back' })
    throw new Error('on purpose')
  })
  await assert.rejects(failing, /on purpose/)
  const keys = await taskKeys()
  assert.deepEqual([keys.includes('committed'), keys.includes('rolled back')], [true, false])
})

test('tasks of a silent or unknown worker are released, those of a live worker are not', async () => {
  await sql`delete from graphile_worker._private_jobs`
  for (const key of ['silent', 'live', 'unknown']) {
    await addTask(sql, { task: 'media', payload: { fileId: 'none' }, key })
    await sql`
      update graphile_worker._private_jobs set locked_by = ${`${key} worker`}, locked_at = now() - interval '1 minute'
      where key = ${key}`
  }
  await sql`
    insert into workers (id, seen_at) values ('live worker', now()),
      ('silent worker', now() - make_interval(secs => ${silentForSeconds + 1}))`
  const stop = startHeartbeat(sql, {
    workerId: 'test worker',
    logger: pino({ level: 'silent' }),
    running: () => [],
    onFailure() {},
  })
  await stop()
  const locked = await sql<{ key: string }>`select key from graphile_worker.jobs where locked_at is not null`
  assert.deepEqual(locked, [{ key: 'live' }])
  assert.deepEqual(await sql`select id from workers`, [{ id: 'live worker' }])
})
