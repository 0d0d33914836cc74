// Joining a project by access link, for the operation and for the page.
import { type Caller, isOpenTo, type ProjectRole, projectRoles, type Scope } from '../core/access.ts'
import {
  type AuditActor,
  actorOf,
  auditAttempt,
  auditStatement,
  type Client,
  visitorActor,
} from '../core/audit.ts'
import { ApiError } from '../core/errors.ts'
import type { Guess } from '../core/guesses.ts'
import { newUuid } from '../core/ids.ts'
import { type Fragment, fragment, type Sql } from '../core/sql.ts'
import { roleSees, roleSeesAll } from '../core/visibility.ts'
import type { LinkRole } from '../records/access-link.ts'
import { hashToken } from './api-keys.ts'
import { passwordMatches } from './passwords.ts'

export type Link = { id: string; role: LinkRole; allowDownload: boolean }
type Membership = { projectId: string; workspaceId: string; memberId: string; role: ProjectRole }
type GuestMembership = Membership & { userId: string; expiresAt: string | null }

/** SQL: the links `l` that have not expired, with their projects `p`. */
export const usableLinks = fragment`access_links l join projects p on p.id = l.project_id
  and (l.expires_at is null or l.expires_at > now()) and (p.destroyed_at is null or p.destroyed_at > now())`

export type LinkAttempt = {
  accessKey: string
  password: string
  guessAt: (accessKey: string) => Guess
  client: Client
}

/** Refuses a wrong key, a wrong password and an expired link alike, and as slowly, so that nobody learns which it was. */
export async function openLink(
  sql: Sql,
  { accessKey, password, guessAt, client }: LinkAttempt,
): Promise<Link> {
  const [found] = await sql<Link & { passwordHash: string | null }>`
    select l.id, l.role, l.allow_download as "allowDownload", l.password_hash as "passwordHash"
    from ${usableLinks} where l.key_hash = ${hashToken(accessKey)}`
  const known =
    found?.passwordHash === null || (await passwordMatches(guessAt(accessKey), password, found?.passwordHash))
  // Not awaited: the time would reveal that the link exists.
  if (found && !known) void auditWrongPassword(sql, found.id, client).catch(() => {})
  if (!found || !known) throw new ApiError('link_refused')
  return { id: found.id, role: found.role, allowDownload: found.allowDownload }
}

async function auditWrongPassword(sql: Sql, linkId: string, client: Client): Promise<void> {
  await auditAttempt(sql, {
    action: 'access_link.refused',
    actor: visitorActor,
    client,
    from: fragment`(select l.id, l.description, p.id as project_id, p.workspace_id
      from access_links l join projects p on p.id = l.project_id where l.id = ${linkId}) it`,
    workspace: fragment`it.workspace_id`,
    project: fragment`it.project_id`,
    target: { kind: 'ACCESS_LINK', id: fragment`it.id::text`, name: fragment`it.description` },
  })
}

type Actor = Pick<Caller, 'userId' | 'agent'>

/**
 * SQL that emits the events of a membership, and of the reviews that come with it: over rows `it` with the columns id,
 * project_id, workspace_id, user_id and role. It is passed in because events are no concern of `auth`.
 */
export type EmitMembership = (actor: Actor, rows: NewMembership) => Fragment

/** Rows of `requested` have the columns id, version_id, project_id, user_id and due_at. */
type NewMembership = { added: Fragment; updated?: Fragment; requested: Fragment }

/**
 * Both functions are one statement, so that nobody joins halfway, and no transaction is open while a password is hashed.
 * They return undefined when the link has been deleted or has expired since it was opened.
 */
export type LinkJoining = {
  joinAsUser(sql: Sql, link: Link, caller: Caller, client: Client): Promise<Membership | undefined>
  joinAsGuest(sql: Sql, link: Link, guest: NewGuest): Promise<GuestMembership | undefined>
}

/** `token` becomes the guest's API key; null for a guest who gets a session. */
export type NewGuest = { name: string; token: string | null; client: Client }

export function createLinkJoining(emitMembership: EmitMembership): LinkJoining {
  return {
    joinAsUser: (sql, link, caller, client) => joinAsUser(sql, { link, caller, client, emitMembership }),
    joinAsGuest: (sql, link, guest) => joinAsGuest(sql, { link, guest, emitMembership }),
  }
}

type Joining = { link: Link; emitMembership: EmitMembership }

async function joinAsUser(
  sql: Sql,
  { link, caller, client, emitMembership }: Joining & { caller: Caller; client: Client },
): Promise<Membership | undefined> {
  const { userId } = caller
  const place = (role: Fragment) => fragment`array_position(${projectRoles}::text[], ${role})`
  const offered = fragment`${link.role}::text`
  const newId = newUuid()
  const outsider = fragment`not exists (select from workspace_members w
    where w.workspace_id = p.workspace_id and w.user_id = ${userId} and w.role <> 'GUEST')`
  const added = fragment`joined it where it.id = ${newId}`
  const raised = fragment`joined it where it.id <> ${newId}
    and not exists (select from before where before.id = it.id and before.role = it.role)`
  // In a project that is open to its workspace, those of the workspace are reviewers without a membership: a
  // membership as restricted reviewer would take that from them.
  const [joined] = await sql<Membership>`
    with link as (
      select p.id as project_id, p.workspace_id,
        case when not ${roleSeesAll('l.role')} and ${isOpenTo(outsider, fragment`${userId}::uuid`)}
        then 'PROJECT_REVIEWER' else l.role end as role
      from ${usableLinks} where l.id = ${link.id}
    ), entered as (
      insert into workspace_members (id, workspace_id, user_id, role)
      select ${newUuid()}::uuid, workspace_id, ${userId}::uuid, 'GUEST' from link
      on conflict on constraint workspace_members_user_key do nothing
    ), before as (
      select m.id, m.role from link join project_members m on m.project_id = link.project_id and m.user_id = ${userId}
      for update of m
    ), joined as (
      -- Joins what was there before, so that it is read and locked first.
      insert into project_members as m (id, project_id, workspace_id, user_id, role)
      select ${newId}::uuid, link.project_id, link.workspace_id, ${userId}::uuid, link.role
      from link left join before on true
      on conflict on constraint project_members_user_key do update
        set role = case when ${place(fragment`m.role`)} < ${place(offered)} then m.role else ${offered} end
      returning m.id, m.project_id, m.workspace_id, m.user_id, m.role
    ), ${askedToReview(link)}, emitted as (
      ${emitMembership(caller, { added, updated: raised, requested: fragment`requested it` })}
    ), audited as (${auditedJoin(link, actorOf(caller), client)})
    select project_id as "projectId", workspace_id as "workspaceId", id as "memberId", role from joined`
  return joined
}

/** The use of the link by the person of `joined`. */
function auditedJoin({ id }: Link, actor: AuditActor, client: Client): Fragment {
  const guest = actor.name !== undefined
  return auditStatement({
    action: 'access_link.joined',
    actor,
    client,
    from: fragment`(select joined.project_id, joined.workspace_id, joined.role, l.description
      from joined join access_links l on l.id = ${id}::uuid) it`,
    workspace: fragment`it.workspace_id`,
    project: fragment`it.project_id`,
    target: { kind: 'ACCESS_LINK', id: fragment`${id}::text`, name: fragment`it.description` },
    details: fragment`jsonb_build_object('role', it.role, 'guest', ${guest}::boolean)`,
  })
}

/**
 * Remembers by which link a person of `joined` came, and asks them for the reviews that the link asks for, where these are
 * still open: so a new reviewer never changes the status of a version. The lock waits for verdicts in progress.
 */
function askedToReview({ id }: Link): Fragment {
  return fragment`came_by as (
      insert into access_link_members (link_id, project_id, user_id)
      select ${id}::uuid, project_id, user_id from joined
      on conflict on constraint access_link_members_pkey do nothing
    ), open_reviews as (
      select a.version_id, a.project_id, joined.user_id, a.requested_by, a.message, a.due_at
      from joined join review_request_links a on a.link_id = ${id} and a.project_id = joined.project_id
      join versions v on v.id = a.version_id
      where v.status not in ('APPROVED', 'REJECTED', 'CLOSED')
        and ${roleSees('v', 'joined.role')}
      for share of v
    ), requested as (
      insert into review_requests (id, version_id, project_id, user_id, requested_by, message, due_at)
      select gen_random_uuid(), version_id, project_id, user_id, requested_by, message, due_at from open_reviews
      on conflict on constraint review_requests_user_key do nothing
      returning id, version_id, project_id, user_id, due_at
    )`
}

/** A guest has no e-mail address; the one that is stored receives nothing and belongs to nobody else. */
async function joinAsGuest(
  sql: Sql,
  { link, guest: { name, token, client }, emitMembership }: Joining & { guest: NewGuest },
): Promise<GuestMembership | undefined> {
  const userId = newUuid()
  const scopes = guestScopes(link)
  const [joined] = await sql<GuestMembership>`
    with link as (
      select p.id as project_id, p.workspace_id, l.role, l.expires_at, ${userId}::uuid as user_id
      from ${usableLinks} where l.id = ${link.id}
    ), made as (
      insert into users (id, email, name) select user_id, ${`guest-${userId}@guest.invalid`}, ${name} from link
    ), entered as (
      insert into workspace_members (id, workspace_id, user_id, role)
      select ${newUuid()}::uuid, workspace_id, user_id, 'GUEST' from link
    ), keyed as (
      insert into api_keys (id, workspace_id, user_id, name, hash, scopes, expires_at)
      select ${newUuid()}::uuid, workspace_id, user_id, 'Access link', ${token === null ? null : hashToken(token)}::bytea,
        ${scopes}::text[], least(expires_at, now() + interval '30 days')
      from link where ${token !== null}
    ), joined as (
      insert into project_members (id, project_id, workspace_id, user_id, role)
      select ${newUuid()}::uuid, project_id, workspace_id, user_id, role from link
      returning id, project_id, workspace_id, user_id, role
    ), ${askedToReview(link)}, emitted as (
      ${emitMembership({ userId, agent: false }, { added: fragment`joined it`, requested: fragment`requested it` })}
    ), audited as (${auditedJoin(link, { ...visitorActor, userId, name }, client)})
    select project_id as "projectId", workspace_id as "workspaceId", id as "memberId", role,
      user_id as "userId", (select expires_at from link) as "expiresAt"
    from joined`
  return joined
}

/**
 * The scopes of a guest's credential: everything that the role of the link is for, and nothing of the workspace. A
 * verdict on a version takes `projects:write`; a guest's roles forbid everything else that this scope opens.
 */
export function guestScopes({ role, allowDownload }: Pick<Link, 'role' | 'allowDownload'>): Scope[] {
  const scopes: Scope[] = [
    'projects:read',
    'projects:write',
    'folders:read',
    'files:read',
    'comments:read',
    'comments:write',
    'comments:download',
    'project-members:read',
  ]
  if (allowDownload) scopes.push('files:download')
  if (role === 'PROJECT_MEMBER') scopes.push('files:write', 'folders:write')
  return scopes
}
