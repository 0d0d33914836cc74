import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import pg from 'pg'
import { newGeneration } from '../../test/worlds/samples.ts'
import { startWorld } from '../../test/worlds/world.ts'
import { queueStep, takeNext, wakeNext } from './provider-queue.ts'

let client: pg.Client
// Before the world drops the database.
after(() => client.end())
const world = await startWorld()
const { sql } = world.database
const { id: projectId, owner } = await world.project()
client = new pg.Client(world.databaseUrl)
await client.connect()

/** Generations with a task each, in the order of their requests, and the provider of all of them. */
async function queue(count: number): Promise<{ ids: string[]; provider: string }> {
  await sql`delete from generations`
  await sql`delete from graphile_worker._private_jobs`
  const ids: string[] = []
  while (ids.length < count) ids.push(await newGeneration(world, projectId, owner))
  const [row] = await sql<{ provider: string }>`select provider from generations limit 1`
  const { provider } = row!
  for (const fileId of ids) await queueStep(sql, { fileId, attempt: 1, provider })
  return { ids, provider }
}

/** The task of a generation, taken by a worker. */
async function takeTask(id: string): Promise<string> {
  const [task] = await sql<{ id: string }>`
    update graphile_worker._private_jobs set locked_at = now(), locked_by = 'worker', attempts = 1
    where key = ${`generation:${id}`} returning id::text`
  return task!.id
}

async function tasks(): Promise<{ id: string; key: string | null; fileId: string }[]> {
  return sql`
    select id::text, key, payload ->> 'fileId' as "fileId" from graphile_worker._private_jobs order by id`
}

test('a running task is handed to the first generation without a task, and to no other', async () => {
  const { ids, provider } = await queue(3)
  const [first, second, third] = ids as [string, string, string]
  const running = await takeTask(first)
  await sql`delete from graphile_worker._private_jobs where key = ${`generation:${third}`}`
  await sql`update generations set state = 'DONE' where file_id = ${first}`
  const next = await takeNext(sql, provider, running)
  assert.deepEqual(next?.attempt, { fileId: third, attempt: 1, provider })
  assert.deepEqual([next?.row.fileId, next?.row.state], [third, 'QUEUED'])
  assert.deepEqual(
    (await tasks()).find(({ id }) => id === running),
    { id: running, key: `generation:${third}`, fileId: third },
  )
  // Each of the two has a task now.
  assert.equal(await takeNext(sql, provider, running), undefined)
  await wakeNext(sql, provider)
  assert.deepEqual((await tasks()).map(({ fileId }) => fileId).sort(), [second, third].sort())
})

test('a task that was released after a silence of its worker is not handed on', async () => {
  const { ids, provider } = await queue(2)
  const running = await takeTask(ids[0]!)
  await sql`delete from graphile_worker._private_jobs where key = ${`generation:${ids[1]}`}`
  await sql`update graphile_worker._private_jobs set locked_at = null, locked_by = null`
  assert.equal(await takeNext(sql, provider, running), undefined)
  assert.deepEqual(
    (await tasks()).map(({ fileId }) => fileId),
    [ids[0]],
  )
})

test('claiming and waking read no whole table, also with a plan from when the tables were empty', async () => {
  const { ids, provider } = await queue(2)
  await sql`delete from graphile_worker._private_jobs where key = ${`generation:${ids[1]}`}`
  const [task] = await tasks()
  await client.query('begin')
  const calls = [
    `select wake_generation('${provider}')`,
    `select claim_generation('${ids[0]}', 1, '${provider}', 8, 60, ${task!.id}, gen_random_uuid())`,
    `select next_generation('${provider}', ${task!.id})`,
  ]
  for (const call of calls) await client.query(call)
  const { rows } = await client.query(
    `select relname from pg_stat_xact_all_tables
     where seq_scan > 0 and relname in ('generations', '_private_jobs')`,
  )
  await client.query('rollback')
  assert.deepEqual(rows, [])
})
