import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import pg from 'pg'
import { until } from '../../test/helpers/until.ts'
import { createTestDatabase } from '../../test/worlds/world.ts'
import { listMigrations, migrate } from './migrate.ts'

const { url, drop } = await createTestDatabase()
const clients: pg.Client[] = []
after(async () => {
  for (const client of clients) await client.end()
  await drop()
})

async function connect(): Promise<pg.Client> {
  const client = new pg.Client(url)
  await client.connect()
  clients.push(client)
  return client
}

const ours: { name: string; checksum: string; text: string }[] = []
/** Migrations stay known: a database refuses a release that lacks one. */
function next(name: string, text: string) {
  ours.push({ name, checksum: name, text })
  return [...listMigrations(), ...ours]
}

const [migrator, reader, waiting] = [await connect(), await connect(), await connect()]

test('a table in use: readers are not held up for longer than half a second, and the migration succeeds later', async () => {
  await reader.query('begin')
  await reader.query('select from all_folders')
  const migrations = next('9001.sql', 'alter table all_folders add column shade text')
  const migrated = migrate(migrator, migrations, undefined, 50)
  let slowest = 0
  let heldUp = 0
  // The migration asks for the table, gives up, and asks again.
  await until(async () => {
    const start = performance.now()
    await waiting.query('select from all_folders limit 1')
    const took = performance.now() - start
    slowest = Math.max(slowest, took)
    if (took > 100) heldUp++
    return heldUp === 2
  })
  assert.ok(slowest < 1_000, `a reader waited ${slowest} ms`)
  await reader.query('commit')
  assert.deepEqual(await migrated, ['9001.sql'])
  await waiting.query('select shade from all_folders')
})

test('an index is built while other nodes wait to migrate, and a broken one is built again', async () => {
  await reader.query('create index folders_shade on all_folders (shade)')
  // An interrupted build leaves an index in this state.
  await reader.query(`update pg_index set indisvalid = false where indexrelid = 'folders_shade'::regclass`)
  const text =
    '-- no transaction\ncreate index concurrently if not exists folders_shade on all_folders (shade);\n'
  const migrations = next('9002.sql', text)
  const applied = await Promise.all([migrator, reader, waiting].map((client) => migrate(client, migrations)))
  assert.deepEqual(applied.flat(), ['9002.sql'])
  const { rows } = await reader.query(
    `select indisvalid from pg_index where indexrelid = 'folders_shade'::regclass`,
  )
  assert.deepEqual(rows, [{ indisvalid: true }])
})

test('a failing migration changes nothing and names itself', async () => {
  const text = 'alter table all_folders add column hue text; select 1 / 0'
  await assert.rejects(
    migrate(migrator, next('9003.sql', text)),
    /migration 9003\.sql failed: division by zero/,
  )
  const { rows } = await reader.query(
    `select from information_schema.columns where table_name = 'all_folders' and column_name = 'hue'`,
  )
  assert.equal(rows.length, 0)
})
