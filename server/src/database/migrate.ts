import { createHash } from 'node:crypto'
import { readdirSync, readFileSync } from 'node:fs'
import { setTimeout as pause } from 'node:timers/promises'
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
const lockPollMs = 200

// Everybody who wants a table waits behind a migration that waits for it. So it gives up quickly, lets them pass, and
// tries again: a report that reads the table may take minutes.
const lockTimeoutMs = 500
const defaultRetryMs = 1_000
const retries = 300

/** The first line of a migration whose statements are run one by one, each of them repeatable. */
export const noTransaction = '-- no transaction'

/** The statements of a migration for a caller whose transaction has the tables to itself, where nothing is concurrent. */
export function exclusiveText({ text }: Migration): string {
  return text.startsWith(noTransaction) ? text.replaceAll(/\bconcurrently\b/gi, '') : text
}

/** Applies the pending migrations and returns their names. `also` is further work for one node at a time. */
export async function migrate(
  client: pg.Client,
  migrations = listMigrations(),
  also = async () => {},
  retryMs = defaultRetryMs,
): Promise<string[]> {
  await takeLock(client)
  try {
    await client.query(`create table if not exists migrations (
      name text constraint migrations_pkey primary key,
      checksum text not null,
      applied_at timestamptz not null default now())`)
    const pending = await pendingMigrations(client, migrations)
    for (const migration of pending) await apply(client, migration, retryMs)
    await also()
    return pending.map((migration) => migration.name)
  } finally {
    await client.query('select pg_advisory_unlock($1)', [migrationLock])
  }
}

/** Polls: a statement that waits for the lock has a snapshot, and `create index concurrently` waits for all of those. */
async function takeLock(client: pg.Client): Promise<void> {
  for (;;) {
    const { rows } = await client.query('select pg_try_advisory_lock($1) as taken', [migrationLock])
    if (rows[0].taken) return
    await pause(lockPollMs)
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

async function apply(client: pg.Client, migration: Migration, retryMs: number): Promise<void> {
  const attempt = migration.text.startsWith(noTransaction) ? applyEach : applyTogether
  for (let tries = 1; ; tries++) {
    try {
      return await attempt(client, migration)
    } catch (error) {
      if ((error as { code?: string }).code === lockNotAvailable && tries < retries) {
        await pause(retryMs)
        continue
      }
      throw new StartupError(`migration ${migration.name} failed: ${(error as Error).message}`, {
        cause: error,
      })
    }
  }
}

const lockNotAvailable = '55P03'

async function applyTogether(client: pg.Client, migration: Migration): Promise<void> {
  await client.query('begin')
  try {
    await client.query(`set local lock_timeout = ${lockTimeoutMs}`)
    // Moving data in a large table may take long.
    await client.query('set local statement_timeout = 0')
    await client.query(migration.text)
    await record(client, migration)
    await client.query('commit')
  } catch (error) {
    await client.query('rollback')
    throw error
  }
}

/** For statements that scan a large table without keeping anybody from it; they wait for their locks unnoticed. */
async function applyEach(client: pg.Client, migration: Migration): Promise<void> {
  await client.query('set statement_timeout = 0')
  for (const statement of migration.text.split(/;\s*$/m)) {
    const [, index] =
      /create\s+(?:unique\s+)?index\s+concurrently\s+if\s+not\s+exists\s+(\w+)/i.exec(statement) ?? []
    if (index) await dropBroken(client, index)
    if (statement.trim() !== '') await client.query(statement)
  }
  await record(client, migration)
}

/** An interrupted build leaves an index of that name that is never used. */
async function dropBroken(client: pg.Client, index: string): Promise<void> {
  const { rows } = await client.query(
    'select from pg_index where indexrelid = to_regclass($1) and not indisvalid',
    [index],
  )
  if (rows.length > 0) await client.query(`drop index concurrently ${index}`)
}

async function record(client: pg.Client, { name, checksum }: Migration): Promise<void> {
  await client.query('insert into migrations (name, checksum) values ($1, $2)', [name, checksum])
}
