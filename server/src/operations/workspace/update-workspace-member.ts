import { z } from 'zod'
import { ApiError } from '../../core/errors.ts'
import { defineOperation } from '../../core/operation.ts'
import { WorkspaceMemberId, WorkspaceRole } from '../../core/schemas.ts'
import { lockManagedMember, requireRank } from './managed-member.ts'

export const updateWorkspaceMember = defineOperation({
  http: 'PATCH /api/workspace-members/:workspaceMemberId',
  client: 'workspaceMembers.update',
  summary:
    'Give a member of the workspace another role. Only owners make owners, and one owner stays. Below ADMIN, their webhooks are paused and their open invitations end.',

  scope: null,
  credential: 'session',
  workspaceRole: 'ADMIN',
  tier: 3,

  input: z.strictObject({
    workspaceMemberId: WorkspaceMemberId,
    role: WorkspaceRole.describe('The new role in the workspace.'),
  }),
  output: [204],
  conflicts: ['last_owner'],

  transaction: true,
  async handler({ workspaceMemberId, role }, { sql, caller }): Promise<undefined> {
    const { lastOwner, callerRole } = await lockManagedMember(sql, caller, workspaceMemberId)
    requireRank(callerRole, role)
    if (lastOwner && role !== 'OWNER') throw new ApiError('last_owner')
    // Below ADMIN, the database pauses their webhooks and withdraws their invitations.
    await sql`update workspace_members set role = ${role} where id = ${workspaceMemberId}`
  },
})
