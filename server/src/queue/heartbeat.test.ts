// A worker whose heartbeat is late because the database is slow is not dead.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { pino } from 'pino'
import { until } from '../../test/helpers/until.ts'
import { startWorld } from '../../test/worlds/world.ts'
import type { Sql } from '../core/sql.ts'
import { silentForSeconds, startHeartbeat } from './heartbeat.ts'
import { addTask } from './tasks.ts'

const { sql } = (await startWorld()).database
const logger = pino({ level: 'silent' })

/** Queues a task that this worker has locked for a long time, and returns how to read its holder, and its id. */
async function lockedTaskOf(worker: string) {
  await addTask(sql, { task: 'media', payload: { fileId: 'none' }, key: worker })
  const [locked] = await sql<{ id: string }>`
    update graphile_worker._private_jobs set locked_by = ${worker}, locked_at = now() - interval '1 minute'
    where key = ${worker} returning id::text as id`
  const holder = async () => {
    const [job] = await sql<{ by: string | null }>`
      select locked_by as by from graphile_worker.jobs where key = ${worker}`
    return job!.by
  }
  return [holder, locked!.id] as const
}

const quiet = { logger, running: () => [], onFailure() {} }

/** Runs an action before the statement at this position, counted from 0, and counts the statements. */
function watch(actions: Record<number, () => Promise<unknown>> = {}) {
  let started = 0
  let ended = 0
  const through = async (strings: TemplateStringsArray, ...values: never[]) => {
    await actions[started++]?.()
    const rows = await sql(strings, ...values)
    ended++
    return rows
  }
  return {
    sql: through as Sql,
    started: () => started,
    ended: (count: number) => until(() => ended >= count),
  }
}

/** Makes the heartbeat of this worker so old that the worker counts as silent. */
function age(worker: string) {
  return sql`
    insert into workers (id, seen_at) values (${worker}, now() - make_interval(secs => ${silentForSeconds + 1}))
    on conflict on constraint workers_pkey do update set seen_at = excluded.seen_at`
}

test('a worker does not release the tasks that it runs when the database is slow', async () => {
  const [holder, id] = await lockedTaskOf('own')
  // The heartbeat is old by the time of the search for silent workers.
  const statements = watch({ 1: () => age('own') })
  const stop = startHeartbeat(statements.sql, { ...quiet, workerId: 'own', running: () => [id] })
  await statements.ended(2)
  assert.equal(await holder(), 'own')
  await stop()
})

test('after a database outage, other workers get time to write their heartbeats', async (t) => {
  t.mock.timers.enable({ apis: ['setInterval'] })
  const statements = watch()
  const stop = startHeartbeat(statements.sql, { ...quiet, workerId: 'waiting' })
  await statements.ended(2)
  const [holder] = await lockedTaskOf('other')
  await age('other')
  const now = performance.now()
  t.mock.method(performance, 'now', () => now + (silentForSeconds + 1) * 1000)
  t.mock.timers.tick(1_000)
  await statements.ended(3)
  // Waits for the end of the heartbeat, which would release the task.
  await stop()
  assert.equal(await holder(), 'other')
})

test('heartbeats do not pile up behind one that hangs', async (t) => {
  t.mock.timers.enable({ apis: ['setInterval'] })
  const database = Promise.withResolvers<void>()
  const statements = watch({ 0: () => database.promise })
  const stop = startHeartbeat(statements.sql, { ...quiet, workerId: 'hanging' })
  t.mock.timers.tick(5_000)
  assert.equal(statements.started(), 1)
  database.resolve()
  await stop()
  // The heartbeat, the search for silent workers, and the deletion of the heartbeat.
  assert.equal(statements.started(), 3)
})
