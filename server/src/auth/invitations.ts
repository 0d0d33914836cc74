// Invitations into a workspace by e-mail address. The link makes a new account; whoever has one signs in to accept,
// because the link may have been seen by the one who invites.
import { type WorkspaceRole, workspaceRoles } from '../core/access.ts'
import { ApiError } from '../core/errors.ts'
import { newUuid } from '../core/ids.ts'
import type { Sql } from '../core/sql.ts'
import { hashToken } from './api-keys.ts'
import { newLinkToken } from './one-time-links.ts'

export type NewInvitation = { workspaceId: string; email: string; role: WorkspaceRole; invitedBy: string }

/** The only time that the token is seen. A new invitation takes the place of an older one to the same address. */
export async function createInvitation(sql: Sql, invitation: NewInvitation) {
  const { workspaceId, email, role, invitedBy } = invitation
  const token = newLinkToken()
  const [made] = await sql<{ id: string }>`
    insert into invitations as i (id, workspace_id, email, role, hash, invited_by, expires_at)
    select ${newUuid()}::uuid, ${workspaceId}::uuid, ${email}::text, ${role}::text, ${hashToken(token)}::bytea,
      ${invitedBy}::uuid, now() + interval '14 days'
    where not exists (
      select from workspace_members m join users u on u.id = m.user_id
      where m.workspace_id = ${workspaceId} and lower(u.email) = lower(${email}))
    on conflict (workspace_id, lower(email)) do update
      set id = excluded.id, email = excluded.email, role = excluded.role, hash = excluded.hash,
        invited_by = excluded.invited_by, created_at = now(), expires_at = excluded.expires_at
    returning i.id`
  if (!made) {
    const message = 'Somebody with this address is a member of the workspace already.'
    throw new ApiError('already_member', { message })
  }
  return { id: made.id, token }
}

export type Invitation = {
  email: string
  role: WorkspaceRole
  workspace: string
  inviter: string | null
  /** There is an account with this address. */
  known: boolean
}

export async function findInvitation(sql: Sql, token: string): Promise<Invitation | undefined> {
  const [found] = await sql<Invitation>`
    select i.email, i.role, w.name as workspace, by.name as inviter,
      exists (select from users u where lower(u.email) = lower(i.email)) as known
    from invitations i join workspaces w on w.id = i.workspace_id left join users by on by.id = i.invited_by
    where i.hash = ${hashToken(token)} and i.expires_at > now()`
  return found
}

export type NewAccount = { userId: string; name: string; passwordHash: string | null }

/** Makes the account and its membership. Undefined when the invitation is not good (any more). */
export async function acceptAsNew(sql: Sql, token: string, account: NewAccount) {
  const { userId, name, passwordHash } = account
  const [accepted] = await sql<{ workspaceId: string }>`
    with taken as (
      delete from invitations where hash = ${hashToken(token)} and expires_at > now()
      returning workspace_id, email, role
    ), made as (
      insert into users (id, email, name, password_hash)
      select ${userId}::uuid, email, ${name}::text, ${passwordHash}::text from taken
    )
    insert into workspace_members (id, workspace_id, user_id, role)
    select ${newUuid()}::uuid, workspace_id, ${userId}::uuid, role from taken
    returning workspace_id as "workspaceId"`.catch(nameTaken)
  return accepted?.workspaceId
}

/** An account with the address was made in the same moment. */
function nameTaken(error: { constraint?: string }): never {
  throw error.constraint === 'users_email_key' ? new ApiError('email_taken') : error
}

/** Only whoever has the address that was invited may. A member by then, by access link, gets the role if it is higher. */
export async function acceptAsUser(sql: Sql, token: string, userId: string): Promise<string | undefined> {
  const [taken] = await sql<{ workspaceId: string; role: WorkspaceRole }>`
    delete from invitations i using users u
    where i.hash = ${hashToken(token)} and i.expires_at > now()
      and u.id = ${userId} and lower(u.email) = lower(i.email)
    returning i.workspace_id as "workspaceId", i.role`
  if (!taken) return undefined
  await sql`
    insert into workspace_members as m (id, workspace_id, user_id, role)
    values (${newUuid()}, ${taken.workspaceId}, ${userId}, ${taken.role})
    on conflict on constraint workspace_members_user_key do update set role = excluded.role
      where array_position(${workspaceRoles}::text[], excluded.role) < array_position(${workspaceRoles}::text[], m.role)`
  return taken.workspaceId
}

/** Those of somebody who may not invite any more: they may know the links, and must not come back by one. */
export async function withdrawInvitations(sql: Sql, workspaceId: string, invitedBy: string): Promise<void> {
  await sql`delete from invitations where workspace_id = ${workspaceId} and invited_by = ${invitedBy}`
}
