import { z } from 'zod'
import { ApiError } from '../../core/errors.ts'
import { defineOperation } from '../../core/operation.ts'
import { InvitationId } from '../../core/schemas.ts'

export const deleteInvitation = defineOperation({
  http: 'DELETE /api/workspace/invitations/:invitationId',
  client: 'invitations.delete',
  summary: 'Withdraw an invitation. Its link stops working.',

  scope: null,
  credential: 'session',
  workspaceRole: 'ADMIN',
  tier: 3,
  audit: {
    action: 'invitation.deleted',
    target: { of: 'invitation', before: ({ invitationId }) => invitationId },
  },

  input: z.strictObject({ invitationId: InvitationId }),
  output: [204],

  async handler({ invitationId }, { sql, caller }): Promise<undefined> {
    const deleted = await sql`
      delete from invitations where id = ${invitationId} and workspace_id = ${caller.workspaceId} returning id`
    if (deleted.length === 0) throw new ApiError('not_found')
  },
})
