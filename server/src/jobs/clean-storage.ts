// The daily clean-up. Deletes rows first, each in its own commit, then the bytes that they referred to: a crash in between
// leaves bytes without a row, for the next day. Foreign keys protect rows that are still in use. Bytes are moved to the
// trash, where they stay for a week: see sweep-storage.ts.
import { isUuid } from '../core/ids.ts'
import type { SweepRecord } from '../core/installation.ts'
import { fragment, type Sql } from '../core/sql.ts'
import type { Storage, Upload } from '../core/storage.ts'
import { deletedFileEvents, deletedFiles } from '../events/deleted-files.ts'
import { emit } from '../events/outbox.ts'
import { lastSweep } from '../storage/installation.ts'
import type { PeriodicJob, PeriodicJobServices } from './periodic-job.ts'
import {
  emptyTrash,
  isOlder,
  moveToTrash,
  runSweep,
  type Sweeping,
  sweepUnknown,
  type Tally,
  unreferencedMs,
} from './sweep-storage.ts'

const hour = 60 * 60 * 1000
/** Without a new part for this long, an upload is given up. */
export const abandonedDays = 7
const abandonedAfter = abandonedDays * 24 * hour
/** Objects that one statement looks at. */
const pageSize = 1_000

export const cleanStorage: PeriodicJob = {
  name: 'clean-storage',
  // Once a day, counted from the last run, and never at the start of the server: an operator who has started a server on
  // the wrong database has an hour to notice.
  everySeconds: 3_600,
  atStart: false,
  async isDue(sql) {
    return Date.parse((await lastSweep(sql)).at) < Date.now() - 23 * hour
  },
  // The job's own transaction only holds its lock: it would commit only after the bytes are deleted.
  async run(_sql, services) {
    await cleanUp(services)
  },
}

/** `limit`: how many unknown objects an operator allows to be moved. */
export function cleanUp(services: PeriodicJobServices, limit?: number): Promise<SweepRecord> {
  const { database, storage, storagePlace: place, logger } = services
  const { sql } = database
  const sweeping = { sql, storage, place, logger, limit }
  return runSweep(sweeping, async (tally) => {
    await deleteAbandoned(sql, storage)
    await removeUnreferenced(sweeping, tally)
    await sweepUnknown(sweeping, tally)
    await emptyTrash(sweeping, tally)
    await abortAbandoned(sql, storage)
  })
}

/** Deletes files whose upload was never completed, and attachments that no comment and no generation uses. */
async function deleteAbandoned(sql: Sql, storage: Storage): Promise<void> {
  const since = new Date(Date.now() - abandonedAfter)
  await recordActivity(sql, storage, since)
  const silent = fragment`greatest(o.created_at, o.active_at, o.stored_at) < ${since}`
  const abandoned = fragment`f.status = 'UPLOADING' and exists (
    select from objects o where o.id = f.object_id and o.stored_at is null and ${silent})`
  await sql`with ${deletedFiles(abandoned)} ${emit(...deletedFileEvents(null))}`
  await sql`
    delete from comment_attachments a using objects o
    where a.comment_id is null and a.created_at < ${since} and o.id = a.object_id and ${silent}`
  await sql`
    delete from generation_attachments a using objects o
    where a.created_at < ${since} and o.id = a.object_id and ${silent}
      and not exists (select from generation_references r where r.attachment_id = a.id)`
}

/** An upload may take any time while parts arrive. Asks the storage when the last part arrived. */
async function recordActivity(sql: Sql, storage: Storage, since: Date): Promise<void> {
  const quiet = await sql<{ id: string; uploadId: string }>`
    select id, upload_id as "uploadId" from objects
    where stored_at is null and orphaned_at is null and greatest(created_at, active_at) < ${since}`
  for (const { id, uploadId } of quiet) {
    const last = await storage.lastActivity({ key: id, uploadId })
    if (last && last >= since) await sql`update objects set active_at = ${last} where id = ${id}`
  }
}

async function removeUnreferenced(sweeping: Sweeping, tally: Tally): Promise<void> {
  const { sql, storage } = sweeping
  const since = new Date(Date.now() - unreferencedMs)
  let last = '00000000-0000-0000-0000-000000000000'
  for (let more = true; more; ) {
    // Pages of all objects, because nearly all of them are in use: a statement that looks for 500 others reads millions.
    const objects = await sql<{ id: string; uploadId: string; stored: boolean; unused: boolean }>`
      with page as (
        select id, upload_id, stored_at, created_at from objects where id > ${last} order by id limit ${pageSize}
      ), looked as (
        select id, upload_id, stored_at, created_at < ${since}
          and not exists (select from files f where f.object_id = o.id)
          and not exists (select from comment_attachments a where a.object_id = o.id)
          and not exists (select from generation_attachments a where a.object_id = o.id)
          and not exists (select from media_derivatives d where d.object_id = o.id) as unused
        from page o
      )
      select id, upload_id as "uploadId", stored_at is not null as stored, unused from looked
      where unused or id = (select id from page order by id desc limit 1) order by id`
    for (const { id, uploadId, stored } of objects.filter(({ unused }) => unused)) {
      if (!(await deleteObjectRow(sql, id))) continue
      if (!stored) await storage.abortUpload({ key: id, uploadId })
      await moveToTrash(sweeping, tally, id, 'unreferenced')
    }
    more = objects.length > 0
    last = objects.at(-1)?.id ?? last
  }
}

/** Returns false when a row that was added meanwhile, or in a table not checked here, still refers to the object. */
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

/** Aborts uploads whose file or attachment is deleted, and those that a crash has left without a row. */
async function abortAbandoned(sql: Sql, storage: Storage): Promise<void> {
  for await (const { upload, startedAt } of storage.uploads()) {
    if (!isOlder(startedAt, abandonedAfter) || (await isOpen(sql, upload))) continue
    await storage.abortUpload(upload)
  }
}

/** Whether a row says that the upload is under way: then it ends with its row, not before. */
async function isOpen(sql: Sql, { key, uploadId }: Upload): Promise<boolean> {
  if (!isUuid(key)) return false
  const rows = await sql`
    select from objects where id = ${key} and upload_id = ${uploadId} and stored_at is null`
  return rows.length > 0
}
