import { jobKey } from '../media/media-state.ts'
import { addJob } from './queue.ts'
import type { Job } from './runner.ts'

/**
 * Files that wait for their previews, or were at it, and have no job in the queue get one. A backup has no queue, so that
 * all of a restored database are such; so are those from before there were previews.
 */
export const resumeMedia: Job = {
  name: 'resume-media',
  everySeconds: 60,
  async run(sql) {
    const strays = await sql<{ fileId: string; priority: number }>`
      select m.file_id as "fileId", m.priority from media m
      where m.state in ('PENDING', 'PROCESSING') and not exists (
        select from graphile_worker.jobs j where j.key = 'media:' || m.file_id
          and (j.locked_at is not null or j.attempts < j.max_attempts))
      order by m.priority, m.queued_at limit 1000`
    for (const { fileId, priority } of strays) {
      await addJob(sql, { task: 'media', payload: { fileId }, key: jobKey(fileId), priority })
    }
  },
}
