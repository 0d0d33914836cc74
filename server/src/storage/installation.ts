// Which database a storage belongs to. Both store the same id: the database in `settings`, the storage in its marker
// file. The clean-up deletes objects that the database does not know, so it must never run with another database.

import { z } from 'zod'
import { isUuid, newUuid } from '../core/ids.ts'
import { readInstallation, type SweepRecord, writeSweep } from '../core/installation.ts'
import { program } from '../core/program.ts'
import type { Sql } from '../core/sql.ts'
import { StartupError } from '../core/startup-error.ts'
import type { Storage } from '../core/storage.ts'
import type { StorageConfig } from './storage-url.ts'

const Marker = z.object({
  installation: z.uuid(),
  /** The number of sweeps of the storage. A database with a lower number is older than the storage. */
  sweeps: z.int().min(0),
})
export type Marker = z.infer<typeof Marker>

/** The storage belongs to another database, or to a later state of this one. */
export class ForeignStorage extends StartupError {
  override name = 'ForeignStorage'
}

const remedies =
  'Restore the database that belongs to these files, or, to use them with this database for good, run ' +
  `\`${program} admin storage adopt\``

/** How many objects are checked to find out whether a database without a marker file knows a storage. */
const sampled = 1_000

export type Ownership = { sql: Sql; storage: Storage; place: string }

/** The location of the storage, for messages. */
export function placeOf(config: StorageConfig, dataDir: string): string {
  return config.kind === 's3' ? `s3://${config.bucket}/${config.prefix}` : `${dataDir}/files`
}

/**
 * Throws unless the storage belongs to this database. A storage without a marker file is claimed when both are new or
 * when the database knows an object in it, as after an upgrade; a restored copy claims nothing.
 */
export async function claimStorage({ sql, storage, place }: Ownership): Promise<Marker> {
  const id = await installationId(sql)
  const present = await readMarker(storage, place)
  if (present) return requireOwn(present, id, place)
  const objects = await sampleObjects(storage)
  if (objects.length > 0 && !(await knowsOne(sql, storage, objects))) {
    const many = objects.length === sampled ? `${sampled} or more` : String(objects.length)
    throw new ForeignStorage(
      `${place} holds ${many} stored objects, and this database knows none of them. ${remedies}`,
    )
  }
  const { copySince, sweep } = await readInstallation(sql)
  const marker = { installation: id, sweeps: sweep?.number ?? 0 }
  if (copySince !== undefined) return marker
  if (objects.length === 0 && (await knowsFiles(sql))) {
    throw new ForeignStorage(
      `${place} is empty, but this database knows stored files. Mount the disk or name the storage that holds them; or, to ` +
        `go on without them for good, run \`${program} admin storage adopt\``,
    )
  }
  await storage.writeMarker(markerText(marker), { replace: false })
  // Another database may have claimed the storage at the same moment.
  return requireOwn((await readMarker(storage, place)) ?? marker, id, place)
}

/** Assigns the storage to this database, whichever database it belonged to. */
export async function adoptStorage({ sql, storage, place }: Ownership): Promise<void> {
  const id = await installationId(sql)
  const sweeps = (await readMarker(storage, place))?.sweeps ?? 0
  const last = await lastSweep(sql)
  const number = Math.max(sweeps, last.number)
  await storage.writeMarker(markerText({ installation: id, sweeps: number }), { replace: true })
  await writeSweep(sql, { ...last, number, stopped: null })
}

const neverSwept: SweepRecord = {
  number: 0,
  at: '1970-01-01T00:00:00.000Z',
  moved: 0,
  returned: 0,
  deleted: 0,
  movedInAll: 0,
  stopped: null,
}

export async function lastSweep(sql: Sql): Promise<SweepRecord> {
  return (await readInstallation(sql)).sweep ?? neverSwept
}

/**
 * Increments the number of sweeps in the database and in the marker file, or throws. A higher number in the marker
 * file was written by a later state of this database: this database comes from an old backup, or two servers with
 * copies of one database use one storage.
 */
export async function beginSweep(ownership: Ownership): Promise<SweepRecord> {
  const { sql, storage, place } = ownership
  const marker = await claimStorage(ownership)
  const last = await lastSweep(sql)
  if (marker.sweeps > last.number) {
    throw new ForeignStorage(
      `${place} was swept by a later state of this database (sweep ${marker.sweeps}; this database knows ` +
        `${last.number}): it comes from an old backup, or another server uses the same files. ${remedies}`,
    )
  }
  const next = { ...last, number: last.number + 1 }
  // The database first: a crash in between leaves a lower number in the marker file, which is harmless.
  await writeSweep(sql, next)
  await storage.writeMarker(markerText({ ...marker, sweeps: next.number }), { replace: true })
  return next
}

/** The same for all nodes: the first caller creates it. */
export async function installationId(sql: Sql): Promise<string> {
  await sql`
    insert into settings (name, value) values ('installation_id', ${newUuid()})
    on conflict on constraint settings_pkey do nothing`
  const [row] = await sql<{ value: string }>`select value from settings where name = 'installation_id'`
  return row!.value
}

export async function readMarker(storage: Storage, place: string): Promise<Marker | undefined> {
  const text = await storage.readMarker()
  if (text === undefined) return undefined
  const parsed = Marker.safeParse(parseJson(text))
  if (parsed.success) return parsed.data
  throw new ForeignStorage(`the marker of ${place} (installation.json) cannot be read. ${remedies}`)
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

function markerText(marker: Marker): string {
  const note = 'Says which Dailies database these files belong to. Do not delete it.'
  return `${JSON.stringify({ note, ...marker }, null, 2)}\n`
}

function requireOwn(marker: Marker, id: string, place: string): Marker {
  if (marker.installation === id) return marker
  throw new ForeignStorage(
    `${place} belongs to another database (installation ${marker.installation}; this one is ${id}). ${remedies}`,
  )
}

async function sampleObjects(storage: Storage): Promise<string[]> {
  const keys: string[] = []
  for await (const { key } of storage.objects()) {
    if (isUuid(key) && keys.push(key) === sampled) break
  }
  return keys
}

/** A database with stored files next to an empty storage most likely means that a disk is not mounted. */
async function knowsFiles(sql: Sql): Promise<boolean> {
  return (await sql`select from objects where stored_at is not null limit 1`).length > 0
}

/** Checks in both directions: the first objects of the storage may all be leftovers. */
async function knowsOne(sql: Sql, storage: Storage, keys: string[]): Promise<boolean> {
  const known = await sql`select from objects where id = any(${keys}::uuid[]) limit 1`
  if (known.length > 0) return true
  const newest = await sql<{ id: string }>`
    select id from objects where stored_at is not null order by id desc limit 20`
  for (const { id } of newest) if (await storage.stat(id)) return true
  return false
}
