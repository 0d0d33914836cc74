// The daily clean-up. Deletes rows first, each in its own commit, then the bytes that they referred to: a crash in between
// leaves bytes without a row, for the next day. Foreign keys protect rows that are still in use. Bytes are
// discarded, and deleted a week later: see sweep-storage.ts.
import { isUuid } from '../core/ids.ts'
import type { SweepRecord } from '../core/installation.ts'
import { type Fragment, fragment, type Sql } from '../core/sql.ts'
import type { Storage, Upload } from '../core/storage.ts'
import { deletedFileEvents, deletedFiles } from '../events/deleted-files.ts'
import { emit } from '../events/outbox.ts'
import { purgeEntries } from '../operations/trash/purge-entries.ts'
import { lastSweep } from '../storage/installation.ts'
import { batchRows, deleteInBatches } from './delete-in-batches.ts'
import type { PeriodicJob, PeriodicJobServices } from './periodic-job.ts'
import {
  discardObject,
  isOlder,
  removeExpired,
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
/** Objects per statement: nearly all of them are in use, so a limit of those that are not would read the whole table. */
const batch = 500
const [firstId, lastId] = ['00000000-0000-0000-0000-000000000000', 'ffffffff-ffff-ffff-ffff-ffffffffffff']

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
    await removeExpired(sweeping, tally)
    await abortAbandoned(sql, storage)
  })
}

/** Deletes files whose upload was never completed, and attachments that no comment and no generation uses. */
async function deleteAbandoned(sql: Sql, storage: Storage): Promise<void> {
  const since = new Date(Date.now() - abandonedAfter)
  await recordActivity(sql, storage, since)
  const silent = fragment`greatest(o.created_at, o.active_at, o.stored_at) < ${since}`
  await deleteAbandonedFiles(sql, fragment`o.created_at < ${since} and ${silent}`)
  await purgeAbandonedFiles(sql, fragment`o.created_at < ${since} and ${silent}`)
  const silentObject = fragment`exists (select from objects o where o.id = it.object_id and ${silent})`
  const old = fragment`it.created_at < ${since} and ${silentObject}`
  await deleteInBatches(sql, 'comment_attachments', fragment`it.comment_id is null and ${old}`)
  const unused = fragment`not exists (select from generation_references r where r.attachment_id = it.id)`
  await deleteInBatches(sql, 'generation_attachments', fragment`${old} and ${unused}`)
}

async function deleteAbandonedFiles(sql: Sql, silent: Fragment): Promise<void> {
  // Open uploads are few and files many: `offset 0` keeps Postgres from beginning with the files. The status is checked
  // again, since an upload may be completed meanwhile.
  const abandoned = fragment`f.status = 'UPLOADING' and f.id = any(array(
    select f.id from objects o, lateral (
      select f.id from files f where f.object_id = o.id and f.status = 'UPLOADING' offset 0
    ) f
    where o.stored_at is null and ${silent} limit ${batchRows}))`
  for (let deleted = batchRows; deleted === batchRows; ) {
    const [row] = await sql<{ count: number }>`
      with ${deletedFiles(abandoned)}, emitted as (${emit(...deletedFileEvents(null))})
      select count(*) from deleted_files`
    deleted = row!.count
  }
}

/** Uploads in the trash are given up like others. */
async function purgeAbandonedFiles(sql: Sql, silent: Fragment): Promise<void> {
  const abandoned = fragment`t.kind = 'FILE' and t.id = any(array(
    select f.trash_id from objects o, lateral (
      select f.trash_id from all_files f where f.object_id = o.id and f.status = 'UPLOADING' and f.trash_id is not null offset 0
    ) f
    where o.stored_at is null and ${silent}))`
  await purgeEntries(sql, null, abandoned)
}

/** An upload may take any time while parts arrive. Asks the storage when the last part arrived. */
async function recordActivity(sql: Sql, storage: Storage, since: Date): Promise<void> {
  const quiet = await sql<{ id: string; uploadId: string }>`
    select id, upload_id as "uploadId" from objects
    where stored_at is null and orphaned_at is null and created_at < ${since}
      and greatest(created_at, active_at) < ${since}`
  for (const { id, uploadId } of quiet) {
    const last = await storage.lastActivity({ key: id, uploadId })
    if (last && last >= since) await sql`update objects set active_at = ${last} where id = ${id}`
  }
}

async function removeUnreferenced(sweeping: Sweeping, tally: Tally): Promise<void> {
  const { sql, storage } = sweeping
  const since = new Date(Date.now() - unreferencedMs)
  for (let from: string | undefined = firstId; from !== undefined; ) {
    const [next]: { id: string }[] = await sql`
      select id from objects where id > ${from} order by id offset ${batch} limit 1`
    const objects = await sql<{ id: string; uploadId: string; stored: boolean }>`
      select o.id, o.upload_id as "uploadId", o.stored_at is not null as stored from objects o
      where o.id > ${from} and o.id <= ${next?.id ?? lastId} and o.created_at < ${since}
        and not exists (select from all_files f where f.object_id = o.id)
        and not exists (select from comment_attachments a where a.object_id = o.id)
        and not exists (select from generation_attachments a where a.object_id = o.id)
        and not exists (select from media_derivatives d where d.object_id = o.id)
        and not exists (select from archive_entries e where e.object_id = o.id)
        and not exists (select from watermark_derivatives d where d.object_id = o.id)
      order by o.id`
    for (const { id, uploadId, stored } of objects) {
      if (!(await deleteObjectRow(sql, id))) continue
      if (!stored) await storage.abortUpload({ key: id, uploadId })
      await discardObject(sweeping, tally, id, 'unreferenced')
    }
    from = next?.id
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
