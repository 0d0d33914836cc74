import { z } from 'zod'
import { defineOperation } from '../../core/operation.ts'
import { SessionId, Timestamp, WorkspaceId } from '../../core/schemas.ts'

const Session = z
  .object({
    id: SessionId,
    current: z.boolean().describe('Whether this is the session of the request.'),
    workspace: z.object({ id: WorkspaceId, name: z.string() }),
    address: z.string().nullable().describe('Network address at sign-in.'),
    userAgent: z.string().nullable().describe('User-Agent header of the browser.'),
    createdAt: Timestamp,
    seenAt: Timestamp.describe('Time of the last use, to the minute.'),
    expiresAt: Timestamp.describe('When the session expires if it is not used.'),
  })
  .meta({ id: 'Session' })
export type Session = z.output<typeof Session>

export const listSessions = defineOperation({
  http: 'GET /api/account/sessions',
  client: 'sessions.list',
  summary: 'List the sessions of the account in all workspaces, newest first.',

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
