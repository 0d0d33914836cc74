import { fragment, type Sql } from '../core/sql.ts'
import type { Storage } from '../core/storage.ts'
import { addTask } from '../queue/tasks.ts'
import { type WatermarkLane, watermarkTask } from '../queue/watermark-tasks.ts'
import { deleteInBatches } from './delete-in-batches.ts'
import type { PeriodicJob } from './periodic-job.ts'

const batch = 100
/** Copies are made again when somebody asks for them. */
const unused = fragment`it.used_at < now() - interval '7 days'`
/** Of shares that expired earlier, no copy is left. */
const expired = fragment`it.share_id in (
  select s.id from shares s
  where s.watermark is not null and s.expires_at between now() - interval '8 days' and now())`

/**
 * Deletes watermarked copies that nobody has used for a week, and those of shares that have expired. Triggers delete those of
 * shares, guests and files that were ended or deleted. Then removes the bytes of all: nobody may find them any more.
 */
export const removeWatermarks: PeriodicJob = {
  name: 'remove-watermarks',
  everySeconds: 60,
  // The job's own transaction only holds its lock: it would commit only after the bytes are deleted.
  async run(_sql, { database: { sql }, storage }) {
    await deleteInBatches(sql, 'watermarks', unused)
    await deleteInBatches(sql, 'watermarks', expired)
    while ((await removeBytes(sql, storage)) === batch);
  },
}

/** The row in the list of removals goes last: after a crash, the next run finds it. */
async function removeBytes(sql: Sql, storage: Storage): Promise<number> {
  const removals = await sql<{ id: string }>`
    select object_id as id from watermark_removals order by object_id limit ${batch}`
  for (const { id } of removals) {
    await sql`delete from objects where id = ${id}`
    await storage.remove(id)
    await sql`delete from watermark_removals where object_id = ${id}`
  }
  return removals.length
}

/** Queues a task for copies that wait and have none, such as all of those in a restored database. */
export const resumeWatermarks: PeriodicJob = {
  name: 'resume-watermarks',
  everySeconds: 60,
  async run(sql) {
    const strays = await sql<{ id: string; lane: WatermarkLane; priority: number }>`
      select w.id, w.lane, w.priority from watermarks w
      where w.state in ('QUEUED', 'PROCESSING') and not exists (
        select from graphile_worker.jobs j where j.key = 'watermark:' || w.id
          and (j.locked_at is not null or j.attempts < j.max_attempts))
      order by w.priority, w.queued_at limit 1000`
    for (const { id, lane, priority } of strays) await addTask(sql, watermarkTask(lane, id, { priority }))
  },
}
