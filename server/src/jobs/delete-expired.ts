// Deletes rows that are useless after they expire: credentials, OAuth artifacts, idempotency keys, deliveries,
// subscriptions, archives and notifications. The transaction of each job only holds its lock.
import { fragment } from '../core/sql.ts'
import { deleteArchives } from './delete-archives.ts'
import { deleteInBatches } from './delete-in-batches.ts'
import type { PeriodicJob } from './periodic-job.ts'

const expired = fragment`it.expires_at < now()`

export const deleteExpiredIdempotencyKeys: PeriodicJob = {
  name: 'delete-expired-idempotency-keys',
  everySeconds: 600,
  async run(_sql, { database: { sql } }) {
    await deleteInBatches(sql, 'idempotency_keys', fragment`it.created_at < now() - interval '24 hours'`)
  },
}

export const deleteExpiredCredentials: PeriodicJob = {
  name: 'delete-expired-credentials',
  everySeconds: 3_600,
  async run(_sql, { database: { sql } }) {
    for (const table of ['sessions', 'one_time_links', 'invitations', 'passkey_challenges']) {
      await deleteInBatches(sql, table, expired)
    }
    await deleteInBatches(sql, 'share_guests', fragment`it.preview and ${expired}`)
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
  async run(_sql, { database: { sql } }) {
    await deleteInBatches(sql, 'oauth_artifacts', expired)
    const unusedApps = fragment`it.last_used_at < now() - interval '30 days'
      and not exists (select from oauth_artifacts a where a.grant_id = it.id)`
    await deleteInBatches(sql, 'oauth_grants', unusedApps)
    const unusedClients = fragment`(it.used_at < now() - interval '30 days'
        or (it.used_at is null and it.created_at < now() - interval '1 day'))
      and not exists (select from oauth_grants g where g.client_id = it.id)`
    await deleteInBatches(sql, 'oauth_clients', unusedClients)
  },
}

/**
 * Deletes deliveries after the same retention period as events. Pending deliveries stay, and so do those that
 * were redelivered within the retention period.
 */
export const deleteExpiredDeliveries: PeriodicJob = {
  name: 'delete-expired-deliveries',
  everySeconds: 3_600,
  async run(_sql, { database: { sql }, eventRetentionDays }) {
    const cutoff = fragment`now() - make_interval(days => ${eventRetentionDays})`
    // The index by webhook and time finds the next rows without passing those that were deleted before.
    const order = fragment`order by it.created_at`
    for (const { id } of await sql<{ id: string }>`select id from webhooks`) {
      const old = fragment`it.webhook_id = ${id} and it.created_at < ${cutoff} and it.ended_at < ${cutoff}`
      await deleteInBatches(sql, 'webhook_deliveries', old, { order })
    }
  },
}

/** Nothing is sent to an expired subscription; the client may ask for it again. */
export const deleteExpiredSubscriptions: PeriodicJob = {
  name: 'delete-expired-subscriptions',
  everySeconds: 3_600,
  async run(_sql, { database: { sql } }) {
    await deleteInBatches(sql, 'event_subscriptions', expired)
  },
}

/** Archives stay for a day longer, for downloads that began before they expired. */
export const deleteExpiredArchives: PeriodicJob = {
  name: 'delete-expired-archives',
  everySeconds: 3_600,
  async run(_sql, { database: { sql } }) {
    await deleteArchives(sql, fragment`a.expires_at < now() - interval '1 day'`)
  },
}

/** Events of notifications are deleted first: an item may stand for many. Then the items that have none left. */
export const deleteExpiredNotifications: PeriodicJob = {
  name: 'delete-expired-notifications',
  everySeconds: 3_600,
  async run(_sql, { database: { sql } }) {
    const cutoff = fragment`now() - interval '90 days'`
    await deleteInBatches(sql, 'notification_events', fragment`it.created_at < ${cutoff}`)
    const empty = fragment`it.updated_at < ${cutoff}
      and not exists (select from notification_events e where e.notification_id = it.id)`
    await deleteInBatches(sql, 'notifications', empty)
  },
}
