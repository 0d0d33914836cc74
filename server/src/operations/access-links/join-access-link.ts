import { z } from 'zod'
import { hashToken, newApiKey } from '../../auth/api-keys.ts'
import { passwordMatches } from '../../auth/passwords.ts'
import { projectRoles } from '../../core/access.ts'
import { ApiError } from '../../core/errors.ts'
import { newUuid } from '../../core/ids.ts'
import { defineOperation } from '../../core/operation.ts'
import { MemberId, ProjectId, ProjectRole, text } from '../../core/schemas.ts'
import { type Fragment, fragment, type Sql } from '../../core/sql.ts'
import type { LinkRole } from '../../records/access-link.ts'
import { guestScopes } from './guest-scopes.ts'

const Joined = z.object({
  project: z.object({ id: ProjectId }),
  member: z.object({ id: MemberId }),
  role: ProjectRole.describe('The role in the project now: that of the link, or a stronger one held before.'),
  accessToken: z
    .string()
    .nullable()
    .describe('The credential of a new guest, shown this once; null for whoever came with one.'),
})

export const joinAccessLink = defineOperation({
  http: 'POST /api/access-links/join',
  summary: 'Join a project with the key of an access link: as yourself, or without a credential as a guest.',

  scope: null,
  credential: 'optional',
  tier: 3,

  input: z.strictObject({
    accessKey: text(1, 128).describe('The key of the link.'),
    password: text(1, 128).nullish().describe('The password of the link, if it has one.'),
    name: text(1, 100)
      .nullish()
      .describe('What a guest is called: needed without a credential, not used with one.'),
  }),
  output: [200, Joined],

  violations: {
    // Someone who left the workspace, or a project that went, while they joined.
    project_members_user_fkey: 'conflict',
    project_members_project_fkey: 'link_refused',
  },

  async handler({ accessKey, password, name }, { sql, visitor }) {
    if (visitor === undefined && name == null) throw nameMissing()
    const link = await openLink(sql, accessKey, password ?? '')
    const accessToken = visitor ? null : newApiKey()
    const joined = visitor
      ? await addUser(sql, link, visitor.userId)
      : await addGuest(sql, link, name!, accessToken!)
    // It was deleted or expired since it was opened.
    if (!joined) throw new ApiError('link_refused')
    const { projectId, memberId, role } = joined
    return { project: { id: projectId }, member: { id: memberId }, role, accessToken }
  },
})

function nameMissing(): ApiError {
  const message = 'Say what you are called, or send a credential.'
  return new ApiError('invalid_request', { errors: [{ path: '/name', code: 'required', message }] })
}

type Link = { id: string; role: LinkRole; allowDownload: boolean; passwordHash: string | null }
type Membership = { projectId: string; memberId: string; role: z.output<typeof ProjectRole> }

const live = fragment`access_links l join projects p on p.id = l.project_id
  and (l.expires_at is null or l.expires_at > now()) and (p.destroyed_at is null or p.destroyed_at > now())`

/** Refuses a wrong key, a wrong password and an expired link alike, and as slowly: nobody learns which it was. */
async function openLink(sql: Sql, accessKey: string, password: string): Promise<Link> {
  const [link] = await sql<Link>`
    select l.id, l.role, l.allow_download as "allowDownload", l.password_hash as "passwordHash"
    from ${live} where l.key_hash = ${hashToken(accessKey)}`
  if (link?.passwordHash === null) return link
  if (!(await passwordMatches(password, link?.passwordHash)) || !link) throw new ApiError('link_refused')
  return link
}

// Both of these are one statement, so that nobody joins by half, and no transaction is open while a password is hashed.

async function addUser(sql: Sql, link: Link, userId: string): Promise<Membership | undefined> {
  const place = (role: Fragment) => fragment`array_position(${projectRoles}::text[], ${role})`
  const offered = fragment`${link.role}::text`
  // In a project that is open to its workspace, those of the workspace are reviewers without a membership: a
  // membership as restricted reviewer would take that from them.
  const [joined] = await sql<Membership>`
    with link as (
      select p.id as project_id, p.workspace_id,
        case when l.role = 'PROJECT_RESTRICTED_REVIEWER' and p.access_range = 'ALLOW_WORKSPACE_MEMBER' and exists (
          select from workspace_members w
          where w.workspace_id = p.workspace_id and w.user_id = ${userId} and w.role <> 'GUEST')
        then 'PROJECT_REVIEWER' else l.role end as role
      from ${live} where l.id = ${link.id}
    ), entered as (
      insert into workspace_members (id, workspace_id, user_id, role)
      select ${newUuid()}::uuid, workspace_id, ${userId}::uuid, 'GUEST' from link
      on conflict on constraint workspace_members_user_key do nothing
    )
    insert into project_members as m (id, project_id, workspace_id, user_id, role)
    select ${newUuid()}::uuid, project_id, workspace_id, ${userId}::uuid, role from link
    on conflict on constraint project_members_user_key do update
      set role = case when ${place(fragment`m.role`)} < ${place(offered)} then m.role else ${offered} end
    returning m.project_id as "projectId", m.id as "memberId", m.role`
  return joined
}

/** A guest has no address; theirs can receive nothing and is nobody else's. */
async function addGuest(sql: Sql, link: Link, name: string, token: string): Promise<Membership | undefined> {
  const userId = newUuid()
  const scopes = guestScopes(link.role, link.allowDownload)
  const [joined] = await sql<Membership>`
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
      select ${newUuid()}::uuid, workspace_id, user_id, 'Access link', ${hashToken(token)}::bytea, ${scopes}::text[],
        least(expires_at, now() + interval '30 days') from link
    )
    insert into project_members (id, project_id, workspace_id, user_id, role)
    select ${newUuid()}::uuid, project_id, workspace_id, user_id, role from link
    returning project_id as "projectId", id as "memberId", role`
  return joined
}
