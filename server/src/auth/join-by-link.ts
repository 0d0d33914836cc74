// What joining by access link is made of, for the operation and for the page.

import { type Caller, isOpenTo, type ProjectRole, projectRoles } from '../core/access.ts'
import { ApiError } from '../core/errors.ts'
import type { Guess } from '../core/guesses.ts'
import { newUuid } from '../core/ids.ts'
import { type Fragment, fragment, type Sql } from '../core/sql.ts'
import { tell } from '../events/outbox.ts'
import { tellMember } from '../events/tellings.ts'
import type { LinkRole } from '../records/access-link.ts'
import { hashToken } from './api-keys.ts'
import { guestScopes } from './guest-scopes.ts'
import { passwordMatches } from './passwords.ts'

export type Link = { id: string; role: LinkRole; allowDownload: boolean }
type Membership = { projectId: string; workspaceId: string; memberId: string; role: ProjectRole }
type GuestMembership = Membership & { userId: string; expiresAt: string | null }

export const live = fragment`access_links l join projects p on p.id = l.project_id
  and (l.expires_at is null or l.expires_at > now()) and (p.destroyed_at is null or p.destroyed_at > now())`

/** Refuses a wrong key, a wrong password and an expired link alike, and as slowly: nobody learns which it was. */
export async function openLink(
  sql: Sql,
  guessAt: (accessKey: string) => Guess,
  accessKey: string,
  password: string,
): Promise<Link> {
  const [found] = await sql<Link & { passwordHash: string | null }>`
    select l.id, l.role, l.allow_download as "allowDownload", l.password_hash as "passwordHash"
    from ${live} where l.key_hash = ${hashToken(accessKey)}`
  const known =
    found?.passwordHash === null || (await passwordMatches(guessAt(accessKey), password, found?.passwordHash))
  if (!found || !known) throw new ApiError('link_refused')
  return { id: found.id, role: found.role, allowDownload: found.allowDownload }
}

// Both of these are one statement, so that nobody joins by half, and no transaction is open while a password is hashed.

export async function joinAsUser(
  sql: Sql,
  link: Link,
  caller: Pick<Caller, 'userId' | 'agent'>,
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
        case when l.role = 'PROJECT_RESTRICTED_REVIEWER' and ${isOpenTo(outsider, fragment`${userId}::uuid`)}
        then 'PROJECT_REVIEWER' else l.role end as role
      from ${live} where l.id = ${link.id}
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
    ), told as (
      ${tell(tellMember('member.added', caller, added), tellMember('member.updated', caller, raised))}
    )
    select project_id as "projectId", workspace_id as "workspaceId", id as "memberId", role from joined`
  return joined
}

/** A guest has no address; theirs can receive nothing and is nobody else's. The token is to be their API key, if any. */
export async function joinAsGuest(
  sql: Sql,
  link: Link,
  name: string,
  token: string | null,
): Promise<GuestMembership | undefined> {
  const userId = newUuid()
  const scopes = guestScopes(link.role, link.allowDownload)
  const [joined] = await sql<GuestMembership>`
    with link as (
      select p.id as project_id, p.workspace_id, l.role, l.expires_at, ${userId}::uuid as user_id
      from ${live} where l.id = ${link.id}
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
    ), told as (${tell(tellMember('member.added', { userId, agent: false }, fragment`joined it`))})
    select project_id as "projectId", workspace_id as "workspaceId", id as "memberId", role,
      user_id as "userId", (select expires_at from link) as "expiresAt"
    from joined`
  return joined
}
