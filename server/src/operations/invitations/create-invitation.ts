import { z } from 'zod'
import { Email, InvitedRole } from '../../auth/account-schemas.ts'
import { createInvitation as invite, markMailed } from '../../auth/invitations.ts'
import { tokenUrl } from '../../auth/one-time-links.ts'
import { defineOperation } from '../../core/operation.ts'
import { InvitationId } from '../../core/schemas.ts'

export const createInvitation = defineOperation({
  http: 'POST /api/workspace/invitations',
  client: 'invitations.create',
  summary:
    'Invite someone to the workspace by e-mail address. A new invitation replaces an older one to the same address.',

  scope: null,
  credential: 'session',
  workspaceRole: 'ADMIN',
  tier: 3,
  audit: {
    action: 'invitation.created',
    target: { of: 'invitation', after: (_input, { id }) => id },
    details: ({ role }) => ({ role }),
  },

  input: z.strictObject({
    email: Email.describe('Address to invite.'),
    role: InvitedRole.describe('Role in the workspace.'),
  }),
  output: [
    201,
    z.object({
      id: InvitationId,
      url: z
        .string()
        .nullable()
        .describe('Link to pass on, shown only once and valid for 14 days; null if it was sent by e-mail.'),
    }),
  ],
  conflicts: ['already_member'],
  confidential: true,

  async handler({ email, role }, { sql, caller, origin }) {
    const { userId, workspaceId } = caller
    const { id, token } = await invite(sql, { workspaceId, email, role, invitedBy: userId })
    return { id, url: tokenUrl(origin(), '/invitation', token) }
  },

  async after({ email }, { sql, caller, mail }, { id, url }) {
    const { workspace } = caller
    const text = `You are invited to review work in progress in "${workspace.name}" on Dailies.

Open this link to accept. It is good for 14 days:

${url}

If you did not expect this, you can ignore it.
`
    const sent = await mail.send({ to: email, subject: `Join ${workspace.name} on Dailies`, text })
    if (sent) await markMailed(sql, id)
    return { id, url: sent ? null : url }
  },
})
