import { queueStep, wakeNext } from '../generation/provider-queue.ts'
import type { PeriodicJob } from './periodic-job.ts'

type GenerationWithoutTask = { fileId: string; attempt: number; provider: string }

/**
 * Resumes running generations that have no task in the queue. A backup does not contain the queue, so this
 * concerns all generations of a restored database, and otherwise none.
 */
export const resumeGenerations: PeriodicJob = {
  name: 'resume-generations',
  everySeconds: 10,
  async run(sql) {
    const strays = await sql<GenerationWithoutTask>`
      select g.file_id as "fileId", g.attempt, g.provider from generations g
      where g.state in ('STARTING', 'RUNNING', 'FETCHING') and not exists (
        select from graphile_worker.jobs j where j.key = 'generation:' || g.file_id
          and (j.locked_at is not null or j.attempts < j.max_attempts))`
    for (const stray of strays) await queueStep(sql, stray)
    const queues = await sql<{ provider: string }>`
      select distinct provider from generations where state = 'QUEUED'`
    for (const { provider } of queues) await wakeNext(sql, provider)
  },
}
