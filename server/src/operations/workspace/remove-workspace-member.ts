import { z } from 'zod'
import { withdrawInvitations } from '../../auth/invitations.ts'
import { ApiError } from '../../core/errors.ts'
import { defineOperation } from '../../core/operation.ts'
import { WorkspaceMemberId } from '../../core/schemas.ts'
import { lockManagedMember } from './managed-member.ts'

export const removeWorkspaceMember = defineOperation({
  http: 'DELETE /api/workspace-members/:workspaceMemberId',
  client: 'workspaceMembers.remove',
  summary:
    'Remove a member from the workspace, with their keys, sessions, memberships and open invitations. Projects that they own become yours.',

  scope: null,
  credential: 'session',
  workspaceRole: 'ADMIN',
  tier: 3,

  input: z.strictObject({ workspaceMemberId: WorkspaceMemberId }),
  output: [204],
  conflicts: ['last_owner', 'conflict'],
  violations: { project_members_user_key: 'conflict' },

  transaction: true,
  async handler({ workspaceMemberId }, { sql, caller }): Promise<undefined> {
    const { userId, lastOwner } = await lockManagedMember(sql, caller, workspaceMemberId)
    if (lastOwner) throw new ApiError('last_owner')
    if (userId === caller.userId) {
      const message = 'Nobody removes themselves: their projects would belong to nobody.'
      throw new ApiError('conflict', { message })
    }
    // A project has an owner, always.
    await sql`
      delete from project_members own using project_members theirs
      where own.project_id = theirs.project_id and own.user_id = ${caller.userId}
        and theirs.workspace_id = ${caller.workspaceId} and theirs.user_id = ${userId}
        and theirs.role = 'PROJECT_OWNER'`
    await sql`
      update project_members set user_id = ${caller.userId}
      where workspace_id = ${caller.workspaceId} and user_id = ${userId} and role = 'PROJECT_OWNER'`
    await withdrawInvitations(sql, caller.workspaceId, userId)
    await sql`delete from workspace_members where id = ${workspaceMemberId}`
  },
})
