// Invitations to a workspace by e-mail address. The link creates a new account; a person who has an account signs in to
// accept, because the inviter may have seen the link.
import { type WorkspaceRole, workspaceRoles } from '../core/access.ts'
import { auditStatement, type Client, personActor, userTarget } from '../core/audit.ts'
import { ApiError } from '../core/errors.ts'
import { newUuid } from '../core/ids.ts'
import { fragment, type Sql } from '../core/sql.ts'
import { hashToken } from './api-keys.ts'
import { newLinkToken } from './one-time-links.ts'
import { refuseTakenAddress, releaseClaims } from './proven-addresses.ts'
import { stillManages } from './still-manages.ts'

export type NewInvitation = { workspaceId: string; email: string; role: WorkspaceRole; invitedBy: string }

/** Returns the token, of which only a hash is stored. A new invitation replaces an older one to the same address. */
export async function createInvitation(sql: Sql, invitation: NewInvitation) {
  const { workspaceId, email, role, invitedBy } = invitation
  const token = newLinkToken()
  const [made] = await sql<{ id: string }>`
    insert into invitations as i (id, workspace_id, email, role, hash, invited_by, expires_at)
    select ${newUuid()}::uuid, ${workspaceId}::uuid, ${email}::text, ${role}::text, ${hashToken(token)}::bytea,
      ${invitedBy}::uuid, now() + interval '14 days'
    where ${stillManages(workspaceId, invitedBy)} and not exists (
      select from workspace_members m join users u on u.id = m.user_id
      where m.workspace_id = ${workspaceId} and lower(u.email) = lower(${email}))
    on conflict (workspace_id, lower(email)) do update
      set id = excluded.id, email = excluded.email, role = excluded.role, hash = excluded.hash,
        invited_by = excluded.invited_by, created_at = now(), expires_at = excluded.expires_at, mailed = false
    returning i.id`
  if (!made) {
    const message =
      'A person with this address is already a member of the workspace. Change their role instead of inviting them.'
    throw new ApiError('already_member', { message })
  }
  return { id: made.id, token }
}

/** The link was sent to the address and shown to nobody else, so that accepting it proves the address. */
export async function markMailed(sql: Sql, id: string): Promise<void> {
  await sql`update invitations set mailed = true where id = ${id}`
}

export type Invitation = {
  email: string
  role: WorkspaceRole
  workspace: string
  inviter: string | null
  /** The link was sent to the address. */
  mailed: boolean
  /** An account has this address. */
  known: boolean
  /** An account has proven this address. */
  proven: boolean
}

export async function findInvitation(sql: Sql, token: string): Promise<Invitation | undefined> {
  const [found] = await sql<Invitation>`
    select i.email, i.role, w.name as workspace, by.name as inviter, i.mailed,
      u.id is not null as known, u.email_proven_at is not null as proven
    from invitations i join workspaces w on w.id = i.workspace_id left join users by on by.id = i.invited_by
    left join users u on lower(u.email) = lower(i.email)
    where i.hash = ${hashToken(token)} and i.expires_at > now()`
  return found
}

/** Whether the link creates a new account: a proven address, or one that this link cannot prove, stays with its account. */
export function makesAccount({ known, proven, mailed }: Invitation): boolean {
  return !known || (mailed && !proven)
}

export type NewAccount = { userId: string; name: string; passwordHash: string | null; client: Client }

/**
 * Creates the account and its membership; must run in a transaction. A mailed link proves the address, and takes it from an
 * account that has not proven it. Undefined when the invitation no longer works.
 */
export async function acceptAsNew(sql: Sql, token: string, account: NewAccount) {
  const { userId, name, passwordHash, client } = account
  const [taken] = await sql<{ workspaceId: string; email: string; role: WorkspaceRole; mailed: boolean }>`
    delete from invitations where hash = ${hashToken(token)} and expires_at > now()
    returning workspace_id as "workspaceId", email, role, mailed`
  if (!taken) return undefined
  const { workspaceId, email, role, mailed } = taken
  if (mailed) await releaseClaims(sql, email)
  await sql`
    insert into users (id, email, name, password_hash, email_proven_at)
    values (${userId}, ${email}, ${name}, ${passwordHash}, case when ${mailed} then now() end)`.catch(
    refuseTakenAddress,
  )
  await sql`
    insert into workspace_members (id, workspace_id, user_id, role)
    values (${newUuid()}, ${workspaceId}, ${userId}, ${role})`
  await auditAccepted(sql, { userId, workspaceId, role, client })
  return workspaceId
}

type Accepted = { userId: string; workspaceId: string; role: WorkspaceRole; client: Client }

async function auditAccepted(sql: Sql, { userId, workspaceId, role, client }: Accepted): Promise<void> {
  await sql`${auditStatement({
    action: 'invitation.accepted',
    actor: personActor(userId),
    client,
    from: fragment`(select ${workspaceId}::uuid as workspace_id) it`,
    workspace: fragment`it.workspace_id`,
    target: userTarget(userId),
    details: { role },
  })}`
}

/**
 * Only for an account that has proven the invited address, or proves it with this link. A person who has become a
 * member meanwhile, by access link, gets the role if it is higher. Must run in a transaction.
 */
export async function acceptAsUser(
  sql: Sql,
  token: string,
  { userId, client }: { userId: string; client: Client },
): Promise<string | undefined> {
  const [taken] = await sql<{ workspaceId: string; role: WorkspaceRole }>`
    delete from invitations i using users u
    where i.hash = ${hashToken(token)} and i.expires_at > now()
      and u.id = ${userId} and lower(u.email) = lower(i.email) and (u.email_proven_at is not null or i.mailed)
    returning i.workspace_id as "workspaceId", i.role`
  if (!taken) return undefined
  await sql`update users set email_proven_at = now() where id = ${userId} and email_proven_at is null`
  await sql`
    insert into workspace_members as m (id, workspace_id, user_id, role)
    values (${newUuid()}, ${taken.workspaceId}, ${userId}, ${taken.role})
    on conflict on constraint workspace_members_user_key do update set role = excluded.role
      where array_position(${workspaceRoles}::text[], excluded.role) < array_position(${workspaceRoles}::text[], m.role)`
  await auditAccepted(sql, { userId, ...taken, client })
  return taken.workspaceId
}
