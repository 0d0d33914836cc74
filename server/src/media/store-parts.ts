// Stores the finished parts of a step that is still running. They belong to the step: storing it deletes them, in the same
// transaction. Parts of an interrupted attempt stay, since the next attempt makes the same frames again.
import { mkdir } from 'node:fs/promises'
import { join } from 'node:path'
import type { Logger } from 'pino'
import { type PartFrames, partFrames } from '../core/renditions.ts'
import type { Database, Sql } from '../core/sql.ts'
import { reachStorage, type Storage } from '../core/storage.ts'
import { type Claim, held, isHeld } from './media-state.ts'
import type { Derivative, PartStore } from './processor.ts'
import { abortInterrupted, derivedId, removeObjects, type Stored, storeOne } from './store-derivatives.ts'
import { TooLate } from './watch.ts'

export type PartServices = { database: Database; storage: Storage; logger: Logger }

/**
 * The first parts are short, so that playback begins early; later parts are long, so that they are few: about 330 for 24
 * hours.
 */
function secondsOfPart(start: number): number {
  return Math.min(Math.max(4, start), Math.min(300, Math.max(60, start / 20)))
}

/** undefined for a file whose proxy is made again: the earlier one is played meanwhile. */
export async function partStore(
  services: PartServices,
  claim: Claim,
  step: string,
  attemptFolder: string,
  signal: AbortSignal,
): Promise<PartStore | undefined> {
  const { fileId, attempt } = claim
  const complete = await services.database.sql`
    select from media_derivatives where file_id = ${fileId} and step = ${step} and name not like 'parts/%' limit 1`
  if (complete.length > 0) return undefined
  const folder = join(attemptFolder, 'parts')
  await mkdir(folder, { recursive: true, mode: 0o700 })
  return {
    folder,
    seconds: secondsOfPart,
    store: (part) => storePart(services, claim, step, part, signal),
    onError(error) {
      if (signal.aborted || error instanceof TooLate) return
      services.logger.warn({ err: error, fileId, attempt }, 'a part of a proxy could not be stored')
    },
  }
}

/** The bytes first, then the rows. A part that an earlier attempt has stored is not replaced: somebody may be reading it. */
async function storePart(
  { database, storage }: PartServices,
  claim: Claim,
  step: string,
  part: Derivative,
  signal: AbortSignal,
): Promise<void> {
  const { sql } = database
  const names = await storedParts(sql, claim)
  if (names.includes(part.name)) return
  if (!(await isHeld(sql, claim))) throw new TooLate()
  const id = derivedId(claim, part.name)
  if (claim.tries > 1 || claim.cutOffs > 0) await abortInterrupted(storage, new Set([id]))
  const stored = await storeOne(storage, id, part, signal)
  const replaced = await database.transaction((changes) => writeRow(changes, claim, step, stored))
  if (replaced) return removeObjects(sql, storage, replaced)
  await removeUnlessRetried(sql, storage, claim, id)
  throw new TooLate()
}

async function storedParts(sql: Sql, { fileId }: Claim): Promise<string[]> {
  const rows = await sql<{ name: string }>`
    select name from media_derivatives where file_id = ${fileId} and name like 'parts/%'`
  return rows.map(({ name }) => name)
}

/** Returns the objects of parts with the same frames, which an earlier release may have cut elsewhere; undefined if too late. */
async function writeRow(
  sql: Sql,
  claim: Claim,
  step: string,
  { id, name, size, mimeType }: Stored,
): Promise<string[] | undefined> {
  const current = await sql`
    select from media where ${held(claim)} and not done @> array[${step}]::text[] for update`
  if (current.length === 0) return undefined
  const own = partFrames(name)!
  const overlapping = (await storedParts(sql, claim)).filter((other) => overlaps(own, partFrames(other)))
  const replaced = await sql<{ objectId: string }>`
    delete from media_derivatives where file_id = ${claim.fileId} and name = any(${overlapping})
    returning object_id as "objectId"`
  await sql`
    with object as (
      insert into objects (id, upload_id, size, part_size, mime_type, stored_at)
      values (${id}, 'derived', ${size}, ${size}, ${mimeType}, now())
      on conflict on constraint objects_pkey do update
      set size = excluded.size, part_size = excluded.part_size, mime_type = excluded.mime_type, orphaned_at = null
      returning id
    )
    insert into media_derivatives (file_id, name, step, object_id) select ${claim.fileId}, ${name}, ${step}, id from object`
  return replaced.map(({ objectId }) => objectId).filter((objectId) => objectId !== id)
}

function overlaps(a: PartFrames, b: PartFrames | undefined): boolean {
  return b !== undefined && a.firstFrame < b.firstFrame + b.frames && b.firstFrame < a.firstFrame + a.frames
}

/** The next attempt uses the same id; a deleted file has no next attempt. */
async function removeUnlessRetried(sql: Sql, storage: Storage, { fileId }: Claim, id: string): Promise<void> {
  const kept = await sql`select from media where file_id = ${fileId}`
  if (kept.length === 0) await reachStorage(() => storage.remove(id))
}
