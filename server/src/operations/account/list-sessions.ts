import { z } from 'zod'
import { defineOperation } from '../../core/operation.ts'
import { SessionId, Timestamp, WorkspaceId } from '../../core/schemas.ts'

const Session = z
  .object({
    id: SessionId,
    current: z.boolean().describe('The one that asks.'),
    workspace: z.object({ id: WorkspaceId, name: z.string() }),
    address: z.string().nullable().describe('The network address that it was made from.'),
    userAgent: z.string().nullable().describe('What the browser calls itself.'),
    createdAt: Timestamp,
    seenAt: Timestamp.describe('The last use, to the minute.'),
    expiresAt: Timestamp.describe('When it ends if it is not used.'),
  })
  .meta({ id: 'Session' })
export type Session = z.output<typeof Session>

export const listSessions = defineOperation({
  http: 'GET /api/account/sessions',
  client: 'sessions.list',
  summary: 'List where the account is signed in, in all workspaces; the newest first.',

  scope: null,
  credential: 'session',
  tier: 'default',

  input: z.strictObject({}),
  output: [200, z.array(Session)],

  handler: (_input, { sql, caller }) => sql<Session>`
    select s.id, s.id = ${caller.credentialId} as current, json_build_object('id', w.id, 'name', w.name) as workspace,
      s.address, s.user_agent as "userAgent", s.created_at as "createdAt", s.seen_at as "seenAt",
      s.expires_at as "expiresAt"
    from sessions s join workspaces w on w.id = s.workspace_id
    where s.user_id = ${caller.userId} and s.expires_at > now()
    order by s.id desc`,
})
