// The daily clean-up. Rows go first, each committed by itself, then the bytes that they stood for: whatever happens in
// between leaves bytes without a row, for the next day. What is referred to cannot go: its row is held by the reference.
import { isUuid } from '../core/ids.ts'
import { fragment, type Sql } from '../core/sql.ts'
import type { Storage, Upload } from '../core/storage.ts'
import { goneFiles, tellGoneFiles } from '../events/gone-files.ts'
import { tell } from '../events/outbox.ts'
import type { Job } from './runner.ts'

const hour = 60 * 60 * 1000
/** An object is there before what refers to it, though never for long. */
const unreferencedFor = 24 * hour
const abandonedAfter = 7 * 24 * hour
const batch = 500

export const cleanStorage: Job = {
  name: 'clean-storage',
  everySeconds: 86_400,
  // The job's own transaction holds its lock and nothing else: it would commit only after the bytes are gone.
  async run(_sql, { database: { sql }, storage }) {
    await forgetAbandoned(sql, storage)
    await removeUnreferenced(sql, storage)
    await removeUnknown(sql, storage)
    await abortAbandoned(sql, storage)
  },
}

/** Files that nobody has completed, and attachments that no comment and no generation uses. */
async function forgetAbandoned(sql: Sql, storage: Storage): Promise<void> {
  const since = new Date(Date.now() - abandonedAfter)
  await recordActivity(sql, storage, since)
  const silent = fragment`greatest(o.created_at, o.active_at, o.stored_at) < ${since}`
  const abandoned = fragment`f.status = 'UPLOADING' and exists (
    select from objects o where o.id = f.object_id and o.stored_at is null and ${silent})`
  await sql`with ${goneFiles(abandoned)} ${tell(...tellGoneFiles(null))}`
  await sql`
    delete from comment_attachments a using objects o
    where a.comment_id is null and a.created_at < ${since} and o.id = a.object_id and ${silent}`
  await sql`
    delete from generation_attachments a using objects o
    where a.created_at < ${since} and o.id = a.object_id and ${silent}
      and not exists (select from generation_references r where r.attachment_id = a.id)`
}

/** An upload may take as long as it likes, while parts arrive. The storage knows when the last one did. */
async function recordActivity(sql: Sql, storage: Storage, since: Date): Promise<void> {
  const quiet = await sql<{ id: string; uploadId: string }>`
    select id, upload_id as "uploadId" from objects
    where stored_at is null and orphaned_at is null and greatest(created_at, active_at) < ${since}`
  for (const { id, uploadId } of quiet) {
    const last = await storage.lastActivity({ key: id, uploadId })
    if (last && last >= since) await sql`update objects set active_at = ${last} where id = ${id}`
  }
}

async function removeUnreferenced(sql: Sql, storage: Storage): Promise<void> {
  const since = new Date(Date.now() - unreferencedFor)
  let last = '00000000-0000-0000-0000-000000000000'
  for (let more = true; more; ) {
    const objects = await sql<{ id: string; uploadId: string; stored: boolean }>`
      select o.id, o.upload_id as "uploadId", o.stored_at is not null as stored from objects o
      where o.id > ${last} and o.created_at < ${since}
        and not exists (select from files f where f.object_id = o.id)
        and not exists (select from comment_attachments a where a.object_id = o.id)
        and not exists (select from generation_attachments a where a.object_id = o.id)
        and not exists (select from media_derivatives d where d.object_id = o.id)
      order by o.id limit ${batch}`
    for (const { id, uploadId, stored } of objects) {
      if (!(await deleteObjectRow(sql, id))) continue
      if (!stored) await storage.abortUpload({ key: id, uploadId })
      await storage.remove(id)
    }
    more = objects.length === batch
    last = objects.at(-1)?.id ?? last
  }
}

/** Whether it is gone. What refers to it since we looked, or in a table that we did not look at, keeps it. */
export async function deleteObjectRow(sql: Sql, id: string): Promise<boolean> {
  try {
    await sql`delete from objects where id = ${id}`
    return true
  } catch (error) {
    if ((error as { code?: string }).code === foreignKeyViolation) return false
    throw error
  }
}

const foreignKeyViolation = '23503'

/** Objects without a row. Whatever is not named as our objects are is somebody else's. */
async function removeUnknown(sql: Sql, storage: Storage): Promise<void> {
  let keys: string[] = []
  const removeBatch = async () => {
    const known = await sql<{ id: string }>`select id from objects where id = any(${keys}::uuid[])`
    const kept = new Set(known.map(({ id }) => id))
    for (const key of keys) if (!kept.has(key)) await storage.remove(key)
    keys = []
  }
  for await (const { key, modifiedAt } of storage.objects()) {
    if (isUuid(key) && isOlder(modifiedAt, unreferencedFor)) keys.push(key)
    if (keys.length === batch) await removeBatch()
  }
  await removeBatch()
}

/** Parts whose file or attachment is gone by now, and those of a start that a crash cut short. */
async function abortAbandoned(sql: Sql, storage: Storage): Promise<void> {
  for await (const { upload, startedAt } of storage.uploads()) {
    if (!isOlder(startedAt, abandonedAfter) || (await isOpen(sql, upload))) continue
    await storage.abortUpload(upload)
  }
}

/** Whether a row says that it is under way: it goes with its row, not before. */
async function isOpen(sql: Sql, { key, uploadId }: Upload): Promise<boolean> {
  if (!isUuid(key)) return false
  const rows = await sql`
    select from objects where id = ${key} and upload_id = ${uploadId} and stored_at is null`
  return rows.length > 0
}

function isOlder(time: Date, milliseconds: number): boolean {
  return time.getTime() < Date.now() - milliseconds
}
