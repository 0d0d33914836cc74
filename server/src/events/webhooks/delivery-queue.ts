// The queue of webhook deliveries: claims what is due and records attempts.
import { auditStatement, type NewAuditEntry, noClient, serviceActor } from '../../core/audit.ts'
import { isLive } from '../../core/installation.ts'
import { fragment, type Sql } from '../../core/sql.ts'
import type { WebhookFormat } from '../../records/webhook.ts'
import type { NextState } from './retry-schedule.ts'
import type { Outcome } from './send.ts'

export type Claimed = {
  id: string
  /** The number of the attempt. */
  number: number
  failures: number
  eventId: string
  eventType: string
  format: WebhookFormat
  /** The other deliveries that a chat message reports. */
  members: string[] | null
  body: string
  webhookId: string
  url: string
  active: boolean
  secret: Buffer
  /** The secret before the last rotation, while it is still valid. */
  previousSecret: Buffer | null
}

export type Claim = {
  max: number
  maxPerWebhook: number
  /** The limits of webhooks that may have fewer, by id. */
  narrower: Map<string, number>
  leaseSeconds: number
}

/** The webhooks with pending deliveries: one index step for each webhook, however many deliveries it has. */
const waitingWebhooks = fragment`waiting (webhook_id) as (
    (select d.webhook_id from webhook_deliveries d where d.state = 'PENDING' order by d.webhook_id limit 1)
    union all
    select (select d.webhook_id from webhook_deliveries d
      where d.state = 'PENDING' and d.webhook_id > w.webhook_id order by d.webhook_id limit 1)
    from waiting w where w.webhook_id is not null
  )`

/**
 * Claims due deliveries, the longest due first, within the limit of each webhook: a slow receiver must not delay the
 * others. Deliveries claimed by other processes are skipped until their lease expires.
 */
export function claim(sql: Sql, { max, maxPerWebhook, narrower, leaseSeconds }: Claim): Promise<Claimed[]> {
  return sql<Claimed>`
    with recursive ${waitingWebhooks}, unflushed as (
      select set_config('synchronous_commit', 'off', true)
    ), due as materialized (
      select d.id from waiting
      left join unnest(${[...narrower.keys()]}::uuid[], ${[...narrower.values()]}::integer[]) narrower (id, max)
        on narrower.id = waiting.webhook_id
      cross join lateral (
        select d.id, d.next_attempt_at from webhook_deliveries d
        where d.webhook_id = waiting.webhook_id and d.state = 'PENDING' and d.next_attempt_at <= now()
          and (d.claimed_until is null or d.claimed_until <= now())
        order by d.next_attempt_at
        limit coalesce(narrower.max, ${maxPerWebhook})
        for update skip locked
      ) d
      order by d.next_attempt_at limit ${max}
    )
    update webhook_deliveries d
    set attempts = d.attempts + 1, claimed_until = clock_timestamp() + make_interval(secs => ${leaseSeconds})
    from due, webhooks w, unflushed
    where d.id = due.id and w.id = d.webhook_id and ${isLive}
    returning d.id, d.attempts as number, d.failures, d.event_id as "eventId", d.event_type as "eventType", d.members,
      d.body, w.id as "webhookId", w.url, w.format, w.active, w.secret, case when w.previous_secret_until > now() then w.previous_secret end as "previousSecret"`
}

export type Ended = {
  claimed: Claimed
  /** undefined: nothing was sent. */
  outcome: Outcome | undefined
  next: NextState
  /** The deliveries whose events the chat message leaves out. */
  hidden?: string[]
}

/**
 * Records attempts and moves their deliveries to the next state. When a delivery has moved on without the attempt,
 * because it was restarted or its webhook was switched off, only the attempt is recorded. After a crash of the database
 * an attempt number may be given twice; then the first record stays.
 */
export async function record(sql: Sql, ended: readonly Ended[]): Promise<void> {
  const columns = ended.flatMap(({ claimed, outcome, next }) => {
    if (outcome === undefined) return []
    return {
      ...{ id: claimed.id, number: claimed.number, url: claimed.url, ...outcome },
      state: next.state,
      failure: next.state === 'FAILED' ? next.failure : null,
      failed: next.state === 'PENDING' && next.failed ? 1 : 0,
      waitSeconds: next.state === 'PENDING' ? next.waitSeconds : null,
    }
  })
  await sql`
    with ended as (
      select * from unnest(
        ${columns.map((one) => one.id)}::uuid[], ${columns.map((one) => one.number)}::integer[],
        ${columns.map((one) => one.url)}::text[], ${columns.map((one) => one.startedAt.toISOString())}::timestamptz[],
        ${columns.map((one) => one.durationMs)}::integer[], ${columns.map((one) => one.status)}::integer[],
        ${columns.map((one) => one.error)}::text[], ${columns.map((one) => one.response)}::text[],
        ${columns.map((one) => one.state)}::text[], ${columns.map((one) => one.failure)}::text[],
        ${columns.map((one) => one.failed)}::integer[], ${columns.map((one) => one.waitSeconds)}::double precision[]
      ) e (id, number, url, started_at, duration_ms, status, error, response, state, failure, failed, wait_seconds)
    ), held as (
      select d.id, d.attempts = ended.number and d.claimed_until is not null as current
      from ended join webhook_deliveries d on d.id = ended.id
      for key share of d
    ), moved as (
      update webhook_deliveries d
      set state = e.state, failure = e.failure, failures = d.failures + e.failed, claimed_until = null,
        next_attempt_at = clock_timestamp() + make_interval(secs => e.wait_seconds),
        ended_at = case when e.state <> 'PENDING' then clock_timestamp() end
      from ended e join held on held.id = e.id
      where d.id = e.id and held.current
    )
    insert into webhook_attempts (delivery_id, number, url, started_at, duration_ms, status, error, response)
    select e.id, e.number, e.url, e.started_at, e.duration_ms, e.status, e.error, e.response
    from ended e join held on held.id = e.id
    on conflict on constraint webhook_attempts_pkey do nothing`
}

/** Rows per statement: more could exceed the statement timeout. */
const batch = 5_000

/**
 * Fails the pending deliveries of a webhook that was switched off. Deliveries that this call does not reach are failed
 * when they are due.
 */
export async function endPending(sql: Sql, webhookId: string): Promise<void> {
  for (let ended = batch; ended === batch; ) {
    const rows = await sql`
      update webhook_deliveries
      set state = 'FAILED', failure = 'INACTIVE', next_attempt_at = null, claimed_until = null, ended_at = now()
      where id in (
        select d.id from webhook_deliveries d join webhooks w on w.id = d.webhook_id
        where d.webhook_id = ${webhookId} and d.state = 'PENDING' and not w.active limit ${batch})
      returning 1`
    ended = rows.length
  }
}

/** Deletes all deliveries of a webhook. */
export async function forgetDeliveriesOf(sql: Sql, webhookId: string): Promise<void> {
  for (let forgotten = batch; forgotten === batch; ) {
    const rows = await sql`
      delete from webhook_deliveries where id in (
        select id from webhook_deliveries where webhook_id = ${webhookId} limit ${batch})
      returning 1`
    forgotten = rows.length
  }
}

const disabledEntry: NewAuditEntry = {
  action: 'webhook.disabled',
  actor: serviceActor,
  client: noClient,
  from: fragment`disabled it`,
  workspace: fragment`it.workspace_id`,
  target: { kind: 'WEBHOOK', id: fragment`it.id::text`, name: fragment`it.name` },
  details: fragment`jsonb_build_object('reason', it.disabled_reason)`,
}

export type Disabled = { webhookId: string; reason: 'GONE' | 'FAILING' }

/**
 * Switches off webhooks whose receiver answered 410, or that received nothing while a delivery used up its retries. A
 * webhook whose URL was changed meanwhile stays on. The caller fails the pending deliveries.
 */
export async function disable(sql: Sql, givenUp: readonly Ended[]): Promise<Disabled[]> {
  const done: Disabled[] = []
  for (const { claimed, next } of givenUp) {
    const gone = next.state === 'FAILED' && next.failure === 'GONE'
    const [disabled] = await sql<Disabled>`
      with disabled as (
        update webhooks w set active = false, disabled_reason = ${gone ? 'GONE' : 'FAILING'}, updated_at = now()
        where w.id = ${claimed.webhookId} and w.url = ${claimed.url} and w.active and (${gone} or not exists (
          select from webhook_deliveries d join webhook_deliveries failed on failed.id = ${claimed.id}
          where d.webhook_id = w.id and d.created_at >= failed.created_at and d.state = 'DELIVERED'))
        returning w.id, w.workspace_id, w.disabled_reason, coalesce(w.description, substring(w.url from '//([^/]+)')) as name
      ), audited as (${auditStatement(disabledEntry)})
      select id as "webhookId", disabled_reason as reason from disabled`
    if (disabled) done.push(disabled)
  }
  return done
}
