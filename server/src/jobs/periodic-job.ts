// A periodic job runs by the clock. Every node runs the timers; a lock in the database lets one of them do the work.
import type { Logger } from 'pino'
import type { DiskSpace } from '../core/disk-space.ts'
import type { Database, Sql } from '../core/sql.ts'
import type { Storage } from '../core/storage.ts'

export type PeriodicJobServices = {
  database: Database
  storage: Storage
  /** Free space of the disk with the scratch folder. */
  space: DiskSpace
  /** Call it after a commit that may have emitted events. */
  changed: () => void
  eventRetentionDays: number
  auditDays: number
  logger: Logger
  /** Location of the storage, for messages. */
  storagePlace: string
}

/** A periodic job is a value, like an operation. It runs in a transaction. */
export type PeriodicJob = {
  name: string
  everySeconds: number
  /** false: the first run is one period after the start of the process. */
  atStart?: boolean
  /** Called before each run; the run is skipped when it resolves to false. */
  isDue?(sql: Sql): Promise<boolean>
  run(sql: Sql, services: PeriodicJobServices): Promise<void>
}

/** Runs the job now, due or not, unless another node is running it. */
export async function runPeriodicJob(services: PeriodicJobServices, job: PeriodicJob): Promise<void> {
  await services.database.transaction(async (sql) => {
    const [{ mine } = { mine: false }] = await sql<{ mine: boolean }>`
      select pg_try_advisory_xact_lock(hashtextextended(${`dailies job ${job.name}`}, 0)) as mine`
    if (mine) await job.run(sql, services)
  })
  services.changed()
}
