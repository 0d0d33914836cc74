// A worker whose heartbeat is late because the database is slow is not dead.
import assert from 'node:assert/strict'
import { type TestContext, test } from 'node:test'
import { setTimeout as pause } from 'node:timers/promises'
import { pino } from 'pino'
import { startWorld } from '../../test/worlds/world.ts'
import type { Sql } from '../core/sql.ts'
import { silentForSeconds, startHeartbeat } from './heartbeat.ts'
import { addTask } from './tasks.ts'

const { sql } = (await startWorld()).database
const logger = pino({ level: 'silent' })
const slowMs = (silentForSeconds + 0.5) * 1000

/** Queues a task that this worker has locked for a long time, and returns how to read its holder. */
async function lockedTaskOf(worker: string): Promise<() => Promise<string | null>> {
  await addTask(sql, { task: 'media', payload: { fileId: 'none' }, key: worker })
  await sql`
    update graphile_worker._private_jobs set locked_by = ${worker}, locked_at = now() - interval '1 minute'
    where key = ${worker}`
  return async () => {
    const [job] = await sql<{ by: string | null }>`
      select locked_by as by from graphile_worker.jobs where key = ${worker}`
    return job!.by
  }
}

/** Delays statements by their position, counted from 0, in milliseconds. */
function slow(delays: Record<number, number>): Sql {
  let count = 0
  const delayed = async (strings: TemplateStringsArray, ...values: never[]) => {
    await pause(delays[count++] ?? 0)
    return sql(strings, ...values)
  }
  return delayed as Sql
}

function beat(t: TestContext, through: Sql, worker: string): void {
  t.after(startHeartbeat(through, worker, logger))
}

test('a worker does not release its own tasks when the database is slow', async (t) => {
  const holder = await lockedTaskOf('own')
  // The heartbeat is written at once; the search for silent workers is delayed.
  beat(t, slow({ 1: slowMs }), 'own')
  await pause(slowMs + 1_000)
  assert.equal(await holder(), 'own')
})

test('after a database outage, other workers get time to write their heartbeats', async (t) => {
  beat(t, slow({ 2: slowMs }), 'waiting')
  await pause(500)
  const holder = await lockedTaskOf('other')
  await sql`insert into workers (id) values ('other')`
  await pause(slowMs + 1_500)
  assert.equal(await holder(), 'other')
})

test('heartbeats do not pile up behind one that hangs', async () => {
  const stop = startHeartbeat(slow({ 0: 3_500, 1: 3_000, 2: 3_000, 3: 3_000, 4: 3_000 }), 'hanging', logger)
  await pause(3_200)
  const asked = performance.now()
  await stop()
  assert.ok(performance.now() - asked < 7_500)
})
