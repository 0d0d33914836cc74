// Entries of the audit log are partitioned by the period in which they were written (decision 98). Retention drops whole
// partitions: no single entry can be deleted.
import { fragment, verbatim } from '../core/sql.ts'
import { isLockTimeout, withLock } from './partition-lock.ts'
import type { PeriodicJob } from './periodic-job.ts'

/** Periods in the retention time: with the default of a year, a period is a month. */
const periods = 12

/** Opens a period when the newest one is old enough, and drops those whose last entry has expired. */
export const deleteExpiredAuditEntries: PeriodicJob = {
  name: 'delete-expired-audit-entries',
  everySeconds: 3_600,
  // The job's own transaction only holds its lock: each step is committed by itself.
  async run(_sql, { database, auditDays, logger }) {
    const { sql } = database
    const retention = fragment`make_interval(days => ${auditDays})`
    const [old] = await sql`
      select from audit_periods p where p."end" is null and p.start < now() - ${retention} / ${verbatim(String(periods))}`
    const expired = await sql<{ partition: string }>`
      select partition from audit_periods where "end" < now() - ${retention} order by start`
    try {
      if (old) await withLock(database, (tx) => tx`select open_audit_period(clock_timestamp())`)
      for (const { partition } of expired) {
        await withLock(database, (tx) => tx`drop table ${verbatim(partition)}`)
      }
    } catch (error) {
      if (!isLockTimeout(error)) throw error
      logger.info('the audit log is in use, by a backup for example: its partitions are changed in an hour')
    }
  },
}
