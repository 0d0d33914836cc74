import { createHash } from 'node:crypto'
import { readdirSync, readFileSync } from 'node:fs'
import type pg from 'pg'
import { StartupError } from '../core/startup-error.ts'

const folder = new URL('../../db/migrations/', import.meta.url)

export type Migration = { name: string; checksum: string; text: string }

/** Plain SQL files, in the order of their names. */
export function listMigrations(): Migration[] {
  return readdirSync(folder)
    .filter((name) => name.endsWith('.sql'))
    .sort()
    .map((name) => {
      const text = readFileSync(new URL(name, folder), 'utf8')
      return { name, text, checksum: createHash('sha256').update(text).digest('hex') }
    })
}

// One lock number for all nodes: the holder migrates, the others wait.
const migrationLock = 7_211_031_504

/** Applies the pending migrations and returns their names. `also` is further work for one node at a time. */
export async function migrate(
  client: pg.Client,
  migrations = listMigrations(),
  also = async () => {},
): Promise<string[]> {
  await client.query('select pg_advisory_lock($1)', [migrationLock])
  try {
    await client.query(`create table if not exists migrations (
      name text constraint migrations_pkey primary key,
      checksum text not null,
      applied_at timestamptz not null default now())`)
    const pending = await pendingMigrations(client, migrations)
    for (const migration of pending) await apply(client, migration)
    await also()
    return pending.map((migration) => migration.name)
  } finally {
    await client.query('select pg_advisory_unlock($1)', [migrationLock])
  }
}

async function pendingMigrations(client: pg.Client, migrations: Migration[]): Promise<Migration[]> {
  const { rows } = await client.query<{ name: string; checksum: string }>(
    'select name, checksum from migrations',
  )
  const known = new Map(migrations.map((migration) => [migration.name, migration]))
  for (const { name, checksum } of rows) {
    const migration = known.get(name)
    if (!migration) {
      throw new StartupError(
        `the database was migrated by a newer release (${name}): run that release or later`,
      )
    }
    if (migration.checksum !== checksum) {
      throw new StartupError(
        `migration ${name} was changed after it was applied: restore the file as released`,
      )
    }
  }
  const applied = new Set(rows.map((row) => row.name))
  return migrations.filter((migration) => !applied.has(migration.name))
}

async function apply(client: pg.Client, migration: Migration): Promise<void> {
  await client.query('begin')
  try {
    // Building an index on a large table may take long.
    await client.query('set local statement_timeout = 0')
    await client.query(migration.text)
    await client.query('insert into migrations (name, checksum) values ($1, $2)', [
      migration.name,
      migration.checksum,
    ])
    await client.query('commit')
  } catch (error) {
    await client.query('rollback')
    throw new StartupError(`migration ${migration.name} failed: ${(error as Error).message}`, {
      cause: error,
    })
  }
}
