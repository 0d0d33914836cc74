// Stores the output of a step. The key of a derivative follows from its file, revision and name: a step that
// is repeated after a crash replaces its earlier output, so that no derivative exists twice.
import { createHash } from 'node:crypto'
import { createReadStream } from 'node:fs'
import { Readable } from 'node:stream'
import { crc32 } from 'node:zlib'
import { newUuid } from '../core/ids.ts'
import { type Database, fragment, type Sql } from '../core/sql.ts'
import { reachStorage, type Storage } from '../core/storage.ts'
import { insertCues } from '../records/captions/captions.ts'
import { derivativeName } from '../records/media.ts'
import { plainFileSize } from '../sandbox/view.ts'
import { storeCrcs } from '../storage/archives/object-crcs.ts'
import type { Loudness } from './audio/loudness.ts'
import { type Claim, held } from './media-state.ts'
import { type Derivative, MediaFailure } from './processor.ts'
import { TooLate } from './watch.ts'

/** `crc` is the CRC-32 of the bytes. */
export type Stored = { id: string; name: string; mimeType: string; size: number; crc: number }

const writesAtOnce = 4

export type FinishedStep = {
  name: string
  derivatives: readonly Derivative[]
  /** Undefined for steps that do not measure it. */
  loudness?: Loudness | null | undefined
}

/** Stores the bytes first, then commits all rows of the step together with its completion. */
export async function storeStep(
  { database, storage }: { database: Database; storage: Storage },
  claim: Claim,
  { name: step, derivatives, loudness }: FinishedStep,
  signal: AbortSignal,
): Promise<void> {
  if (claim.tries > 1 || claim.cutOffs > 0)
    await abortInterrupted(storage, new Set(derivatives.map(({ name }) => derivedId(claim, name))))
  const stored: Stored[] = []
  for (let at = 0; at < derivatives.length; at += writesAtOnce) {
    const writes = derivatives
      .slice(at, at + writesAtOnce)
      .map((one) => storeOne(storage, derivedId(claim, one.name), one, signal))
    stored.push(...(await Promise.all(writes)))
  }
  const replaced = await database.transaction(async (sql) => {
    const done = await sql`
      update media set done = array_append(done, ${step}), cut_offs = 0 where ${held(claim)} returning file_id`
    if (done.length === 0) throw new TooLate()
    if (loudness !== undefined)
      await sql`
        update media set loudness = ${loudness && JSON.stringify(loudness)}::jsonb where file_id = ${claim.fileId}`
    await writeCaptions(sql, claim, derivatives)
    return writeRows(sql, claim, step, stored)
  })
  await removeObjects(database.sql, storage, replaced)
}

/** Removes leftovers of a write that a crash has interrupted: otherwise they would stay for days. */
export async function abortInterrupted(storage: Storage, ids: ReadonlySet<string>): Promise<void> {
  for await (const { upload } of storage.uploads()) {
    if (ids.has(upload.key)) await storage.abortUpload(upload)
  }
}

/** Stores a file that a step has created under this id. */
export async function storeOne(
  storage: Storage,
  id: string,
  derivative: Derivative,
  signal: AbortSignal,
): Promise<Stored> {
  const { name, path, mimeType } = derivative
  if (!derivativeName.test(name)) throw new Error(`invalid name of a derivative: ${name}`)
  const found = await plainFileSize(path)
  // A symlink, for example, would store a file of the server under this name.
  if (found === undefined)
    throw new MediaFailure('tool_failed', 'The previews of this file could not be stored.')
  if (found === 0) throw new Error(`the derivative ${name} is empty`)
  let crc = 0
  async function* bytes() {
    crc = 0
    for await (const chunk of createReadStream(path, { signal })) {
      crc = crc32(chunk, crc)
      yield chunk
    }
  }
  const { size } = await reachStorage(() => storage.write(id, Readable.from(bytes(), { objectMode: false })))
  return { id, name, mimeType, size, crc }
}

/** The same for the same file, revision and name. */
export function derivedId({ fileId, revision }: Pick<Claim, 'fileId' | 'revision'>, name: string): string {
  return idOf(`${fileId} ${revision} ${name}`)
}

/** Removes bytes that were stored for a file that is deleted meanwhile: no later run replaces them. */
export async function removeOfDeleted(
  sql: Sql,
  storage: Storage,
  { fileId }: Pick<Claim, 'fileId'>,
  ids: readonly string[],
): Promise<void> {
  const kept = await sql`select from media where file_id = ${fileId}`
  if (kept.length === 0) for (const id of ids) await reachStorage(() => storage.remove(id))
}

/** A UUID (version 8) that depends only on the text. */
export function idOf(text: string): string {
  const hash = createHash('sha256').update(text).digest()
  hash[6] = (hash[6]! & 0x0f) | 0x80
  hash[8] = (hash[8]! & 0x3f) | 0x80
  const hex = hash.toString('hex')
  return [hex.slice(0, 8), hex.slice(8, 12), hex.slice(12, 16), hex.slice(16, 20), hex.slice(20, 32)].join(
    '-',
  )
}

/** Captions found in the file replace those that an earlier revision found. */
async function writeCaptions(sql: Sql, { fileId }: Claim, derivatives: readonly Derivative[]): Promise<void> {
  const found = derivatives.flatMap(({ captions }) => (captions ? [captions] : []))
  if (found.length === 0) return
  await sql`delete from captions where file_id = ${fileId} and source = 'EMBEDDED'`
  for (const { track, language, label, cues } of found) {
    await sql`
      with created as (
        insert into captions (id, file_id, language, label, source, track, cue_count)
        values (${newUuid()}, ${fileId}, ${language}, ${label}, 'EMBEDDED', ${track}, ${cues.length}) returning id
      )
      ${insertCues(fragment`(select id from created)`, cues)}`
  }
}

/** Writes the rows of a step, and returns the objects that it stored for an earlier revision. */
export async function writeRows(
  sql: Sql,
  { fileId }: Pick<Claim, 'fileId'>,
  step: string,
  stored: readonly Stored[],
): Promise<string[]> {
  const column = <K extends keyof Stored>(key: K) => stored.map((one) => one[key])
  const ids = column('id')
  await sql`
    insert into objects (id, upload_id, size, part_size, mime_type, stored_at)
    select id, 'derived', size, size, mime_type, now()
    from unnest(${ids}::uuid[], ${column('size')}::bigint[], ${column('mimeType')}::text[]) as made (id, size, mime_type)
    on conflict on constraint objects_pkey do update
    set size = excluded.size, part_size = excluded.part_size, mime_type = excluded.mime_type, orphaned_at = null`
  const replaced = await sql<{ objectId: string }>`
    delete from media_derivatives
    where file_id = ${fileId} and (step = ${step} or name = any(${column('name')})) and object_id <> all(${ids}::uuid[])
    returning object_id as "objectId"`
  await sql`
    insert into media_derivatives (file_id, name, step, object_id)
    select ${fileId}, name, ${step}, id from unnest(${column('name')}::text[], ${ids}::uuid[]) as made (name, id)
    on conflict on constraint media_derivatives_pkey do nothing`
  const inArchives = stored.filter(({ name }) => /^(proxy|preview)\./.test(name))
  await sql`delete from object_crcs where object_id = any(${ids}::uuid[])`
  await storeCrcs(sql, new Map(inArchives.map(({ id, size, crc }) => [id, { length: size, crc }])))
  return replaced.map(({ objectId }) => objectId)
}

/**
 * Removes objects without references. The clean-up removes those that are left over: after a crash, and when an archive that
 * contains them has expired.
 */
export async function removeObjects(sql: Sql, storage: Storage, ids: readonly string[]): Promise<void> {
  if (ids.length === 0) return
  const removed = await sql<{ id: string }>`
    delete from objects o where o.id = any(${ids}::uuid[])
      and not exists (select from archive_entries e where e.object_id = o.id)
    returning o.id`
  for (const { id } of removed) await storage.remove(id)
}
