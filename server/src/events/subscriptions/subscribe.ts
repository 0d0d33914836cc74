// Creates, refreshes and deletes subscriptions.
import type { Caller } from '../../core/access.ts'
import { actorOf, auditStatement, type Client } from '../../core/audit.ts'
import { ApiError } from '../../core/errors.ts'
import type { SecretBox } from '../../core/secret-box.ts'
import { type Database, type Fragment, fragment, type Sql } from '../../core/sql.ts'
import { scopesOfEvent } from '../../records/event-scopes.ts'
import { type EventType, managersResources, resourceOf } from '../../records/event-types.ts'
import { type ChangeFilters, filtersOf, readerOf } from '../changes.ts'
import { isLost, readCounters } from '../read-events.ts'
import { seesSubject } from '../visible-events.ts'
import type { Sender } from '../webhooks/send.ts'
import { requireSecret, requireUrl, verify } from './endpoint.ts'
import { forbidden, type SubscriptionArguments, SubscriptionError, subscriptionId } from './subscription.ts'

export type SubscribeServices = {
  database: Database
  secrets: SecretBox
  webhookHosts: readonly string[]
  sender: Sender
  /** Throws when this host was asked to verify too often. */
  limitHost(host: string): Promise<void>
}

export type SubscribeRequest = {
  name: EventType
  arguments: SubscriptionArguments
  url: string
  secret: string
  /** The number of the last event that the client has; null to begin now. */
  cursor: number | null
  maxAgeMs: number | undefined
  /** null: the client asks for no expiry. */
  ttlMs: number | null | undefined
  /** Where the request comes from. */
  client: Client
}

export type DeliveryStatus = {
  active: boolean
  lastDeliveryAt: string | null
  lastError: string | null
  failedSince?: string
}

export type Granted = {
  id: string
  refreshBefore: string
  cursor: string
  truncated: boolean
  deliveryStatus?: DeliveryStatus
}

export const mostSubscriptions = 50
const minute = 60_000
const day = 24 * 60 * minute
/** The lifetimes that are granted. Every subscription expires: a client that is gone must not be sent anything for ever. */
const lifetime = { shortest: 5 * minute, standard: day, longest: 7 * day }
/** How long deliveries are also signed with the secret before the last refresh. */
const rotationSeconds = 600

/** Whether the caller may see events of this type about what the arguments name. */
export async function mayWatch(sql: Sql, caller: Caller, name: EventType, given: ChangeFilters) {
  const managersOnly = fragment`${managersResources.includes(resourceOf(name))}::boolean`
  const [row] = await sql<{ sees: boolean }>`
    select ${seesSubject(readerOf(caller), filtersOf(given), managersOnly)} as sees`
  return row!.sees
}

export async function subscribe(
  services: SubscribeServices,
  caller: Caller,
  request: SubscribeRequest,
): Promise<Granted> {
  const { database, secrets, webhookHosts, sender } = services
  const { name, url, secret } = request
  requireUrl(url, webhookHosts)
  requireSecret(secret)
  const id = subscriptionId(caller.credentialId, url, name, request.arguments)
  if (!(await mayWatch(database.sql, caller, name, request.arguments))) throw forbidden()
  const { verified } = await requireRoom(database.sql, caller, { id, url })
  if (!verified) {
    await services.limitHost(new URL(url).host).catch(refuseHost)
    await verify(sender, { id, url, secrets: [secret] })
  }
  return database.transaction(async (sql) => {
    // A concurrent request of the same credential waits here and counts this subscription.
    await sql`select pg_advisory_xact_lock(hashtextextended(${`event subscriptions ${caller.credentialId}`}, 0))`
    await requireRoom(sql, caller, { id, url })
    return store(sql, secrets, caller, { ...request, id })
  })
}

function refuseHost(error: unknown): never {
  if (!(error instanceof ApiError && error.code === 'rate_limited')) throw error
  const message = 'This host was asked to verify subscriptions too often. Try again in a minute.'
  throw new SubscriptionError('ResourceExhausted', message, { limit: 'verifications' })
}

/** Throws -32013 when a new subscription would be one too many. Tells whether the caller has verified this URL before. */
async function requireRoom(sql: Sql, caller: Caller, { id, url }: { id: string; url: string }) {
  const [row] = await sql<{ others: number; verified: boolean }>`
    select count(*) filter (where id <> ${id})::integer as others, coalesce(bool_or(url = ${url}), false) as verified
    from event_subscriptions where credential_id = ${caller.credentialId} and expires_at > now()`
  if (row!.others < mostSubscriptions) return { verified: row!.verified }
  throw new SubscriptionError(
    'ResourceExhausted',
    `A key or app can have ${mostSubscriptions} subscriptions. Unsubscribe from events that you no longer need.`,
    { limit: 'subscriptions', max: mostSubscriptions },
  )
}

type Stored = {
  secret: Buffer
  position: number
  truncated: boolean
  active: boolean
  lastDeliveryAt: string | null
  lastError: string | null
  failedSince: string | null
}

async function store(
  sql: Sql,
  secrets: SecretBox,
  caller: Caller,
  request: SubscribeRequest & { id: string },
): Promise<Granted> {
  const { id, name, url, secret } = request
  const { projectId, fileId, versionId, forMe = false, ownAgents = false } = request.arguments
  await sql`delete from event_subscriptions where id = ${id} and expires_at <= now()`
  const [known] = await sql<Stored>`
    select secret, position, truncated, active, iso_time(last_delivery_at) as "lastDeliveryAt",
      last_error as "lastError", iso_time(failed_since) as "failedSince"
    from event_subscriptions where id = ${id} for update`
  // A subscription that is alive knows better than the client what the client has.
  const start = known ?? (await startOf(sql, caller, request))
  const rotated = known !== undefined && secrets.open(known.secret) !== secret
  const [granted] = await sql<{ refreshBefore: string }>`
    insert into event_subscriptions as s (id, workspace_id, user_id, credential_id, name, scopes, project_id, file_id,
      version_id, for_me, own_agents, url, secret, position, expires_at)
    values (${id}, ${caller.workspaceId}, ${caller.userId}, ${caller.credentialId}, ${name}, ${scopesOfEvent(name)},
      ${projectId ?? null}, ${fileId ?? null}, ${versionId ?? null}, ${forMe}, ${ownAgents}, ${url},
      ${secrets.seal(secret)}, ${start.position}, now() + make_interval(secs => ${lifetimeOf(request.ttlMs) / 1000}))
    on conflict on constraint event_subscriptions_pkey do update
    set secret = excluded.secret, scopes = excluded.scopes, expires_at = excluded.expires_at,
      previous_secret = case when ${rotated} then s.secret else s.previous_secret end,
      previous_secret_until = case when ${rotated} then now() + make_interval(secs => ${rotationSeconds})
        else s.previous_secret_until end,
      truncated = false, active = true, abandoned = 0,
      failures = case when s.active then s.failures else 0 end,
      next_attempt_at = case when s.active then s.next_attempt_at else clock_timestamp() end
    returning iso_time(s.expires_at) as "refreshBefore"`
  // A client refreshes its subscription every day: only the first request is news.
  if (!known) await sql`${audited('event_subscription.created', caller, request)}`
  return {
    id,
    refreshBefore: granted!.refreshBefore,
    cursor: String(start.position),
    truncated: start.truncated,
    ...(known ? { deliveryStatus: statusOf(known) } : {}),
  }
}

function statusOf({ active, lastDeliveryAt, lastError, failedSince }: Stored): DeliveryStatus {
  return { active, lastDeliveryAt, lastError, ...(failedSince === null ? {} : { failedSince }) }
}

function lifetimeOf(ttlMs: number | null | undefined): number {
  if (ttlMs === undefined) return lifetime.standard
  if (ttlMs === null) return lifetime.longest
  return Math.min(Math.max(ttlMs, lifetime.shortest), lifetime.longest)
}

/** Where a reader with this cursor begins, and whether events after the cursor are left out. */
export async function startOf(
  sql: Sql,
  { workspaceId }: Caller,
  { cursor, maxAgeMs }: Pick<SubscribeRequest, 'cursor' | 'maxAgeMs'>,
): Promise<{ position: number; truncated: boolean }> {
  const counters = await readCounters(sql, workspaceId)
  if (cursor === null) return { position: counters.last, truncated: false }
  if (isLost(cursor, counters)) return { position: counters.last, truncated: true }
  if (maxAgeMs === undefined) return { position: cursor, truncated: false }
  const [old] = await sql<{ number: number | null }>`
    select max(e.number) as number from events e
    where e.workspace_id = ${workspaceId} and e.number > ${cursor}
      and e.created_at < now() - make_interval(secs => ${maxAgeMs / 1000})`
  const floor = old?.number ?? null
  return floor === null ? { position: cursor, truncated: false } : { position: floor, truncated: true }
}

export async function unsubscribe(
  sql: Sql,
  caller: Caller,
  request: Pick<SubscribeRequest, 'name' | 'arguments' | 'url' | 'client'>,
): Promise<void> {
  const { credentialId } = caller
  const id = subscriptionId(credentialId, request.url, request.name, request.arguments)
  const deleted = await sql`
    with deleted as (
      delete from event_subscriptions where id = ${id} and credential_id = ${credentialId} and expires_at > now() returning id
    ), audited as (${audited('event_subscription.deleted', caller, { ...request, id }, fragment`deleted it`)})
    select id from deleted`
  if (deleted.length > 0) return
  throw new SubscriptionError('NotFound', 'There is no such subscription.', { kind: 'subscription' })
}

function audited(
  action: 'event_subscription.created' | 'event_subscription.deleted',
  caller: Caller,
  { id, name, url, client }: Pick<SubscribeRequest, 'name' | 'url' | 'client'> & { id: string },
  from = fragment`(select 1) it`,
): Fragment {
  return auditStatement({
    action,
    // Only agents subscribe.
    actor: { ...actorOf(caller), agent: true },
    client,
    from,
    workspace: fragment`${caller.workspaceId}::uuid`,
    target: { kind: 'EVENT_SUBSCRIPTION', id: fragment`${id}::text`, name: fragment`${name}::text` },
    details: { event: name, host: URL.parse(url)?.host ?? null },
  })
}
