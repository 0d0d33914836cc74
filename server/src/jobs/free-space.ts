import type { Sql } from '../core/sql.ts'
import type { Storage } from '../core/storage.ts'
import { deleteObjectRow } from './clean-storage.ts'
import type { PeriodicJob } from './periodic-job.ts'

const batch = 100

/**
 * While the disk is short of space, removes the bytes of deleted files at once instead of with the daily
 * clean-up. Starts at twice the reserve, so that deleting files helps before uploads are refused.
 */
export const freeSpace: PeriodicJob = {
  name: 'free-space',
  everySeconds: 5,
  // The job's own transaction only holds its lock: it would commit only after the bytes are deleted.
  async run(_sql, { database: { sql }, storage }) {
    while (await isWanted(storage)) {
      if ((await removeOrphans(sql, storage)) < batch) return
    }
  },
}

async function isWanted({ space }: Storage): Promise<boolean> {
  if (!space) return false
  const { available, reserve } = await space.look()
  return available < reserve
}

/** Returns the number of removed objects. Rows are deleted first: a crash leaves bytes without a row, for the daily clean-up. */
async function removeOrphans(sql: Sql, storage: Storage): Promise<number> {
  const objects = await sql<{ id: string; uploadId: string; stored: boolean }>`
    select o.id, o.upload_id as "uploadId", o.stored_at is not null as stored from objects o
    where o.orphaned_at is not null and not exists (select from archive_entries e where e.object_id = o.id)
    order by o.size desc limit ${batch}`
  let removed = 0
  for (const { id, uploadId, stored } of objects) {
    if (!(await deleteObjectRow(sql, id))) continue
    if (!stored) await storage.abortUpload({ key: id, uploadId })
    await storage.remove(id)
    removed++
  }
  return removed
}
