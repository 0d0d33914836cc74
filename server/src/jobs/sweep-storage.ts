// Discards objects that the database does not know, and deletes them a week later. Each step
// queries the database again: an object that looks lost may be in use, seen through the wrong database or a
// moment too early.

import type { Logger } from 'pino'
import { isUuid } from '../core/ids.ts'
import { type SweepRecord, writeSweep } from '../core/installation.ts'
import { program } from '../core/program.ts'
import type { Sql } from '../core/sql.ts'
import type { Discarded, Storage } from '../core/storage.ts'
import { beginSweep, ForeignStorage, lastSweep, type Ownership } from '../storage/installation.ts'

const dayMs = 24 * 60 * 60 * 1000
/** An object exists before the row that refers to it, though never for long. */
export const unreferencedMs = dayMs
const discardedDays = 7
const batch = 500
/** More than this in one run is a sign of a wrong database, not of crashes. */
const maxUnknown = 100
const maxUnknownShare = 0.05

export type Sweeping = Ownership & { logger: Logger; limit: number | undefined }

/** The sweep has found something that an operator must check first. */
export class SweepStopped extends Error {
  override name = 'SweepStopped'
}

export type Tally = Pick<SweepRecord, 'moved' | 'returned' | 'deleted'>

/**
 * Runs the clean-up once, on a storage that certainly belongs to this database. Records the result, or why it stopped, for
 * metrics and `admin storage status`.
 */
export async function runSweep(
  sweeping: Sweeping,
  work: (tally: Tally) => Promise<void>,
): Promise<SweepRecord> {
  const { sql, logger } = sweeping
  const tally: Tally = { moved: 0, returned: 0, deleted: 0 }
  let sweep: SweepRecord | undefined
  let stopped: string | null = null
  try {
    sweep = await beginSweep(sweeping)
    await work(tally)
    return await finish()
  } catch (error) {
    // When the storage or the database is unavailable, the job retries within the hour.
    if (!(error instanceof SweepStopped || error instanceof ForeignStorage)) throw error
    stopped = error.message
    await finish()
    throw error
  }

  async function finish(): Promise<SweepRecord> {
    const last = sweep ?? (await lastSweep(sql))
    const movedInAll = last.movedInAll + tally.moved
    const record = { ...last, ...tally, movedInAll, at: new Date().toISOString(), stopped }
    await writeSweep(sql, record)
    logger.info({ ...tally, stopped }, 'swept the storage')
    return record
  }
}

/** Discards objects without a row. Stops before the first when there are too many. */
export async function sweepUnknown(sweeping: Sweeping, tally: Tally): Promise<void> {
  const { sql, storage, limit } = sweeping
  const { total, unknown, keys } = await findUnknown(sql, storage, limit ?? maxUnknown)
  const most = limit ?? unknownLimit(total)
  if (unknown > most) {
    throw new SweepStopped(
      `${unknown} of ${total} stored objects are unknown to this database, and one sweep discards ${most} at most. Nothing ` +
        `was discarded. If the database is the right one, \`${program} admin storage sweep --limit ${unknown}\` ` +
        'discards them',
    )
  }
  for (const key of keys) {
    if (await isStillUnknown(sql, storage, key)) await discardObject(sweeping, tally, key, 'no row')
  }
}

export async function discardObject(
  { storage, logger }: Pick<Sweeping, 'storage' | 'logger'>,
  tally: Tally,
  key: string,
  reason: string,
): Promise<void> {
  if (!(await storage.discardObject({ key, day: today() }))) return
  tally.moved++
  logger.info({ key, reason }, 'discarded an object')
}

/** One object is always allowed: otherwise a storage of fewer than 20 objects could never be swept. */
export function unknownLimit(total: number): number {
  return Math.min(maxUnknown, Math.max(1, Math.floor(total * maxUnknownShare)))
}

/** Counts all objects and those of at least this age without a row, and lists the first of them. */
export async function findUnknown(
  sql: Sql,
  storage: Storage,
  maxKeys: number,
  ageMs = unreferencedMs,
): Promise<{ total: number; unknown: number; keys: string[] }> {
  const found = { total: 0, unknown: 0, keys: [] as string[] }
  let old: string[] = []
  const ask = async () => {
    const known = await knownOf(sql, old)
    const lost = old.filter((key) => !known.has(key))
    found.unknown += lost.length
    found.keys.push(...lost.slice(0, maxKeys - found.keys.length))
    old = []
  }
  for await (const { key, modifiedAt } of storage.objects()) {
    // Objects with other names do not belong to Dailies.
    if (!isUuid(key)) continue
    found.total++
    if (isOlder(modifiedAt, ageMs) && old.push(key) === batch) await ask()
  }
  await ask()
  return found
}

/** The key of a preview follows from its file: the object may have been written again since the storage was listed. */
async function isStillUnknown(sql: Sql, storage: Storage, key: string): Promise<boolean> {
  const object = await storage.stat(key)
  return (
    object !== undefined &&
    isOlder(object.modifiedAt, unreferencedMs) &&
    (await knownOf(sql, [key])).size === 0
  )
}

/**
 * Deletes objects that were discarded a week ago. Moves an object back when the database knows it: its row was
 * written while it was moved, or the database was restored from a backup that still has it.
 */
export async function removeExpired({ sql, storage, logger }: Sweeping, tally: Tally): Promise<void> {
  let entries: Discarded[] = []
  const settle = async () => {
    const known = await knownOf(
      sql,
      entries.map(({ key }) => key),
    )
    for (const entry of entries) {
      if (known.has(entry.key) && !(await storage.stat(entry.key))) {
        await storage.returnObject(entry)
        tally.returned++
        logger.info(entry, 'moved a discarded object back: the database knows it')
      } else if (isExpired(entry)) {
        await storage.removeDiscarded(entry)
        tally.deleted++
        logger.info(entry, 'deleted an object that was discarded a week ago')
      }
    }
    entries = []
  }
  for await (const entry of storage.discarded()) {
    if (isUuid(entry.key) && entries.push(entry) === batch) await settle()
  }
  await settle()
}

async function knownOf(sql: Sql, keys: string[]): Promise<Set<string>> {
  if (keys.length === 0) return new Set()
  const rows = await sql<{ id: string }>`select id from objects where id = any(${keys}::uuid[])`
  return new Set(rows.map(({ id }) => id))
}

export function today(): string {
  return new Date().toISOString().slice(0, 10)
}

/** Counts whole days after the day of the move, so that objects stay for a week at least. */
function isExpired({ day }: Discarded): boolean {
  return Date.now() >= Date.parse(day) + (discardedDays + 1) * dayMs
}

export function isOlder(time: Date, milliseconds: number): boolean {
  return time.getTime() < Date.now() - milliseconds
}
