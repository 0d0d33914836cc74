import { z } from 'zod'
import { ApiError } from '../../core/errors.ts'
import { defineOperation } from '../../core/operation.ts'
import { WorkspaceMemberId, WorkspaceRole } from '../../core/schemas.ts'
import { lockManagedMember, requireRank } from './managed-member.ts'

export const updateWorkspaceMember = defineOperation({
  http: 'PATCH /api/workspace-members/:workspaceMemberId',
  client: 'workspaceMembers.update',
  summary:
    'Change the role of a workspace member. Only owners can make owners, and one owner must stay. Below ADMIN, their webhooks are disabled and their pending invitations are withdrawn.',

  scope: null,
  credential: 'session',
  workspaceRole: 'ADMIN',
  tier: 3,
  audit: {
    action: 'workspace_member.updated',
    target: { of: 'workspaceMember', before: ({ workspaceMemberId }) => workspaceMemberId },
    details: ({ role }, before) => ({ role, before }),
  },

  input: z.strictObject({
    workspaceMemberId: WorkspaceMemberId,
    role: WorkspaceRole.describe('New role in the workspace.'),
  }),
  output: [204],
  conflicts: ['last_owner'],

  transaction: true,
  async handler({ workspaceMemberId, role }, { sql, caller }): Promise<undefined> {
    const { lastOwner, callerRole } = await lockManagedMember(sql, caller, workspaceMemberId)
    requireRank(callerRole, role)
    if (lastOwner && role !== 'OWNER') throw new ApiError('last_owner')
    // Below ADMIN, triggers disable their webhooks and withdraw their invitations.
    await sql`update workspace_members set role = ${role} where id = ${workspaceMemberId}`
  },
})
