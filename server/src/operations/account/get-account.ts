import { z } from 'zod'
import { defineOperation } from '../../core/operation.ts'
import { SessionId, UserId, WorkspaceId, WorkspaceRole } from '../../core/schemas.ts'

const Membership = z.object({
  id: WorkspaceId,
  name: z.string(),
  avatarUrl: z.string().nullable(),
  role: WorkspaceRole,
})

const Account = z
  .object({
    id: UserId,
    name: z.string(),
    displayName: z
      .string()
      .nullable()
      .describe('What this workspace shows instead of `name`; null: it shows `name`.'),
    email: z.string(),
    emailConfirmed: z
      .boolean()
      .describe('Whether the address was proven. Invitations reach an account by a proven address only.'),
    pendingEmail: z
      .object({
        email: z.string(),
        mailed: z.boolean().describe('false: no mail could be sent; whoever runs the server confirms it.'),
      })
      .nullable()
      .describe('The address that takes the place of `email` once it is proven.'),
    avatarUrl: z.string().nullable().describe('The avatar of the account.'),
    displayAvatarUrl: z
      .string()
      .nullable()
      .describe('What this workspace shows instead of `avatarUrl`; null: it shows `avatarUrl`.'),
    hasPassword: z.boolean(),
    guest: z.boolean().describe('Came by access link: there is no account to sign in to.'),
    session: z.object({ id: SessionId }),
    workspace: Membership.describe('The workspace of this session.'),
    workspaces: z.array(Membership).describe('All workspaces of the account, by name.'),
  })
  .meta({ id: 'Account' })
export type Account = z.output<typeof Account>

export const getAccount = defineOperation({
  http: 'GET /api/account',
  client: 'account.get',
  summary: 'Read who is signed in, and where.',

  scope: null,
  credential: 'session',
  tier: 'default',

  input: z.strictObject({}),
  output: [200, Account],

  async handler(_input, { sql, caller }) {
    const [row] = await sql<Omit<Account, 'session' | 'workspace'>>`
      select u.id, u.name, here.display_name as "displayName", u.email, u.avatar_url as "avatarUrl",
        here.avatar_url as "displayAvatarUrl", u.password_hash is not null as "hasPassword",
        u.email_proven_at is not null as "emailConfirmed",
        (select json_build_object('email', l.email, 'mailed', l.mailed) from one_time_links l
          where l.user_id = u.id and l.purpose = 'EMAIL' and l.expires_at > now()) as "pendingEmail",
        exists (select from sessions s where s.id = ${caller.credentialId} and s.scopes is not null) as guest,
        (select json_agg(json_build_object('id', w.id, 'name', w.name, 'avatarUrl', w.avatar_url, 'role', m.role) order by lower(w.name), w.id)
          from workspace_members m join workspaces w on w.id = m.workspace_id where m.user_id = u.id) as workspaces
      from users u
      join workspace_members here on here.user_id = u.id and here.workspace_id = ${caller.workspaceId}
      where u.id = ${caller.userId}`
    // Not the caller's: a credential is remembered for almost a second, and a new name must show at once.
    const workspace = row!.workspaces.find(({ id }) => id === caller.workspaceId)!
    return { ...row!, session: { id: caller.credentialId }, workspace }
  },
})
