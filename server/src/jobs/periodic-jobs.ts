import { deleteExpiredAuditEntries } from './audit-periods.ts'
import { cleanStorage } from './clean-storage.ts'
import { countStorage } from './count-storage.ts'
import {
  deleteExpiredArchives,
  deleteExpiredCredentials,
  deleteExpiredDeliveries,
  deleteExpiredIdempotencyKeys,
  deleteExpiredNotifications,
  deleteExpiredOAuth,
  deleteExpiredSubscriptions,
} from './delete-expired.ts'
import { deleteExpiredEvents } from './event-periods.ts'
import { freeSpace } from './free-space.ts'
import { type PeriodicJob, type PeriodicJobServices, runPeriodicJob } from './periodic-job.ts'
import { purgeProjects } from './purge-projects.ts'
import { purgeTrash } from './purge-trash.ts'
import { readTimecodes } from './read-timecodes.ts'
import { resumeGenerations } from './resume-generations.ts'
import { resumeChecks, resumeMedia, resumeRenditions } from './resume-media.ts'
import { storeCommentTexts } from './store-comment-texts.ts'
import { removeWatermarks, resumeWatermarks } from './watermarks.ts'

export const periodicJobs: PeriodicJob[] = [
  purgeProjects,
  purgeTrash,
  deleteExpiredIdempotencyKeys,
  deleteExpiredCredentials,
  deleteExpiredOAuth,
  deleteExpiredEvents,
  deleteExpiredAuditEntries,
  deleteExpiredDeliveries,
  deleteExpiredNotifications,
  deleteExpiredSubscriptions,
  deleteExpiredArchives,
  cleanStorage,
  freeSpace,
  resumeGenerations,
  resumeMedia,
  resumeRenditions,
  resumeChecks,
  storeCommentTexts,
  readTimecodes,
  removeWatermarks,
  resumeWatermarks,
  countStorage,
]

/** Runs the periodic jobs until the returned function is called; that one waits for the jobs that are running. */
export function startPeriodicJobs(services: PeriodicJobServices): () => Promise<void> {
  const { logger } = services
  const running = new Set<Promise<void>>()
  const timers = periodicJobs.map((job) => {
    const tick = () => {
      const run = runPeriodicJob(services, whenDue(job))
        .catch((error) => logger.error({ err: error, job: job.name }, 'periodic job failed'))
        .finally(() => running.delete(run))
      running.add(run)
    }
    if (job.atStart !== false) tick()
    return setInterval(tick, job.everySeconds * 1000)
  })
  return async () => {
    for (const timer of timers) clearInterval(timer)
    await Promise.all(running)
  }
}

function whenDue(job: PeriodicJob): PeriodicJob {
  const { isDue } = job
  if (!isDue) return job
  const run: PeriodicJob['run'] = async (sql, services) => {
    if (await isDue(sql)) await job.run(sql, services)
  }
  return { ...job, run }
}
