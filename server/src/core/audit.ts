// Entries of the audit log, as SQL: a statement of its own, or a part of the statement that makes the change. An entry is
// committed with its change, keeps the names at that time, and is never changed (decision 98).
import type { Caller } from './access.ts'
import type { AuditAction, AuditCredential, AuditDetails, AuditTargetKind } from './audit-actions.ts'
import { Fragment, fragment, type Sql, verbatim } from './sql.ts'

/** Where a request comes from; nulls for work without a request. */
export type Client = {
  address: string | null
  /** The network of the address, for limiting guesses at secrets. Calls without one count as one network. */
  network: string
  userAgent: string | null
}

export const noClient: Client = { address: null, network: 'unknown', userAgent: null }

/** How a person signs in, for the details of an entry. */
export type SignInMethod =
  | 'PASSWORD'
  | 'PASSKEY'
  | 'SIGN_IN_LINK'
  | 'RESET_LINK'
  | 'INVITATION'
  | 'ACCESS_LINK'
  | 'WORKSPACE_SWITCH'

/** The person or program that acts, and how they came in. */
export type AuditActor = {
  credential: AuditCredential
  /** SQL over the rows of the entry, where the statement learns it. */
  userId: string | Fragment | null
  /** The name, where the same statement creates the account. */
  name?: string
  connectionId: string | null
  shareGuestId: string | null
  agent: boolean
}

export const serviceActor = actor('SERVICE')
export const adminActor = actor('ADMIN')
/** A visitor without a credential. */
export const visitorActor = actor('NONE')

/** A person who signs in, or who acts on a page. */
export function personActor(userId: string | Fragment): AuditActor {
  return { ...actor('SESSION'), userId }
}

function actor(credential: AuditCredential): AuditActor {
  return { credential, userId: null, connectionId: null, shareGuestId: null, agent: false }
}

const credentials: Record<Caller['kind'] | 'share', AuditCredential> = {
  session: 'SESSION',
  key: 'API_KEY',
  oauth: 'APP',
  share: 'SHARE',
}

export function actorOf(caller: Caller | undefined): AuditActor {
  if (caller === undefined) return visitorActor
  const { kind, userId, credentialId, agent, share } = caller
  const connectionId = kind === 'key' || kind === 'oauth' ? credentialId : null
  return { credential: credentials[kind], userId, connectionId, shareGuestId: share?.guestId ?? null, agent }
}

export type NewAuditEntry<Action extends AuditAction = AuditAction> = {
  action: Action
  actor: AuditActor
  client: Client
  /** The rows `it`: each becomes an entry. */
  from: Fragment
  /** SQL over these rows, as the following. */
  workspace: Fragment
  project?: Fragment
  target?: { kind: AuditTargetKind; id: Fragment; name: Fragment }
  details?: AuditDetails<Action> | Fragment
}

const nothing = fragment`null::text`

/** `insert into audit_entries …`, to be a statement or `audited as (…)`. */
export function auditStatement<Action extends AuditAction>(entry: NewAuditEntry<Action>): Fragment {
  const { action, actor, client, from, workspace, target, details } = entry
  const { userId, connectionId, shareGuestId, agent } = actor
  const actorId = userId instanceof Fragment ? userId : fragment`${userId}::uuid`
  const project = entry.project ?? fragment`null::uuid`
  return fragment`
    insert into audit_entries (workspace_id, action, credential, actor_id, actor_name, connection_id, connection_name,
      share_guest_id, agent, target_kind, target_id, target_name, project_id, project_name, address, user_agent, details)
    select ${workspace}, ${action}::text, ${actor.credential}::text, ${actorId},
      ${actor.name === undefined ? nameOf(actorId, workspace) : fragment`${actor.name}::text`},
      ${connectionId}::uuid, ${connectionName(connectionId)}, ${shareGuestId}::uuid, ${agent}::boolean,
      ${target?.kind ?? null}::text, ${target?.id ?? nothing}, ${target?.name ?? nothing},
      ${project}, (select p.name from projects p where p.id = ${project}),
      ${client.address?.slice(0, 64) ?? null}::text, ${client.userAgent?.slice(0, 500) ?? null}::text, ${detailsSql(details)}
    from ${from}`
}

function nameOf(userId: Fragment, workspace: Fragment): Fragment {
  return fragment`(select coalesce(m.display_name, u.name) from users u
    left join workspace_members m on m.user_id = u.id and m.workspace_id = ${workspace} where u.id = ${userId})`
}

function connectionName(id: string | null): Fragment {
  return fragment`(select k.name from api_keys k where k.id = ${id}::uuid
    union all select g.client_name from oauth_grants g where g.id = ${id}::uuid)`
}

function detailsSql(details: object | Fragment | undefined): Fragment {
  if (details instanceof Fragment) return details
  const given = Object.entries(details ?? {}).filter(([, value]) => value !== undefined && value !== null)
  return fragment`${JSON.stringify(Object.fromEntries(given))}::jsonb`
}

/** The rows of an entry that concerns an account: one for each workspace of the person. */
export function workspacesOf(userId: string): Pick<NewAuditEntry, 'from' | 'workspace'> {
  return {
    from: fragment`(select workspace_id from workspace_members where user_id = ${userId}) it`,
    workspace: fragment`it.workspace_id`,
  }
}

/** A person as the target of an entry. */
export function userTarget(userId: string): NonNullable<NewAuditEntry['target']> {
  const name = fragment`(select u.name from users u where u.id = ${userId}::uuid)`
  return { kind: 'USER', id: fragment`${userId}::text`, name }
}

type Attempt =
  | 'session.refused'
  | 'password.refused'
  | 'password.reset_requested'
  | 'access_link.refused'
  | 'share.refused'

/** Why a share was not opened. */
export type ShareRefusal = 'PASSWORD' | 'ENDED' | 'EXPIRED'

/** Entries of one action about one target in an hour. */
const attemptsPerHour = 20

/**
 * Writes what a stranger can cause as often as they like, such as a wrong password. So the log has a limited number of these
 * about one target in an hour; the last of them says that there may be more.
 */
export async function auditAttempt(
  sql: Sql,
  entry: Omit<NewAuditEntry<Attempt>, 'details'> & { method?: SignInMethod; reason?: ShareRefusal },
): Promise<void> {
  const { action, from, workspace, target, method, reason } = entry
  const most = verbatim(String(attemptsPerHour))
  const counted = fragment`(
    select it.*, (
      select count(*) from (
        select from audit_entries e
        where e.workspace_id = ${workspace} and e.target_id = ${target!.id} and e.action = ${action}
          and e.created_at > now() - interval '1 hour'
        limit ${most}
      ) earlier
    ) as earlier
    from ${from}
  ) it where it.earlier < ${most}`
  const details = fragment`jsonb_strip_nulls(jsonb_build_object('method', ${method ?? null}::text,
    'reason', ${reason ?? null}::text, 'more', case when it.earlier = ${most} - 1 then true end))`
  await sql`${auditStatement({ ...entry, from: counted, details })}`
}
