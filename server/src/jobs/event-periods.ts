// Events are partitioned by the period in which they were numbered (decision 70). Retention drops whole partitions.
import { fragment, type Sql, verbatim } from '../core/sql.ts'
import { batchRows } from './delete-in-batches.ts'
import { isLockTimeout, withLock } from './partition-lock.ts'
import type { PeriodicJob } from './periodic-job.ts'

/**
 * Periods in the retention time. With more of them, every read of events looks into more partitions; with fewer, events
 * are kept for longer than asked.
 */
const periods = 5

/**
 * Opens a period when the newest one is old enough, drops those that have expired, and records the last number that was
 * dropped in each workspace, so that a client that resumes from before it learns of the gap.
 */
export const deleteExpiredEvents: PeriodicJob = {
  name: 'delete-expired-events',
  everySeconds: 3_600,
  // The job's own transaction only holds its lock: each step is committed by itself.
  async run(_sql, { database, eventRetentionDays, logger }) {
    const { sql } = database
    const retention = fragment`make_interval(days => ${eventRetentionDays})`
    const [old] = await sql`
      select from event_periods p where p."end" is null and p.start < now() - ${retention} / ${verbatim(String(periods))}`
    const expired = await sql<{ partition: string; start: string }>`
      select partition, start::text as start from event_periods where "end" < now() - ${retention} order by start`
    try {
      if (old) await withLock(database, (tx) => tx`select open_event_period(clock_timestamp())`)
      for (const { partition, start } of expired) {
        await forget(sql, start)
        await withLock(database, (tx) => tx`drop table ${verbatim(partition)}`)
      }
    } catch (error) {
      if (!isLockTimeout(error)) throw error
      logger.info('events are in use, by a backup for example: their partitions are changed in an hour')
    }
    await deleteFromFirst(sql, eventRetentionDays)
  },
}

/** Comes first: a client may learn of a gap a moment before it is there, but never get a stream with one. */
async function forget(sql: Sql, start: string): Promise<void> {
  for (let updated = batchRows; updated === batchRows; ) {
    const rows = await sql`
      update event_counters c set forgotten_number = gone.number
      from (
        select c.workspace_id, last.number from event_counters c, lateral (
          select max(e.number) as number from events e
          where e.workspace_id = c.workspace_id and e.period = ${start}::timestamptz
        ) last
        where last.number > c.forgotten_number limit ${batchRows}
      ) gone
      where c.workspace_id = gone.workspace_id returning 1`
    updated = rows.length
  }
}

/**
 * The first partition has all events from before there were partitions, and those of a restored backup. They are deleted
 * row by row as they expire, one workspace at a time, so that numbering never waits for two of them.
 */
async function deleteFromFirst(sql: Sql, days: number): Promise<void> {
  const first = fragment`e.period = '-infinity'`
  const limit = verbatim(`limit ${batchRows}`)
  for (let deleted = 1; deleted > 0; ) {
    const [row] = await sql<{ count: number }>`
      with old as (
        select e.workspace_id, e.number from events e
        where ${first} and e.created_at < now() - make_interval(days => ${days}) and e.workspace_id = (
          select e.workspace_id from events e where ${first} order by e.created_at limit 1)
        order by e.number ${limit}
      ), upto as (
        select workspace_id, max(number) as number from old group by workspace_id
      ), chosen as (
        select e.workspace_id, e.number from events e join upto using (workspace_id)
        where ${first} and e.number <= upto.number order by e.number ${limit}
      ), gone as (
        delete from events e using chosen
        where ${first} and e.workspace_id = chosen.workspace_id and e.number = chosen.number
        returning e.workspace_id, e.number
      ), counted as (
        update event_counters c set forgotten_number = greatest(c.forgotten_number, last.number)
        from (select workspace_id, max(number) as number from gone group by workspace_id) last
        where c.workspace_id = last.workspace_id
      )
      select count(*) from gone`
    deleted = row!.count
  }
}
