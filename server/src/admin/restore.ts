import { open } from 'node:fs/promises'
import { pipeline } from 'node:stream'
import { pipeline as pipelineTo } from 'node:stream/promises'
import { createGunzip } from 'node:zlib'
import pg from 'pg'
import { from as copyFrom } from 'pg-copy-streams'
import { CommandError, failure } from '../../../cli/src/kit/errors.ts'
import { type Connection, clientConfig } from '../core/connection.ts'
import { exclusiveText, listMigrations, type Migration, migrate } from '../database/migrate.ts'
import {
  type ArchiveReader,
  type End,
  endName,
  filesPrefix,
  type Manifest,
  manifestName,
  openArchive,
  parseEnd,
  parseManifest,
  piecePrefix,
  secretKeyName,
} from './backup-format.ts'
import {
  dropEverything,
  emptyTables,
  hasTable,
  isInUse,
  plainValues,
  requireTables,
  setSequences,
  suspendRules,
  type Table,
} from './database-objects.ts'
import { silence } from './silence.ts'
import { createStaging, requireNoFiles, type SecretKeyResult, type Staging } from './stored-files.ts'

export type RestoreOptions = {
  connection: Connection
  dataDir: string
  file: string
  /** Replace existing data. */
  force: boolean
  /** Make the restored database live at once, instead of a copy. */
  goLive?: boolean
  warn: (line: string) => void
  /** The migrations of this release; tests add to them. */
  migrations?: Migration[]
}

export type RestoreSummary = {
  createdAt: string
  tables: number
  rows: number
  files: number
  secretKey: SecretKeyResult
  /** The migrations that were applied after the restore, when the backup is of an older release. */
  migrations: string[]
}

/** Restores everything or nothing: if the backup is invalid, the database and the files stay unchanged. */
export async function restoreBackup(options: RestoreOptions): Promise<RestoreSummary> {
  const { connection, file, migrations = listMigrations() } = options
  const handle = await open(file).catch((error) => {
    throw failure(`cannot read the backup: ${error.message}`)
  })
  const bytes = pipeline(handle.createReadStream(), createGunzip(), () => {})
  // Errors of the file are handled where its bytes are read, but nothing may be reading them at this moment.
  bytes.on('error', () => {})
  const client = new pg.Client(clientConfig(connection, 0))
  client.on('error', () => {})
  try {
    await client.connect()
    await migrate(client, migrations)
    await warnOfServers(client, options.warn)
    const { summary, staging } = await replaceEverything(client, bytes, migrations, options).catch(
      (error) => {
        const state =
          error instanceof PartialRestoreError ? 'Run it again, with --force' : 'Nothing was changed'
        throw failure(`${file} is not restored: ${explain(error)}. ${state}.`, undefined, { cause: error })
      },
    )
    await staging.finish()
    const applied = await migrate(client, migrations)
    await client.query('analyze')
    return { ...summary, migrations: applied }
  } finally {
    bytes.destroy()
    // Closing the connection rolls back uncommitted changes, also in the middle of a COPY.
    await client.end()
  }
}

/** The restore failed at a point where the database or the files cannot be reverted reliably. */
class PartialRestoreError extends CommandError {
  override name = 'PartialRestoreError'
}

/** The end of a sentence that begins with the name of the backup. */
function explain(error: Error & { code?: string }): string {
  const { message, code = '' } = error
  if (error instanceof CommandError) return message
  if (code === '55P03') return 'other processes use the database: stop all servers first'
  // Class 22 is unreadable values and 23 inconsistent rows: a valid backup contains neither.
  if (error instanceof pg.DatabaseError && !/^2[23]/.test(code)) return `the database reports "${message}"`
  if (/^E[A-Z]+$/.test(code)) return message
  return `it is truncated or damaged (${message})`
}

async function readManifest(archive: ArchiveReader): Promise<Manifest> {
  if (archive.present()?.name !== manifestName) throw failure('it is not a backup')
  return parseManifest(await archive.readText())
}

/** The migrations that the database of the backup had. */
function appliedMigrations(manifest: Manifest, migrations: Migration[]): Migration[] {
  return manifest.migrations.map(({ name, checksum }) => {
    const migration = migrations.find((candidate) => candidate.name === name)
    if (!migration) {
      throw failure(`it was created by a newer release (${name}): restore it with that release or later`)
    }
    if (migration.checksum === checksum) return migration
    throw failure(`migration ${name} was changed since the backup: restore the file as released`)
  })
}

/** An external database may be in use by servers that cannot be detected otherwise. */
async function warnOfServers(client: pg.Client, warn: RestoreOptions['warn']): Promise<void> {
  const { rows } = await client.query(`
    select from pg_stat_activity
    where datname = current_database() and application_name = 'dailies' and pid <> pg_backend_pid()`)
  if (rows.length === 0) return
  warn(`A server seems to use this database (${rows.length} connections). Stop all servers before a restore.`)
}

/** Deadlocks with statements of a running server, each of which takes a second to be found. */
const mostDrops = 10

async function replaceEverything(
  client: pg.Client,
  bytes: AsyncIterable<Buffer>,
  migrations: Migration[],
  { dataDir, force, goLive = false }: RestoreOptions,
) {
  const archive = await openArchive(bytes)
  const manifest = await readManifest(archive)
  const applied = appliedMigrations(manifest, migrations)
  await client.query(`begin; set local lock_timeout = '10s'; ${plainValues}`)
  if (!force) await requireEmpty(client, dataDir)
  const staging = await createStaging(dataDir)
  try {
    await dropWhileUsed(client)
    for (const migration of applied) await client.query(exclusiveText(migration))
    const { createdAt, tables } = manifest
    const read = await readContent(client, archive, manifest, staging)
    await markCopy(client, !goLive)
    const secretKey = await staging.place(read.secretKey, force)
    await commit(client)
    const rows = Object.values(read.rows).reduce((sum, count) => sum + count, 0)
    const summary = { createdAt, tables: tables.length, rows, files: read.files.count, secretKey }
    return { summary, staging }
  } catch (error) {
    await staging.undo().catch((cause) => {
      throw new PartialRestoreError(
        1,
        `${explain(error as Error)}, and reverting the files failed: ${cause.message}`,
        undefined,
        {
          cause,
        },
      )
    })
    throw error
  }
}

/** A server that still runs takes its locks in another order, so that Postgres may end one of the two: it starts again. */
async function dropWhileUsed(client: pg.Client): Promise<void> {
  for (let tries = 1; ; tries++) {
    await client.query('savepoint dropping')
    try {
      await dropEverything(client)
      return void (await client.query('release dropping'))
    } catch (error) {
      if ((error as { code?: string }).code !== '40P01' || tries === mostDrops) throw error
      await client.query('rollback to dropping')
    }
  }
}

async function commit(client: pg.Client): Promise<void> {
  await client.query('commit').catch((cause) => {
    if (cause instanceof pg.DatabaseError) throw cause
    throw new PartialRestoreError(1, `the connection broke during the commit (${cause.message})`, undefined, {
      cause,
    })
  })
}

async function readContent(client: pg.Client, archive: ArchiveReader, manifest: Manifest, staging: Staging) {
  const { tables, sequences } = manifest
  await requireTables(client, tables)
  const resumeRules = await suspendRules(client, tables)
  await emptyTables(client, tables)
  const secretKey = archive.present()?.name === secretKeyName ? await archive.readText() : undefined
  const rows = await copyTables(client, archive, tables)
  const files = await stageFiles(archive, staging)
  await requireEnd(archive, { rows, files })
  await setSequences(client, sequences)
  await skipNumbers(client)
  await silence(client)
  await resumeRules()
  return { secretKey, rows, files }
}

/**
 * Readers know the numbers of events after the backup. None of these numbers is assigned again: a reader who resumes
 * from one, or from a number in the backup, is asked to start over. The new numbers are milliseconds, so that this
 * holds for the next restore as well.
 */
async function skipNumbers(client: pg.Client): Promise<void> {
  if (!(await hasTable(client, 'event_counters'))) return
  await client.query(`
    insert into event_counters as c (workspace_id, last_number, forgotten_number)
    select id, now_ms, now_ms from workspaces, floor(extract(epoch from now()) * 1000) now_ms
    on conflict on constraint event_counters_pkey do update set
      last_number = greatest(c.last_number + 1000000, excluded.last_number),
      forgotten_number = greatest(c.last_number + 1000000, excluded.last_number)`)
}

/** In the transaction of the restore: no server ever sees the restored rows without the mark. */
async function markCopy(client: pg.Client, isCopy: boolean): Promise<void> {
  await client.query(`delete from settings where name = 'restored_copy'`)
  if (isCopy) {
    const insert = `insert into settings (name, value) values ('restored_copy', $1)`
    await client.query(insert, [new Date().toISOString()])
  }
  await client.query(`select pg_notify('dailies_installation', '')`)
}

async function requireEmpty(client: pg.Client, dataDir: string): Promise<void> {
  if (await isInUse(client)) {
    throw failure('the database is in use: restore into an empty one, or add --force to replace everything')
  }
  await requireNoFiles(dataDir)
}

async function copyTables(
  client: pg.Client,
  archive: ArchiveReader,
  tables: Table[],
): Promise<Record<string, number>> {
  const rows: Record<string, number> = {}
  for (const { name, columns } of tables) {
    const list = columns.map((column) => pg.escapeIdentifier(column)).join(', ')
    const copy = client.query(copyFrom(`copy ${pg.escapeIdentifier(name)} (${list}) from stdin`))
    await pipelineTo(readPieces(archive, piecePrefix(name)), copy)
    rows[name] = copy.rowCount
  }
  return rows
}

async function* readPieces(archive: ArchiveReader, prefix: string): AsyncGenerator<Buffer, void> {
  while (archive.present()?.name.startsWith(prefix)) yield* archive.read()
}

async function stageFiles(archive: ArchiveReader, staging: Staging): Promise<End['files']> {
  const files = { count: 0, bytes: 0 }
  for (let entry = archive.present(); entry?.name.startsWith(filesPrefix); entry = archive.present()) {
    await staging.write(entry.name.slice(filesPrefix.length), entry.mode, archive.read())
    files.count++
    files.bytes += entry.size
  }
  return files
}

/** The counts and the hash in the end entry must match the content, and nothing may follow it. */
async function requireEnd(archive: ArchiveReader, read: Omit<End, 'sha256'>): Promise<void> {
  const entry = archive.present()
  if (entry?.name !== endName)
    throw new Error(`it has ${entry?.name ?? 'nothing'} where ${endName} should be`)
  const end = parseEnd(await archive.readText())
  if (archive.present()) throw new Error(`it continues after ${endName}`)
  await archive.drain()
  const isWhole =
    end.sha256 === archive.sha256() &&
    end.files.count === read.files.count &&
    end.files.bytes === read.files.bytes &&
    Object.keys(end.rows).length === Object.keys(read.rows).length &&
    Object.entries(read.rows).every(([table, count]) => end.rows[table] === count)
  if (!isWhole) throw new Error('its content does not match its checksum')
}
