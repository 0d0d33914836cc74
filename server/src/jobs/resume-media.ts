import type { Sql } from '../core/sql.ts'
import { checkTask } from '../queue/check-tasks.ts'
import { type Lane, mediaTask } from '../queue/media-tasks.ts'
import { renditionTask } from '../queue/rendition-tasks.ts'
import { addTask } from '../queue/tasks.ts'
import type { PeriodicJob } from './periodic-job.ts'

/**
 * Queues a task for files that wait for previews and have none. A backup does not contain the queue, so this
 * concerns all such files of a restored database, and files from releases without previews.
 */
export const resumeMedia: PeriodicJob = {
  name: 'resume-media',
  everySeconds: 60,
  async run(sql, { storage, space }) {
    const spaces = await Promise.all([space, storage.space ?? space].map((each) => each.look()))
    await retryWithSpace(sql, Math.min(...spaces.map(({ available }) => available)))
    const strays = await sql<{ fileId: string; lane: Lane; priority: number }>`
      select m.file_id as "fileId", m.lane, m.priority from media m
      where m.state in ('PENDING', 'PROCESSING') and not exists (
        select from graphile_worker.jobs j where j.key = 'media:' || m.file_id
          and (j.locked_at is not null or j.attempts < j.max_attempts))
      order by m.priority, m.queued_at limit 1000`
    for (const { fileId, lane, priority } of strays) {
      await addTask(sql, mediaTask(lane, fileId, { priority }))
    }
  },
}

/** The same for renditions. */
export const resumeRenditions: PeriodicJob = {
  name: 'resume-renditions',
  everySeconds: 60,
  async run(sql) {
    const strays = await sql<{ fileId: string }>`
      select r.file_id as "fileId" from renditions r
      where r.state in ('QUEUED', 'PROCESSING') and not exists (
        select from graphile_worker.jobs j where j.key = 'renditions:' || r.file_id
          and (j.locked_at is not null or j.attempts < j.max_attempts))
      order by r.queued_at, r.file_id limit 1000`
    for (const { fileId } of strays) await addTask(sql, renditionTask(fileId))
  },
}

/** The same for checks. A file in the trash is checked when it is restored. */
export const resumeChecks: PeriodicJob = {
  name: 'resume-checks',
  everySeconds: 60,
  async run(sql) {
    const strays = await sql<{ fileId: string }>`
      select c.file_id as "fileId" from checks c join files f on f.id = c.file_id
      where c.state in ('QUEUED', 'MEASURING') and not exists (
        select from graphile_worker.jobs j where j.key = 'checks:' || c.file_id
          and (j.locked_at is not null or j.attempts < j.max_attempts))
      order by c.queued_at, c.file_id limit 1000`
    for (const { fileId } of strays) await addTask(sql, checkTask(fileId))
  },
}

/**
 * Retries files whose previews failed because the disk was full, when their originals fit into the scratch folder now.
 * The previews may still not fit, so the wait grows with every attempt.
 */
async function retryWithSpace(sql: Sql, available: number): Promise<void> {
  if (available <= 0) return
  await sql`
    update media set state = 'PENDING', attempt = attempt + 1, tries = 0, stage = null,
      failure_code = null, failure_message = null, failure_retryable = null,
      queued_at = clock_timestamp(), started_at = null, ended_at = null
    where file_id in (
      select m.file_id from media m join all_files f on f.id = m.file_id join objects o on o.id = f.object_id
      where m.state = 'FAILED' and m.failure_code = 'no_space' and o.size <= ${available}
        and m.ended_at <= clock_timestamp() - make_interval(mins => least(m.attempt - 1, 60))
      order by o.size limit 100)`
}
