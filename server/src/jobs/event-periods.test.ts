import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import pg from 'pg'
import { emitEvent, numberAll } from '../../test/helpers/emit-events.ts'
import { startWorld } from '../../test/worlds/world.ts'
import { readAfter, readCounters } from '../events/read-events.ts'
import { deleteExpiredEvents } from './event-periods.ts'

let other: pg.Client
after(() => other.end())
const world = await startWorld({ env: { EVENT_RETENTION_DAYS: '10' } })
const { sql } = world.database
other = new pg.Client(world.databaseUrl)
await other.connect()

async function emitAndNumber(workspaceId: string): Promise<void> {
  await emitEvent(sql, { workspaceId })
  await numberAll(sql)
}

/** The events of the workspace in each period, oldest period first. */
async function periodsOf(workspaceId: string): Promise<number[][]> {
  const rows = await sql<{ numbers: number[] }>`
    select coalesce(array_agg(e.number order by e.number) filter (where e.number is not null), '{}')::integer[] as numbers
    from event_periods p left join events e on e.period = p.start and e.workspace_id = ${workspaceId}
    group by p.start order by p.start`
  return rows.map(({ numbers }) => numbers)
}

/** Replaces all periods by some that began so many days ago, with an event of the workspace in each. */
async function fillPeriods(workspaceId: string, daysAgo: number[]): Promise<void> {
  for (const { partition } of await sql<{ partition: string }>`select partition from event_periods`) {
    await other.query(`drop table ${partition}`)
  }
  for (const days of daysAgo) {
    await sql`select open_event_period(now() - make_interval(days => ${days}))`
    await emitAndNumber(workspaceId)
  }
}

test('a period of a fifth of the retention time is followed by the next one', async () => {
  const workspaceId = await world.workspace()
  await emitAndNumber(workspaceId)
  await world.runJob(deleteExpiredEvents)
  await emitAndNumber(workspaceId)
  await world.runJob(deleteExpiredEvents)
  assert.deepEqual(await periodsOf(workspaceId), [[1], [2]])
  const { rows } = await readAfter(sql, workspaceId, 0)
  assert.deepEqual(
    rows.map(({ number }) => number),
    [1, 2],
  )
})

test('a period whose last event has expired is dropped, and clients learn which numbers are gone', async () => {
  const [workspaceId, quiet] = [await world.workspace(), await world.workspace()]
  await fillPeriods(workspaceId, [15, 13, 11, 9])
  await emitAndNumber(quiet)
  await world.runJob(deleteExpiredEvents)
  // The period that began 11 days ago ended 9 days ago: its events may be younger than 10 days. A new one was opened.
  assert.deepEqual(await periodsOf(workspaceId), [[3], [4], []])
  assert.deepEqual(await readCounters(sql, workspaceId), { last: 4, forgotten: 2 })
  assert.deepEqual(await readCounters(sql, quiet), { last: 1, forgotten: 0 })
})

test('while somebody reads events for long, the job leaves the partitions alone; a later run drops them', async () => {
  const workspaceId = await world.workspace()
  await fillPeriods(workspaceId, [15, 12])
  await other.query('begin')
  await other.query('select from events limit 1')
  await world.runJob(deleteExpiredEvents)
  assert.deepEqual(await periodsOf(workspaceId), [[1], [2]])
  await emitAndNumber(workspaceId)
  await other.query('commit')
  await world.runJob(deleteExpiredEvents)
  assert.deepEqual(await periodsOf(workspaceId), [[2, 3], []])
})
