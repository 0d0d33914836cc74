// Deletes rows that are useless after they expire: credentials, OAuth artifacts, idempotency keys, events and
// deliveries.
import type { PeriodicJob } from './periodic-job.ts'

const batch = 5_000

export const deleteExpiredIdempotencyKeys: PeriodicJob = {
  name: 'delete-expired-idempotency-keys',
  everySeconds: 600,
  async run(sql) {
    await sql`delete from idempotency_keys where created_at < now() - interval '24 hours'`
  },
}

export const deleteExpiredCredentials: PeriodicJob = {
  name: 'delete-expired-credentials',
  everySeconds: 3_600,
  async run(sql) {
    await sql`delete from sessions where expires_at < now()`
    await sql`delete from one_time_links where expires_at < now()`
    await sql`delete from invitations where expires_at < now()`
    await sql`delete from passkey_challenges where expires_at < now()`
  },
}

/**
 * Deletes expired artifacts, then apps that have been unused for as long as a refresh token lives, so that none of their
 * tokens is valid any more, then client registrations: those that nobody has authorized for a day, and those that were
 * last used 30 days ago. Runs every hour, because anybody can begin an authorization, and it expires after an hour.
 */
export const deleteExpiredOAuth: PeriodicJob = {
  name: 'delete-expired-oauth',
  everySeconds: 3_600,
  async run(sql) {
    await sql`delete from oauth_artifacts where expires_at < now()`
    await sql`
      delete from oauth_grants g where g.last_used_at < now() - interval '30 days'
        and not exists (select from oauth_artifacts a where a.grant_id = g.id)`
    await sql`
      delete from oauth_clients c
      where (c.used_at < now() - interval '30 days'
          or (c.used_at is null and c.created_at < now() - interval '1 day'))
        and not exists (select from oauth_grants g where g.client_id = c.id)`
  },
}

/**
 * Deletes events that are older than the retention period and records the last deleted number, so that a
 * client that resumes from before it learns of the gap. Handles one workspace at a time, so that numbering
 * never waits for two of them.
 */
export const deleteExpiredEvents: PeriodicJob = {
  name: 'delete-expired-events',
  everySeconds: 3_600,
  // The job's own transaction only holds its lock: each batch is committed by itself.
  async run(_sql, { database: { sql }, eventRetentionDays }) {
    for (let deleted = batch; deleted > 0; ) {
      const [row] = await sql<{ count: number }>`
        with old as (
          select e.workspace_id, e.number from events e
          where e.created_at < now() - make_interval(days => ${eventRetentionDays}) and e.workspace_id = (
            select workspace_id from events order by created_at limit 1)
          order by e.number limit ${batch}
        ), upto as (
          select workspace_id, max(number) as number from old group by workspace_id
        ), gone as (
          delete from events e using upto where e.workspace_id = upto.workspace_id and e.number <= upto.number
          returning 1
        ), counted as (
          update event_counters c set forgotten_number = greatest(c.forgotten_number, upto.number) from upto
          where c.workspace_id = upto.workspace_id
        )
        select count(*) from gone`
      deleted = row!.count
    }
  },
}

/**
 * Deletes deliveries after the same retention period as events. Pending deliveries stay, and so do those that
 * were redelivered within the retention period.
 */
export const deleteExpiredDeliveries: PeriodicJob = {
  name: 'delete-expired-deliveries',
  everySeconds: 3_600,
  // The job's own transaction only holds its lock: each batch is committed by itself.
  async run(_sql, { database: { sql }, eventRetentionDays }) {
    for (let deleted = batch; deleted === batch; ) {
      const gone = await sql`
        with cutoff as (select now() - make_interval(days => ${eventRetentionDays}) as moment)
        delete from webhook_deliveries where id in (
          select d.id from webhook_deliveries d, cutoff
          where d.created_at < cutoff.moment and d.ended_at < cutoff.moment limit ${batch})
        returning 1`
      deleted = gone.length
    }
  },
}
