import { z } from 'zod'
import { defineOperation } from '../../core/operation.ts'
import { InvitationId, Timestamp, UserId, WorkspaceRole } from '../../core/schemas.ts'

const Invitation = z
  .object({
    id: InvitationId,
    email: z.string(),
    role: WorkspaceRole,
    invitedBy: z.object({ id: UserId, name: z.string() }).nullable(),
    createdAt: Timestamp,
    expiresAt: Timestamp,
  })
  .meta({ id: 'Invitation' })
export type Invitation = z.output<typeof Invitation>

export const listInvitations = defineOperation({
  http: 'GET /api/workspace/invitations',
  client: 'invitations.list',
  summary: 'List the pending invitations to the workspace, oldest first.',

  scope: null,
  credential: 'session',
  workspaceRole: 'ADMIN',
  tier: 'default',

  input: z.strictObject({}),
  output: [200, z.array(Invitation)],

  handler: (_input, { sql, caller }) => sql<Invitation>`
    select i.id, i.email, i.role, i.created_at as "createdAt", i.expires_at as "expiresAt",
      case when u.id is not null then json_build_object('id', u.id, 'name', u.name) end as "invitedBy"
    from invitations i left join users u on u.id = i.invited_by
    where i.workspace_id = ${caller.workspaceId} and i.expires_at > now()
    order by i.id`,
})
