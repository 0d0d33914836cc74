import { createWriteStream } from 'node:fs'
import { open, readdir, rename, rm, stat } from 'node:fs/promises'
import { basename, dirname, join } from 'node:path'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { constants, createGzip, type Gzip, type ZlibParams } from 'node:zlib'
import pg from 'pg'
import { to as copyTo } from 'pg-copy-streams'
import { failure } from '../../../cli/src/kit/errors.ts'
import { type Connection, clientConfig } from '../core/connection.ts'
import {
  createArchiveWriter,
  endName,
  filesPrefix,
  format,
  type Manifest,
  manifestName,
  piecePrefix,
  secretKeyName,
} from './backup-format.ts'
import { listSequences, listTables, plainValues, type Table } from './database-objects.ts'
import { listFiles, notInBackup, openFile, readSecretKey, storageFolder } from './stored-files.ts'
import { tarEnd } from './tar.ts'

export type BackupSummary = {
  file: string
  bytes: number
  createdAt: string
  tables: number
  rows: number
  files: number
  secretKey: boolean
  /** The unfinished files of killed backups that this backup removed. */
  removedPartials: number
}

export type BackupOptions = { connection: Connection; dataDir: string; file: string }

/** Writes a consistent snapshot of database and files while the service runs, in constant memory. */
export async function writeBackup({ connection, dataDir, file }: BackupOptions): Promise<BackupSummary> {
  await requireFree(file)
  const removedPartials = await removePartials(file)
  const temporary = `${file}.${process.pid}.partial`
  const client = new pg.Client(clientConfig(connection, 0))
  client.on('error', () => {})
  await client.connect()
  try {
    // Node's types lack `params` of gzip.
    const gzip = createGzip({ level: 1 }) as Gzip & ZlibParams
    const totals: Totals = { rows: {}, files: { count: 0, bytes: 0 }, secretKey: false, createdAt: '' }
    const bytes = Readable.from(archiveBytes(client, dataDir, gzip, totals), { objectMode: false })
    // The backup contains the secret key and the hashes of all API keys.
    await pipeline(bytes, gzip, createWriteStream(temporary, { flags: 'wx', mode: 0o600, flush: true }))
    await rename(temporary, file)
    await syncFolder(dirname(file))
    const { size } = await stat(file)
    return { file, bytes: size, ...summarize(totals), removedPartials }
  } catch (error) {
    await rm(temporary, { force: true })
    throw error
  } finally {
    // During a COPY this aborts the connection.
    await client.end()
  }
}

async function requireFree(file: string): Promise<void> {
  const folder = dirname(file)
  const [present, parent] = await Promise.all([file, folder].map((path) => stat(path).catch(() => undefined)))
  if (present) throw failure(`${file} already exists: choose another name for the backup`)
  if (!parent?.isDirectory()) throw failure(`the folder ${folder} does not exist: create it first`)
}

const abandonedMs = 60 * 60 * 1000

/**
 * The unfinished files of killed backups in the same folder. The process in the name must have ended, and a file of
 * another backup, which may be written from another container, must not have grown for an hour.
 */
async function removePartials(file: string): Promise<number> {
  let removed = 0
  for (const name of await readdir(dirname(file))) {
    const [, target, pid] = /^(.+)\.(\d+)\.partial$/.exec(name) ?? []
    const path = join(dirname(file), name)
    const isOurs = target === basename(file)
    if (target === undefined || isRunning(Number(pid)) || !(isOurs || (await isAbandonedBackup(path))))
      continue
    await rm(path, { force: true })
    removed++
  }
  return removed
}

/** Containers reuse process IDs: a file with the ID of this process was left by an earlier one. */
function isRunning(pid: number): boolean {
  if (pid === process.pid) return false
  try {
    return process.kill(pid, 0)
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EPERM'
  }
}

/** Other programs use this suffix too: backups are gzip files that only their owner may read. */
async function isAbandonedBackup(path: string): Promise<boolean> {
  const handle = await open(path).catch(() => undefined)
  if (!handle) return false
  try {
    const { mtimeMs, mode } = await handle.stat()
    const { buffer } = await handle.read(Buffer.alloc(2), 0, 2, 0)
    const isOurs = (mode & 0o777) === 0o600 && buffer.equals(Buffer.from([0x1f, 0x8b]))
    return isOurs && mtimeMs < Date.now() - abandonedMs
  } finally {
    await handle.close()
  }
}

type Totals = Pick<BackupSummary, 'createdAt' | 'secretKey'> & {
  rows: Record<string, number>
  files: { count: number; bytes: number }
}

function summarize({ createdAt, rows, files, secretKey }: Totals) {
  const counts = Object.values(rows)
  const sum = counts.reduce((total, count) => total + count, 0)
  return { createdAt, tables: counts.length, rows: sum, files: files.count, secretKey }
}

async function* archiveBytes(client: pg.Client, dataDir: string, gzip: Gzip & ZlibParams, totals: Totals) {
  const archive = createArchiveWriter(Date.now())
  const text = (name: string, content: string) => {
    const bytes = Buffer.from(content)
    return archive.entry(name, bytes.length, [bytes])
  }

  await client.query(`begin isolation level repeatable read, read only; ${plainValues}`)
  const manifest = await readManifest(client)
  totals.createdAt = manifest.createdAt
  yield* text(manifestName, JSON.stringify(manifest, null, 2))
  const secretKey = await readSecretKey(dataDir)
  if (secretKey !== undefined) {
    totals.secretKey = true
    yield* text(secretKeyName, secretKey)
  }
  const copies = new Map<string, { rowCount: number }>()
  for (const table of manifest.tables) {
    const copy = copyOut(client, table)
    copies.set(table.name, copy)
    for await (const { name, size, pieces } of cut(copy, table)) yield* archive.entry(name, size, pieces)
  }
  await client.query('commit')
  // The number of rows is known only after the rows; by now it is known for every table.
  for (const [name, { rowCount }] of copies) totals.rows[name] = rowCount

  // The rows come first: every file that they refer to exists by then. Most files are images and videos, which do not
  // compress: compressing them would make the backup ten times slower.
  await new Promise<void>((done) => gzip.params(0, constants.Z_DEFAULT_STRATEGY, () => done()))
  for await (const path of listFiles(storageFolder(dataDir), notInBackup)) {
    const file = await openFile(`${storageFolder(dataDir)}/${path}`)
    if (!file) continue
    totals.files.count++
    totals.files.bytes += file.size
    yield* archive.entry(filesPrefix + path, file.size, file.content, file.mode)
  }
  const { rows, files } = totals
  yield* text(endName, JSON.stringify({ rows, files, sha256: archive.sha256() }, null, 2))
  yield tarEnd
}

async function readManifest(client: pg.Client): Promise<Manifest> {
  const { rows: times } = await client.query<{ createdAt: string }>('select now() as "createdAt"')
  const tables = await listTables(client)
  // Prevents changes of the columns during the copy.
  await client.query(
    `lock table ${tables.map(({ name }) => pg.escapeIdentifier(name)).join(', ')} in access share mode`,
  )
  const { rows: migrations } = await client.query<Manifest['migrations'][number]>(
    'select name, checksum from migrations order by name',
  )
  return {
    format,
    createdAt: times[0]!.createdAt,
    migrations,
    tables,
    sequences: await listSequences(client),
  }
}

function copyOut(client: pg.Client, { name, columns }: Table) {
  const list = columns.map((column) => pg.escapeIdentifier(column)).join(', ')
  return client.query(copyTo(`copy (select ${list} from ${pg.escapeIdentifier(name)}) to stdout`))
}

const pieceSize = 2 ** 20

/** An entry's size precedes it and the size of a table is unknown, so tables are written in pieces. */
async function* cut(rows: AsyncIterable<Buffer>, table: Table) {
  let pieces: Buffer[] = []
  let size = 0
  let number = 0
  const entry = () => {
    const name = `${piecePrefix(table.name)}${String(++number).padStart(8, '0')}.copy`
    return { name, size, pieces }
  }
  for await (const chunk of rows) {
    pieces.push(chunk)
    size += chunk.length
    if (size < pieceSize) continue
    yield entry()
    pieces = []
    size = 0
  }
  if (size > 0) yield entry()
}

async function syncFolder(path: string): Promise<void> {
  const folder = await open(path)
  await folder.sync().finally(() => folder.close())
}
