// The queue of mails: one row for each person. A worker claims what is due, decides which events the mail reports, and
// records what became of it. The lock of the row orders workers and the notifier: its holder sees all events that
// were written before.
import { newUuid } from '../../core/ids.ts'
import { isLive } from '../../core/installation.ts'
import { type Database, fragment, type Sql, verbatim } from '../../core/sql.ts'
import {
  addressConfirmed,
  type MailFrequency,
  mailAddress,
  mailStopped,
} from '../../records/notification-settings.ts'
import { mailDueAt } from './schedule.ts'

/** A mail of these events to this address. It keeps its id until it is sent, so that a repeated one is recognised. */
export type Batch = {
  userId: string
  email: string
  mailId: string
  eventIds: string[]
  failures: number
}

/** Events of one mail. More wait for the next one. */
const mostEvents = 10_000

export type Claim = { now: Date; max: number; leaseSeconds: number }

/** Claims people whose mail is due, the longest due first. Those of other workers are skipped until their lease expires. */
export async function claim(sql: Sql, { now, max, leaseSeconds }: Claim): Promise<string[]> {
  const rows = await sql<{ id: string }>`
    with due as materialized (
      select d.user_id from mail_digests d
      where d.due_at <= ${now.toISOString()}::timestamptz and (d.claimed_until is null or d.claimed_until <= now())
      order by d.due_at limit ${max} for update skip locked
    )
    update mail_digests d set claimed_until = clock_timestamp() + make_interval(secs => ${leaseSeconds})
    from due where d.user_id = due.user_id and ${isLive}
    returning d.user_id as id`
  return rows.map(({ id }) => id)
}

/** A slow mail server must not let the lease expire while a mail is on its way. */
export async function renew(sql: Sql, userIds: readonly string[], leaseSeconds: number): Promise<void> {
  await sql`
    update mail_digests set claimed_until = clock_timestamp() + make_interval(secs => ${leaseSeconds})
    where user_id = any(${userIds}::uuid[]) and claimed_until is not null`
}

type State = {
  mailId: string | null
  eventIds: string[] | null
  failures: number
  frequency: MailFrequency
  timeZone: string | null
  email: string | null
  reachable: boolean
  sentAt: number | null
  /** When the oldest event that waits happened. */
  oldest: number | null
}

const milliseconds = (time: string) => fragment`floor(extract(epoch from ${verbatim(time)}) * 1000)::bigint`

/** Locks the row, then reads in a statement of its own: it sees what the previous holder of the lock has committed. */
async function lockState(sql: Sql, userId: string): Promise<State | undefined> {
  await sql`select from mail_digests where user_id = ${userId} for update`
  const [state] = await sql<State>`
    select d.mail_id as "mailId", d.event_ids as "eventIds", d.failures, coalesce(s.mail, 'SOON') as frequency,
      s.time_zone as "timeZone", ${mailAddress} as email, ${addressConfirmed} and not ${mailStopped} as reachable,
      ${milliseconds('d.sent_at')} as "sentAt", waiting.oldest
    from mail_digests d join users u on u.id = d.user_id
    left join notification_settings s on s.user_id = d.user_id
    cross join lateral (
      select ${milliseconds('min(e.created_at)')} as oldest from notification_events e
      where e.user_id = d.user_id and e.mailed_at is null
    ) waiting
    where d.user_id = ${userId}`
  return state
}

/** When to look again; null: nothing waits. */
function nextLook({ frequency, timeZone, oldest, sentAt }: State): Date | null {
  if (oldest === null || frequency === 'NEVER') return null
  return mailDueAt(frequency, timeZone, new Date(Math.max(oldest, sentAt ?? 0)))
}

/** The events of the next mail to this person; undefined when there is none to send now. */
export function begin(database: Database, userId: string, now: Date): Promise<Batch | undefined> {
  return database.transaction(async (sql) => {
    const state = await lockState(sql, userId)
    if (!state) return undefined
    const { email, frequency, failures } = state
    if (!state.reachable || frequency === 'NEVER' || email === null) return leaveOut(sql, userId)
    if (state.mailId !== null)
      return { userId, email, failures, mailId: state.mailId, eventIds: state.eventIds! }
    const look = nextLook(state)
    if (look === null || look > now) return release(sql, userId, look)
    const mailId = newUuid()
    const [begun] = await sql<{ eventIds: string[] }>`
      update mail_digests set mail_id = ${mailId}, event_ids = array(
        select e.event_id from notification_events e where e.user_id = ${userId} and e.mailed_at is null
        order by e.created_at limit ${mostEvents})
      where user_id = ${userId} returning event_ids as "eventIds"`
    return { userId, email, failures, mailId, eventIds: begun!.eventIds }
  })
}

async function release(sql: Sql, userId: string, dueAt: Date | null): Promise<undefined> {
  await sql`
    update mail_digests set due_at = ${dueAt?.toISOString() ?? null}::timestamptz, claimed_until = null
    where user_id = ${userId}`
}

/** No mail goes to this person: what waits is left out for good, not sent when they change their mind. */
async function leaveOut(sql: Sql, userId: string): Promise<undefined> {
  await sql`
    with forgotten as (
      update mail_digests set due_at = null, claimed_until = null, mail_id = null, event_ids = null, failures = 0
      where user_id = ${userId}
    )
    update notification_events set mailed_at = now() where user_id = ${userId} and mailed_at is null`
}

/** Records that the mail was sent, or that none of its events was left to report. */
export async function settle(database: Database, batch: Batch, sentAt: Date | null): Promise<void> {
  const { userId, mailId, eventIds } = batch
  await database.transaction(async (sql) => {
    const [held] = await sql`
      select from mail_digests where user_id = ${userId} and mail_id = ${mailId} for update`
    // Another worker has taken over, and records it itself.
    if (!held) return
    await sql`
      with mailed as (
        update notification_events set mailed_at = now()
        where user_id = ${userId} and event_id = any(${eventIds}::uuid[]) and mailed_at is null
      )
      update mail_digests set mail_id = null, event_ids = null, failures = 0,
        sent_at = coalesce(${sentAt?.toISOString() ?? null}::timestamptz, sent_at)
      where user_id = ${userId}`
    await release(sql, userId, nextLook((await lockState(sql, userId))!))
  })
}

export type Delay = { until: Date; certain: boolean }

/** A mail that was certainly not accepted is forgotten: the next attempt reports everything that waits by then. */
export async function postpone(
  sql: Sql,
  { userId, mailId }: Batch,
  { until, certain }: Delay,
): Promise<void> {
  await sql`
    update mail_digests set due_at = ${until.toISOString()}::timestamptz, claimed_until = null, failures = failures + 1,
      mail_id = case when not ${certain}::boolean then mail_id end,
      event_ids = case when not ${certain}::boolean then event_ids end
    where user_id = ${userId} and mail_id = ${mailId}`
}

/** Sends nothing to this address any more. */
export async function stop(database: Database, { userId, email }: Batch, reason: string): Promise<void> {
  await database.transaction(async (sql) => {
    await sql`select from mail_digests where user_id = ${userId} for update`
    await sql`
      insert into notification_settings as s (user_id, stopped_email, stopped_reason, stopped_at)
      values (${userId}, ${email}, ${reason}, now())
      on conflict on constraint notification_settings_pkey do update set stopped_email = excluded.stopped_email,
        stopped_reason = excluded.stopped_reason, stopped_at = excluded.stopped_at`
    await leaveOut(sql, userId)
  })
}
