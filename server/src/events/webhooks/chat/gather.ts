// Combines waiting events into chat messages: 500 uploads must not post 500 messages. A message reports events of one type
// in one project. It is sent when no such event has happened for a while, or when the first has waited long enough.
import { fragment, type Sql } from '../../../core/sql.ts'
import type { Claimed, Ended } from '../delivery-queue.ts'

type Pace = {
  /** Seconds without a further event. */
  quiet: number
  /** The longest wait in seconds. */
  most: number
}

/** Files and folders arrive in batches that take hours; comments and reviews are a conversation. */
export const batchPace: Pace = { quiet: 60, most: 600 }
export const talkPace: Pace = { quiet: 5, most: 60 }

const batched = fragment`(key like 'file.%' or key like 'folder.%')`

function seconds(of: keyof Pace) {
  return fragment`make_interval(secs => case when ${batched} then ${batchPace[of]}::integer else ${talkPace[of]}::integer end)`
}

/** Events of one message. Further ones form the next message. */
export const maxEvents = 1_000

/**
 * Forms the messages that are ready; returns how many. An event joins the message of its kind that is waiting for a retry,
 * so that a chat which was away for an hour gets one message of each kind. The oldest delivery of a new message sends it. One
 * worker does this at a time.
 */
export async function gather(sql: Sql): Promise<number> {
  const [formed] = await sql<{ count: number }>`
    with ready as (
      select delivery_id from (
        select delivery_id, key, max(created_at) over kind as newest, min(created_at) over kind as oldest,
          row_number() over (kind order by created_at, delivery_id) as place
        from webhook_waiting where (select pg_try_advisory_xact_lock(hashtextextended('dailies gather messages', 0)))
        window kind as (partition by webhook_id, key)
      ) waiting
      where place <= ${maxEvents}::integer and (newest <= now() - ${seconds('quiet')} or oldest <= now() - ${seconds('most')})
    ), taken as (
      delete from webhook_waiting w using ready where w.delivery_id = ready.delivery_id
      returning w.delivery_id, w.webhook_id, w.key, w.created_at
    ), waiting as materialized (
      -- An admin may have sent one on its own, or paused the webhook.
      select t.* from taken t join webhook_deliveries d on d.id = t.delivery_id
      where d.state = 'PENDING' and d.next_attempt_at = 'infinity'
    ), retried as materialized (
      select kind.webhook_id, kind.key, d.id
      from (select distinct webhook_id, key from waiting) kind
      cross join lateral (
        select d.id from webhook_deliveries d
        where d.webhook_id = kind.webhook_id and d.state = 'PENDING' and d.next_attempt_at < 'infinity'
          and d.event_type || coalesce(' ' || (d.body::json #>> '{data,project,id}'), '') = kind.key
          and (d.claimed_until is null or d.claimed_until <= now())
          and coalesce(cardinality(d.members), 0) < ${maxEvents}::integer
        order by d.next_attempt_at limit 1
        for update skip locked
      ) d
    ), placed as (
      select w.delivery_id, w.webhook_id, w.created_at, coalesce(retried.id,
        first_value(w.delivery_id) over (partition by w.webhook_id, w.key order by w.created_at, w.delivery_id)) as message_id
      from waiting w left join retried on retried.webhook_id = w.webhook_id and retried.key = w.key
    ), joined as (
      update webhook_deliveries d set message_id = placed.message_id
      from placed where d.id = placed.delivery_id and d.id <> placed.message_id
    ), formed as (
      update webhook_deliveries d
      set members = nullif(coalesce(d.members, '{}') || coalesce(message.others, '{}'), '{}'),
        next_attempt_at = case when d.next_attempt_at = 'infinity' then greatest(now(), w.held_until)
          else d.next_attempt_at end
      from (
        select message_id, webhook_id,
          array_agg(delivery_id order by created_at, delivery_id) filter (where delivery_id <> message_id) as others
        from placed group by message_id, webhook_id
      ) message join webhooks w on w.id = message.webhook_id
      where d.id = message.message_id
      returning d.id
    )
    select count(*)::integer as count from formed`
  return formed!.count
}

/** Stores the body before it is sent: the log shows what was sent, also when the attempt is never recorded. */
export async function keepBody(sql: Sql, id: string, attempt: number, body: string): Promise<void> {
  await sql`update webhook_deliveries set sent_body = ${body} where id = ${id} and attempts = ${attempt}`
}

/** Ends the deliveries that depend on these attempts: the members of a message, and what a 429 holds back. */
export async function settleMessages(sql: Sql, ended: readonly Ended[]): Promise<void> {
  for (const { claimed, outcome, next, hidden = [] } of ended) {
    if (next.state === 'SKIPPED') await skipMessage(sql, claimed)
    else if (next.state !== 'PENDING') await settleMembers(sql, claimed, hidden)
    else if (outcome?.status === 429) await hold(sql, claimed.webhookId, next.waitSeconds)
  }
}

/** The members get the result of their message. Deliveries whose events it leaves out are skipped, also the one that sent it. */
async function settleMembers(sql: Sql, { id, number, members }: Claimed, hidden: readonly string[]) {
  if (members === null) return
  await sql`
    update webhook_deliveries d
    set state = case when d.id = any(${hidden}::uuid[]) then 'SKIPPED' else message.state end,
      failure = case when d.id = any(${hidden}::uuid[]) then null else message.failure end,
      ended_at = message.ended_at, next_attempt_at = null, claimed_until = null
    from webhook_deliveries message
    where message.id = ${id} and message.attempts = ${number} and message.state <> 'PENDING'
      and d.id = any(message.members || message.id) and (d.message_id = message.id or d.id = message.id)`
}

/** No request was made, so the log gets no attempt. */
async function skipMessage(sql: Sql, { id, number }: Claimed): Promise<void> {
  await sql`
    update webhook_deliveries d
    set state = 'SKIPPED', failure = null, ended_at = now(), next_attempt_at = null, claimed_until = null
    from webhook_deliveries message
    where message.id = ${id} and message.attempts = ${number} and message.state = 'PENDING'
      and (d.id = message.id or (d.id = any(message.members) and d.message_id = message.id))`
}

/**
 * Holds back all messages of a webhook: the service counts the requests of the webhook, not of one message. Messages that
 * another worker is sending are skipped, so that two workers never wait for each other.
 */
async function hold(sql: Sql, webhookId: string, seconds: number): Promise<void> {
  await sql`
    with held as (
      update webhooks set held_until = now() + make_interval(secs => ${seconds}) where id = ${webhookId}
      returning id, held_until
    ), later as (
      select d.id, held.held_until from held join webhook_deliveries d on d.webhook_id = held.id
      where d.state = 'PENDING' and d.next_attempt_at < held.held_until
      for update of d skip locked
    )
    update webhook_deliveries d set next_attempt_at = later.held_until from later where d.id = later.id`
}
