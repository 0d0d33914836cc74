// The queue of push messages: claims what is due, reads what may be shown now, and records the result.
import { isLive } from '../../core/installation.ts'
import { fragment, type Sql, verbatim } from '../../core/sql.ts'
import {
  type NotificationRow,
  notificationColumns,
  notificationRecord,
  roleJoins,
  seenJoin,
} from '../../records/notification.ts'
import type { Pushed } from './message.ts'

/**
 * A message waits so long, and events until then are part of it. A person who reads the notification in the app meanwhile
 * gets no message.
 */
const gatherSeconds = 3
/** The time between two messages about one notification. */
const betweenSeconds = 60

/** Adds messages for the notifications of the CTE `item` to the queue, one for each browser of the person. */
export function queuePushes(workspaceId: string) {
  return fragment`
    insert into pushes (session_id, notification_id, user_id, due_at)
    select s.session_id, item.id, item.user_id, greatest(
      clock_timestamp() + ${verbatim(`interval '${gatherSeconds} s'`)},
      item.pushed_at + ${verbatim(`interval '${betweenSeconds} s'`)})
    from item join push_subscriptions s on s.user_id = item.user_id and s.workspace_id = ${workspaceId}
    on conflict on constraint pushes_pkey do update set changed = true`
}

export type ClaimedPush = {
  sessionId: string
  notificationId: string
  userId: string
  /** The number of the attempt, from 1. */
  attempts: number
  /** Null when the subscription is gone. */
  endpoint: string | null
  p256dh: Buffer
  auth: Buffer
}

/** Reads one table only: a statement that waits for several may end a restore under a running server by a deadlock. */
export async function hasDuePushes(sql: Sql): Promise<boolean> {
  const [row] = await sql`select true from pushes where due_at <= now() limit 1`
  return row !== undefined
}

/**
 * Claims due messages until the end of the lease, at most one per person, and none of the people in `except`: endpoints that do
 * not answer delay nobody else.
 */
export function claimPushes(
  sql: Sql,
  { most, except, leaseSeconds }: { most: number; except: string[]; leaseSeconds: number },
): Promise<ClaimedPush[]> {
  return sql<ClaimedPush>`
    with first as (
      select distinct on (p.user_id) p.session_id, p.notification_id, p.due_at from pushes p
      where p.due_at <= now() and p.user_id <> all(${except}::uuid[])
      order by p.user_id, p.due_at
    ), due as materialized (
      select p.session_id, p.notification_id from pushes p
      join (select * from first order by due_at limit ${most}) first using (session_id, notification_id)
      where p.due_at <= now()
      for update of p skip locked
    ), claimed as (
      update pushes p
      set due_at = clock_timestamp() + make_interval(secs => ${leaseSeconds}), changed = false,
        attempts = case when p.changed then 1 else p.attempts + 1 end
      from due where p.session_id = due.session_id and p.notification_id = due.notification_id and ${isLive}
      returning p.session_id, p.notification_id, p.user_id, p.attempts
    )
    select claimed.session_id as "sessionId", claimed.notification_id as "notificationId",
      claimed.user_id as "userId", claimed.attempts, valid.endpoint, valid.p256dh, valid.auth
    from claimed left join lateral (
      select s.endpoint, s.p256dh, s.auth
      from push_subscriptions s join sessions on sessions.id = s.session_id and sessions.expires_at > now()
      where s.session_id = claimed.session_id
    ) valid on true`
}

/** The unread notifications of these ids, as their people may see them now. */
export async function readPushed(sql: Sql, ids: string[]): Promise<Map<string, Pushed>> {
  const rows = await sql<NotificationRow & { failed: boolean }>`
    select ${notificationColumns}, coalesce(f.status = 'FAILED', false) as failed
    from notifications n
    join workspace_members here on here.workspace_id = n.workspace_id and here.user_id = n.user_id
    ${roleJoins(fragment`(here.role = 'GUEST')`)} ${seenJoin}
    where n.id = any(${ids}::uuid[]) and n.read_at is null and seen.count > 0`
  return new Map(rows.map((row) => [row.id, { ...notificationRecord(row), failed: row.failed }]))
}

/** A message that got another event meanwhile stays, and is due at the end of the lease. */
export async function removePush(
  sql: Sql,
  { sessionId, notificationId, attempts }: ClaimedPush,
): Promise<void> {
  await sql`
    delete from pushes
    where session_id = ${sessionId} and notification_id = ${notificationId} and attempts = ${attempts} and not changed`
}

/** Not in one transaction with the removal: the notifier locks notifications first, and messages after them. */
export async function recordSent(sql: Sql, { notificationId }: ClaimedPush): Promise<void> {
  await sql`update notifications set pushed_at = clock_timestamp() where id = ${notificationId}`
}

export async function retryPush(sql: Sql, claimed: ClaimedPush, waitSeconds: number): Promise<void> {
  const { sessionId, notificationId, attempts } = claimed
  await sql`
    update pushes set due_at = clock_timestamp() + make_interval(secs => ${waitSeconds})
    where session_id = ${sessionId} and notification_id = ${notificationId} and attempts = ${attempts}`
}

/** The push service no longer knows the endpoint. The browser may have a new one by now. */
export async function removeSubscription(sql: Sql, { sessionId, endpoint }: ClaimedPush): Promise<void> {
  await sql`delete from push_subscriptions where session_id = ${sessionId} and endpoint = ${endpoint}`
}
