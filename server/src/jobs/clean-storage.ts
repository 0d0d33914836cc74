// The daily clean-up. Rows go first, each committed by itself, then the bytes that they stood for: whatever happens in
// between leaves bytes without a row, for the next day. What is referred to cannot go: its row is held by the reference.
// Bytes are moved to the trash, where they stay for a week: see sweep-storage.ts.
import type { SweepRecord } from '../core/installation.ts'
import { fragment, type Sql } from '../core/sql.ts'
import type { Storage } from '../core/storage.ts'
import { goneFiles, tellGoneFiles } from '../events/gone-files.ts'
import { tell } from '../events/outbox.ts'
import { lastSweep } from '../storage/installation.ts'
import type { Job, JobServices } from './runner.ts'
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
const abandonedAfter = 7 * 24 * hour
const batch = 500

export const cleanStorage: Job = {
  name: 'clean-storage',
  // Once a day, counted from the last run and not from the start, and never at a start: an operator who has started a
  // server on the wrong database has an hour to notice.
  everySeconds: 3_600,
  atStart: false,
  async isDue(sql) {
    return Date.parse((await lastSweep(sql)).at) < Date.now() - 23 * hour
  },
  // The job's own transaction holds its lock and nothing else: it would commit only after the bytes are gone.
  async run(_sql, services) {
    await cleanUp(services)
  },
}

/** With a limit, a person has said how many unknown objects may be moved. */
export function cleanUp(services: JobServices, limit?: number): Promise<SweepRecord> {
  const { database, storage, storagePlace: place, logger } = services
  const { sql } = database
  const sweeping = { sql, storage, place, logger, limit }
  return runSweep(sweeping, async (tally) => {
    await forgetAbandoned(sql)
    await removeUnreferenced(sweeping, tally)
    await sweepUnknown(sweeping, tally)
    await emptyTrash(sweeping, tally)
    await abortAbandoned(storage)
  })
}

/** Files that nobody has completed, and attachments that no comment and no generation uses. */
async function forgetAbandoned(sql: Sql): Promise<void> {
  const since = new Date(Date.now() - abandonedAfter)
  const abandoned = fragment`f.status = 'UPLOADING' and exists (
    select from objects o where o.id = f.object_id and o.stored_at is null and o.created_at < ${since})`
  await sql`with ${goneFiles(abandoned)} ${tell(...tellGoneFiles(null))}`
  await sql`delete from comment_attachments where comment_id is null and created_at < ${since}`
  await sql`
    delete from generation_attachments a where a.created_at < ${since}
      and not exists (select from generation_references r where r.attachment_id = a.id)`
}

async function removeUnreferenced(sweeping: Sweeping, tally: Tally): Promise<void> {
  const { sql, storage } = sweeping
  const since = new Date(Date.now() - unreferencedMs)
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
      if (!(await deleteRow(sql, id))) continue
      if (!stored) await storage.abortUpload({ key: id, uploadId })
      await moveToTrash(sweeping, tally, id, 'nothing refers to it any more')
    }
    more = objects.length === batch
    last = objects.at(-1)?.id ?? last
  }
}

/** Whether it is gone. What refers to it since we looked, or in a table that we did not look at, keeps it. */
async function deleteRow(sql: Sql, id: string): Promise<boolean> {
  try {
    await sql`delete from objects where id = ${id}`
    return true
  } catch (error) {
    if ((error as { code?: string }).code === foreignKeyViolation) return false
    throw error
  }
}

const foreignKeyViolation = '23503'

/** Parts whose file or attachment is gone by now, and those of a start that a crash cut short. */
async function abortAbandoned(storage: Storage): Promise<void> {
  for await (const { upload, startedAt } of storage.uploads()) {
    if (isOlder(startedAt, abandonedAfter)) await storage.abortUpload(upload)
  }
}
