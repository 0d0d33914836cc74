import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import { pino } from 'pino'
import { emitEvent } from '../../test/helpers/emit-events.ts'
import { lockWaits } from '../../test/helpers/lock-waits.ts'
import { until } from '../../test/helpers/until.ts'
import { createTestDatabase, startWorld } from '../../test/worlds/world.ts'
import { createWorkspace } from '../admin/accounts.ts'
import type { Sql } from '../core/sql.ts'
import { createDatabase } from '../database/client.ts'
import { startNumbering } from './numbering.ts'

const world = await startWorld()
const { sql } = world.database
/** A database without a server, and a numbering whose runs are counted. `everyMs`: how soon it retries. */
async function startAlone({ everyMs }: { everyMs?: number } = {}) {
  const { url, drop } = await createTestDatabase()
  const database = createDatabase({ connection: url, log: () => {} })
  const own = createDatabase({ connection: url, log: () => {} })
  const log: string[] = []
  const seen = { rounds: 0, broken: false, log }
  const counted: Sql = async (strings, ...values) => {
    seen.rounds++
    if (seen.broken) throw new Error('the database is unavailable')
    return own.sql(strings, ...values)
  }
  const logger = pino({ level: 'warn' }, { write: (line: string) => void log.push(line) })
  const numbering = startNumbering(counted, logger, everyMs)
  after(async () => {
    await numbering.close()
    await own.close()
    await database.close()
    await drop()
  })
  const { id: workspaceId } = await createWorkspace(database, { name: 'Alone' })
  return { database, numbering, workspaceId, seen }
}

async function numbersOf(workspaceId: string): Promise<{ number: number; id: string }[]> {
  return sql`select number, id from events where workspace_id = ${workspaceId} order by number`
}

async function allNumbered(): Promise<void> {
  world.changed()
  await until(async () => (await sql`select from outbox limit 1`).length === 0)
}

test('numbers count up from 1 in each workspace, without a gap', async () => {
  const [one, two] = [await world.workspace(), await world.workspace()]
  const ids: string[] = []
  for (let i = 0; i < 5; i++) {
    ids.push(await emitEvent(sql, { workspaceId: one }))
    await emitEvent(sql, { workspaceId: two })
  }
  await allNumbered()
  assert.deepEqual(
    await numbersOf(one),
    ids.map((id, i) => ({ number: i + 1, id })),
  )
  assert.deepEqual(
    (await numbersOf(two)).map(({ number }) => number),
    [1, 2, 3, 4, 5],
  )
})

test('a change that commits later gets a higher number, whichever began first', async () => {
  const workspaceId = await world.workspace()
  const emitted = Promise.withResolvers<void>()
  const mayCommit = Promise.withResolvers<void>()
  const slow = world.database.transaction(async (inside) => {
    const id = await emitEvent(inside, { workspaceId })
    emitted.resolve()
    await mayCommit.promise
    return id
  })
  await emitted.promise
  const quick = await emitEvent(sql, { workspaceId })
  world.changed()
  await until(async () => (await numbersOf(workspaceId)).length > 0)
  mayCommit.resolve()
  const late = await slow
  await allNumbered()
  assert.deepEqual(await numbersOf(workspaceId), [
    { number: 1, id: quick },
    { number: 2, id: late },
  ])
})

test('events of a deleted workspace are discarded', async () => {
  await emitEvent(sql, { workspaceId: crypto.randomUUID() })
  await allNumbered()
})

test('the actor has the name at the time of the event', async () => {
  const { userId } = await world.person({ name: 'Ada' })
  const id = await emitEvent(sql, { workspaceId: world.workspaceId, actorId: userId })
  await allNumbered()
  const [event] = await sql<{ actor: object }>`select actor from events where id = ${id}`
  assert.deepEqual(event!.actor, { id: userId, name: 'Ada', agent: false })
})

test('many calls of changed during a run cause one more run', async () => {
  const { database, numbering, workspaceId, seen } = await startAlone()
  let during = 0
  await database.transaction(async (inside) => {
    await inside`select pg_advisory_xact_lock(hashtextextended('dailies number events', 0))`
    await emitEvent(database.sql, { workspaceId })
    for (let i = 0; i < 20; i++) numbering.changed()
    await lockWaits({ database })
    during = seen.rounds
    for (let i = 0; i < 20; i++) numbering.changed()
    assert.equal(seen.rounds, during)
  })
  await numbering.close()
  assert.equal(seen.rounds, during + 1)
})

test('one call of changed numbers all events, in several batches', async () => {
  const { database, numbering, workspaceId, seen } = await startAlone()
  seen.rounds = 0
  await database.sql`
    insert into outbox (workspace_id, type, audience, data)
    select ${workspaceId}, 'comment.created', 'ANYONE', json_build_object('i', i) from generate_series(1, 2500) i`
  numbering.changed()
  await numbering.close()
  // Ten batches, and a look that finds nothing more. The timer may add a look.
  assert.ok(seen.rounds >= 11, `${seen.rounds} rounds`)
  const [row] = await database.sql<{ ordered: number }>`
    select count(*) as ordered from events where (data->>'i')::int = number`
  assert.equal(row!.ordered, 2500)
})

test('numbering finds events by the index, also with plans made while the outbox was empty', async () => {
  const { database, workspaceId } = await startAlone()
  await database.sql`vacuum analyze outbox`
  const [row] = await database.transaction(async (inside) => {
    await emitEvent(inside, { workspaceId })
    await inside`select number_events(250)`
    return inside<{ scans: number }>`
      select seq_scan as scans from pg_stat_xact_user_tables where relname = 'outbox'`
  })
  assert.equal(row!.scans, 0)
})

test('a batch that exceeds the statement timeout is split, and later events are not delayed', async () => {
  const { database, numbering, workspaceId, seen } = await startAlone({ everyMs: 20 })
  // Simulates the statement timeout: with many webhooks, a thousand events cause many deliveries.
  await database.sql`
    create function refuse_many() returns trigger language plpgsql as $$
    begin
      if (select count(*) from added) > 50 then raise 'too many at once'; end if;
      return null;
    end $$`
  await database.sql`
    create trigger refuse_many after insert on events referencing new table as added
    for each statement execute function refuse_many()`
  await database.sql`
    insert into outbox (workspace_id, type, audience, data)
    select ${workspaceId}, 'comment.created', 'ANYONE', json_build_object('i', i) from generate_series(1, 120) i`
  numbering.changed()
  const left = () => database.sql`select from outbox limit 1`
  await until(async () => (await left()).length === 0)
  const [row] = await database.sql<{ ordered: number }>`
    select count(*) as ordered from events where (data->>'i')::int = number`
  assert.equal(row!.ordered, 120)
  assert.equal(seen.log.length, 1)
})

test('a failure is logged once and retried at every interval', async () => {
  const { database, numbering, workspaceId, seen } = await startAlone({ everyMs: 20 })
  seen.broken = true
  await emitEvent(database.sql, { workspaceId })
  numbering.changed()
  await until(() => seen.rounds >= 3)
  assert.equal(seen.log.length, 1)
  seen.broken = false
  const numbered = () => database.sql`select from events where workspace_id = ${workspaceId}`
  await until(async () => (await numbered()).length > 0)
})
