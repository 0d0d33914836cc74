import assert from 'node:assert/strict'
import { test } from 'node:test'
import pg from 'pg'
import { lockWaits } from '../../test/helpers/lock-waits.ts'
import { asAdmin, startWorld } from '../../test/worlds/world.ts'
import type { Database, Sql } from '../core/sql.ts'
import { createDatabase } from './client.ts'

const world = await startWorld()
await world.database.sql`create table places (id integer primary key)`
await world.database.sql`insert into places values (1), (2), (3)`

test('statements are planned once, whatever the database is set to', async (t) => {
  const name = new URL(world.databaseUrl).pathname.slice(1)
  await asAdmin(
    process.env.TEST_DATABASE_URL!,
    `alter database ${name} set plan_cache_mode = force_custom_plan`,
  )
  const database = createDatabase({ connection: world.databaseUrl, log: () => {} })
  t.after(database.close)
  const read = database.sql<{ mode: string }>`select current_setting('plan_cache_mode') as mode`
  assert.deepEqual(await read, [{ mode: 'force_generic_plan' }])
})

type LockAll = (sql: Sql) => Promise<unknown[]>

for (const [name, run] of [
  ['a statement', (database: Database, lockAll: LockAll) => lockAll(database.sql)],
  ['a transaction', (database: Database, lockAll: LockAll) => database.transaction(lockAll)],
] as const)
  test(`${name} that ends a deadlock is repeated`, async (t) => {
    const { databaseUrl } = world
    const database = createDatabase({ connection: databaseUrl, log: () => {} })
    t.after(database.close)
    const [first, second] = [new pg.Client(databaseUrl), new pg.Client(databaseUrl)]
    for (const client of [first, second]) {
      await client.connect()
      t.after(() => client.end())
    }
    const lock = (client: pg.Client, id: number) =>
      client.query(`select from places where id = ${id} for update`)
    // The other side of the deadlock never looks for one, so that it is not the one that ends it.
    await first.query(`set deadlock_timeout = '1h'`)
    await first.query('begin')
    await second.query('begin')
    await lock(first, 3)
    await lock(second, 2)
    const done = run(database, (sql) => sql`select id from places order by id for update`)
    await lockWaits({ database }, 1)
    const locked = lock(first, 1)
    await lockWaits({ database }, 2)
    await second.query('commit')
    await locked
    await first.query('commit')
    assert.equal((await done).length, 3)
  })

test('a statement that a standby cancels is not repeated there: the caller asks the primary', async () => {
  const { sql } = world.database
  await sql`create sequence attempts`
  // As a standby reports a conflict with what it replays.
  await sql`
    create function cancel() returns void language plpgsql as $$
    begin perform nextval('attempts'); raise exception using errcode = '40001'; end $$`
  await assert.rejects(sql`select cancel()`, { status: 503 })
  assert.deepEqual(await sql`select last_value from attempts`, [{ last_value: 1 }])
})
