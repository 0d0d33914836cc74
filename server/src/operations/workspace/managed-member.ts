import { type Caller, hasWorkspaceRole, type WorkspaceRole } from '../../core/access.ts'
import { ApiError } from '../../core/errors.ts'
import type { Sql } from '../../core/sql.ts'

/**
 * A member of the caller's workspace whom the caller may manage: only owners manage owners. The owners are locked, so
 * that of two who go at the same time one stays.
 */
export async function lockManagedMember(
  sql: Sql,
  caller: Caller,
  id: string,
): Promise<{ userId: string; role: WorkspaceRole; lastOwner: boolean }> {
  const owners = await sql<{ id: string }>`
    select id from workspace_members where workspace_id = ${caller.workspaceId} and role = 'OWNER'
    order by id for update`
  const [member] = await sql<{ userId: string; role: WorkspaceRole }>`
    select user_id as "userId", role from workspace_members
    where id = ${id} and workspace_id = ${caller.workspaceId} for update`
  if (!member) throw new ApiError('not_found')
  requireRank(caller, member.role)
  return { ...member, lastOwner: member.role === 'OWNER' && owners.length === 1 }
}

/** Nobody gives, changes or takes a role above their own. */
export function requireRank({ workspaceRole }: Caller, role: WorkspaceRole): void {
  if (hasWorkspaceRole(workspaceRole, role)) return
  throw new ApiError('insufficient_role', { message: `Only ${role} can do this with ${role}.` })
}
