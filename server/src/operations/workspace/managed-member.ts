import { type Caller, hasWorkspaceRole, type WorkspaceRole } from '../../core/access.ts'
import { ApiError } from '../../core/errors.ts'
import type { Sql } from '../../core/sql.ts'

type MemberRow = { userId: string; role: WorkspaceRole }

/**
 * A member of the caller's workspace whom the caller may manage: only owners manage owners. Locks all owners, so that of
 * two owners who leave at the same time one stays, and the caller, whose role may have changed since their credential
 * was checked.
 */
export async function lockManagedMember(
  sql: Sql,
  caller: Caller,
  id: string,
): Promise<MemberRow & { lastOwner: boolean; callerRole: WorkspaceRole }> {
  const locked = await sql<MemberRow>`
    select user_id as "userId", role from workspace_members
    where workspace_id = ${caller.workspaceId} and (role = 'OWNER' or user_id = ${caller.userId})
    order by id for update`
  const own = locked.find(({ userId }) => userId === caller.userId)
  if (!own || !hasWorkspaceRole(own.role, 'ADMIN')) throw new ApiError('insufficient_role')
  const [member] = await sql<MemberRow>`
    select user_id as "userId", role from workspace_members
    where id = ${id} and workspace_id = ${caller.workspaceId} for update`
  if (!member) throw new ApiError('not_found')
  requireRank(own.role, member.role)
  const owners = locked.filter(({ role }) => role === 'OWNER')
  const lastOwner = member.role === 'OWNER' && owners.length === 1
  return { ...member, lastOwner, callerRole: own.role }
}

/** Members may not grant, change or revoke a role above their own. */
export function requireRank(own: WorkspaceRole, role: WorkspaceRole): void {
  if (hasWorkspaceRole(own, role)) return
  throw new ApiError('insufficient_role', {
    message: `Only a member with the role ${role} may grant or revoke ${role}.`,
  })
}
