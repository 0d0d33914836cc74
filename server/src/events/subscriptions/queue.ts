// The subscriptions as a queue: claims those with something to send, finds the next event of one, and records what became of it.
import { isLive } from '../../core/installation.ts'
import { type Fragment, fragment, type Sql } from '../../core/sql.ts'
import { managersResources } from '../../records/event-types.ts'
import { type ChangeRow, changeColumns } from '../changes.ts'
import type { Counters } from '../read-events.ts'
import { eventAccess, isVisible, passes, seesSubject } from '../visible-events.ts'
import { factJoins } from '../webhooks/chat/facts.ts'
import type { Failure } from './endpoint.ts'

/** A claimed subscription. The number of the claim is the fence: a worker that was overtaken writes nothing. */
export type Claim = { id: string; claims: number }

/** Events that one statement looks at for one subscription. */
const lookedAt = 5_000
/** Access is checked at least this often, also when there is nothing to send. */
const checkSeconds = 60

/**
 * Moves subscriptions past events of other types and projects, and claims those that may have something to send, that missed
 * events, or whose access has not been checked for a while. Returns all that it looked at; `claimed` marks the claimed ones.
 */
export function claimDue(
  sql: Sql,
  { most, leaseSeconds }: { most: number; leaseSeconds: number },
): Promise<(Claim & { claimed: boolean })[]> {
  return sql<Claim & { claimed: boolean }>`
    with unflushed as (
      select set_config('synchronous_commit', 'off', true)
    ), due as materialized (
      select s.id, s.workspace_id, s.name, s.project_id, s.position, coalesce(c.last_number, 0) as last,
        coalesce(s.position < c.forgotten_number or s.position > c.last_number, false) as lost,
        s.checked_at <= now() - make_interval(secs => ${checkSeconds}) as unchecked,
        s.active and s.next_attempt_at <= now() as sends
      from event_subscriptions s left join event_counters c on c.workspace_id = s.workspace_id
      where s.expires_at > now() and (s.claimed_until is null or s.claimed_until <= now())
        and (s.checked_at <= now() - make_interval(secs => ${checkSeconds})
          or (s.active and s.next_attempt_at <= now() and s.position <> coalesce(c.last_number, 0)))
      order by s.next_attempt_at limit ${most}
      for update of s skip locked
    ), found as (
      select due.id, due.lost or due.unchecked as claimed, due.sends and not due.lost as moves,
        least(due.last, due.position + ${lookedAt}) as up_to, (
          select e.number from events e
          where due.sends and e.workspace_id = due.workspace_id and e.number > due.position
            and e.number <= due.position + ${lookedAt} and e.type = due.name
            and (due.project_id is null or e.project_id = due.project_id)
          order by e.number limit 1) as number
      from due
    )
    update event_subscriptions s
    set position = case when not found.moves then s.position when found.number is null then found.up_to
        else found.number - 1 end,
      claimed_until = case when found.claimed or found.number is not null then
        clock_timestamp() + make_interval(secs => ${leaseSeconds}) end,
      claims = s.claims + 1
    from found, unflushed
    where s.id = found.id and ${isLive}
    returning s.id, s.claims, found.claimed or found.number is not null as claimed`
}

export type Next = Claim &
  Counters & {
    position: number
    url: string
    name: string
    secret: Buffer
    previousSecret: Buffer | null
    failures: number
    abandoned: number
    /** Whether the credential and its scopes are valid, and the person is a member of the workspace. */
    admitted: boolean
    /** Whether the person sees the project, file or version of the subscription. */
    sees: boolean
    /** Whether an event may be sent now. */
    sends: boolean
    /** The last event that was looked at. */
    upTo: number
    event: ChangeRow | null
  }

/** SQL to join laterally: the person and workspace of a credential while it is valid and has these scopes. */
export type LiveCredential = (id: Fragment, scopes: Fragment) => Fragment

const reader = {
  workspaceId: fragment`s.workspace_id`,
  userId: fragment`s.user_id`,
  isGuest: fragment`(member.role = 'GUEST')`,
}
const filters = {
  projectId: fragment`s.project_id`,
  fileId: fragment`s.file_id`,
  versionId: fragment`s.version_id`,
  forMe: fragment`s.for_me`,
  ownAgents: fragment`s.own_agents`,
}

/**
 * The next event of a claimed subscription that its person may see now. Access and event are from one snapshot: when access was
 * lost before the event, the event is not sent. Undefined when another worker has it, or it is gone.
 */
export async function nextOf(
  sql: Sql,
  { id, claims }: Claim,
  liveCredential: LiveCredential,
): Promise<Next | undefined> {
  const [row] = await sql<Omit<Next, 'event'> & ChangeRow & { number: number | null }>`
    select found.*, s.id, s.claims, s.position, s.url, s.name, s.secret, s.failures, s.abandoned,
      case when s.previous_secret_until > now() then s.previous_secret end as "previousSecret",
      coalesce(c.last_number, 0) as last, coalesce(c.forgotten_number, 0) as forgotten, reach.up_to as "upTo",
      held.user_id is not null and member.user_id is not null as admitted, sending.now as sends,
      ${seesSubject(reader, filters, fragment`(split_part(s.name, '.', 1) = any(${managersResources}::text[]))`)} as sees
    from event_subscriptions s
    left join event_counters c on c.workspace_id = s.workspace_id
    left join workspace_members member on member.workspace_id = s.workspace_id and member.user_id = s.user_id
    left join lateral ${liveCredential(fragment`s.credential_id`, fragment`s.scopes`)} held
      on held.user_id = s.user_id and held.workspace_id = s.workspace_id
    cross join lateral (select least(coalesce(c.last_number, 0), s.position + ${lookedAt}) as up_to) reach
    cross join lateral (select s.active and s.next_attempt_at <= clock_timestamp() as now) sending
    left join lateral (
      select ${changeColumns} from events e ${eventAccess(reader)} ${factJoins}
      where e.workspace_id = s.workspace_id and e.number > s.position and e.number <= reach.up_to and e.type = s.name
        and ${passes(filters, reader)} and ${isVisible}
      order by e.number limit 1
    ) found on sending.now and held.user_id is not null and member.user_id is not null
    where s.id = ${id} and s.claims = ${claims} and s.expires_at > now() and ${isLive}`
  return row && { ...row, event: row.number === null ? null : row }
}

/** Ends the claim, with a new position when everything up to it was looked at. */
export async function release(sql: Sql, { id, claims }: Claim, position: number | null): Promise<void> {
  await sql`
    update event_subscriptions
    set claimed_until = null, checked_at = clock_timestamp(), position = coalesce(${position}::bigint, position)
    where id = ${id} and claims = ${claims}`
}

/** Nothing up to this number is for the subscription. The claim goes on. */
export async function moveOn(
  sql: Sql,
  { id, claims }: Claim,
  position: number,
  leaseSeconds: number,
): Promise<void> {
  await sql`
    update event_subscriptions
    set position = ${position}, claimed_until = clock_timestamp() + make_interval(secs => ${leaseSeconds})
    where id = ${id} and claims = ${claims}`
}

/** The event was accepted, or refused for good: the next one follows. The claim goes on. */
export async function passOver(
  sql: Sql,
  { id, claims }: Claim,
  number: number,
  { failure, leaseSeconds }: { failure: Failure | undefined; leaseSeconds: number },
): Promise<void> {
  await sql`
    update event_subscriptions
    set position = ${number}, failures = 0, abandoned = 0, last_error = ${failure ?? null}, failed_since = null,
      last_delivery_at = case when ${failure === undefined} then clock_timestamp() else last_delivery_at end,
      checked_at = clock_timestamp(), claimed_until = clock_timestamp() + make_interval(secs => ${leaseSeconds})
    where id = ${id} and claims = ${claims}`
}

/** The attempt failed: it is repeated after a while, or the event is given up. Ends the claim. */
export async function recordFailure(
  sql: Sql,
  { id, claims }: Claim,
  failure: Failure,
  next: { waitSeconds: number } | { abandon: number; suspend: boolean },
): Promise<void> {
  const given = 'abandon' in next
  await sql`
    update event_subscriptions
    set failures = ${given ? fragment`0` : fragment`failures + 1`},
      abandoned = abandoned + ${given ? 1 : 0}, active = active and ${!(given && next.suspend)},
      position = coalesce(${given ? next.abandon : null}::bigint, position),
      next_attempt_at = clock_timestamp() + make_interval(secs => ${given ? 0 : next.waitSeconds}),
      last_error = ${failure}, failed_since = coalesce(failed_since, clock_timestamp()),
      checked_at = clock_timestamp(), claimed_until = null
    where id = ${id} and claims = ${claims}`
}

/** Events after the position are no longer stored: goes on with the next event, and remembers it for the next refresh. */
export async function skipGap(sql: Sql, { id, claims }: Claim, position: number): Promise<boolean> {
  const rows = await sql`
    update event_subscriptions set position = ${position}, truncated = true, failures = 0
    where id = ${id} and claims = ${claims} returning id`
  return rows.length > 0
}

export async function remove(sql: Sql, { id, claims }: Claim): Promise<boolean> {
  const rows = await sql`
    delete from event_subscriptions where id = ${id} and claims = ${claims} returning id`
  return rows.length > 0
}
