// What happens by the clock. Every node runs the timers; a lock in the database lets one of them do the work.
import type { Logger } from 'pino'
import type { DiskSpace } from '../core/disk-space.ts'
import type { Database, Sql } from '../core/sql.ts'
import type { Storage } from '../core/storage.ts'
import { cleanStorage } from './clean-storage.ts'
import { forgetDeliveries } from './forget-deliveries.ts'
import { forgetEndedCredentials } from './forget-ended-credentials.ts'
import { forgetEvents } from './forget-events.ts'
import { forgetIdempotencyKeys } from './forget-idempotency-keys.ts'
import { forgetOAuth } from './forget-oauth.ts'
import { freeSpace } from './free-space.ts'
import { purgeProjects } from './purge-projects.ts'
import { resumeGenerations } from './resume-generations.ts'
import { resumeMedia } from './resume-media.ts'

export type JobServices = {
  database: Database
  storage: Storage
  /** Of the disk that scratch is on. */
  space: DiskSpace
  /** To be called after a commit that may have emitted events. */
  changed: () => void
  eventRetentionDays: number
  logger: Logger
  /** Where the storage is, for messages. */
  storagePlace: string
}

/** A job is a value, like an operation. It runs in a transaction. */
export type Job = {
  name: string
  everySeconds: number
  /** false: the first run is one period after the start. */
  atStart?: boolean
  /** Asked by the clock before each run; without it, a job always is. */
  isDue?(sql: Sql): Promise<boolean>
  run(sql: Sql, services: JobServices): Promise<void>
}

export const jobs: Job[] = [
  purgeProjects,
  forgetIdempotencyKeys,
  forgetEndedCredentials,
  forgetOAuth,
  forgetEvents,
  forgetDeliveries,
  cleanStorage,
  freeSpace,
  resumeGenerations,
  resumeMedia,
]

export function startJobs(services: JobServices): () => Promise<void> {
  const { logger } = services
  const running = new Set<Promise<void>>()
  const timers = jobs.map((job) => {
    const tick = () => {
      const run = runJob(services, whenDue(job))
        .catch((error) => logger.error({ err: error, job: job.name }, 'job failed'))
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

function whenDue(job: Job): Job {
  const { isDue } = job
  if (!isDue) return job
  const run: Job['run'] = async (sql, services) => {
    if (await isDue(sql)) await job.run(sql, services)
  }
  return { ...job, run }
}

export async function runJob(services: JobServices, job: Job): Promise<void> {
  await services.database.transaction(async (sql) => {
    const [{ mine } = { mine: false }] = await sql<{ mine: boolean }>`
      select pg_try_advisory_xact_lock(hashtextextended(${`dailies job ${job.name}`}, 0)) as mine`
    if (mine) await job.run(sql, services)
  })
  services.changed()
}
