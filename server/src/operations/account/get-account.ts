import { z } from 'zod'
import { defineOperation } from '../../core/operation.ts'
import { SessionId, UserId, WorkspaceId, WorkspaceRole } from '../../core/schemas.ts'
import { AccentColor } from '../../records/open-share.ts'

const Membership = z.object({
  id: WorkspaceId,
  name: z.string(),
  avatarUrl: z.string().nullable(),
  accentColor: AccentColor.nullable(),
  role: WorkspaceRole,
})

const Account = z
  .object({
    id: UserId,
    name: z.string(),
    displayName: z
      .string()
      .nullable()
      .describe('Display name in this workspace; null if the workspace shows `name`.'),
    email: z.string(),
    emailConfirmed: z
      .boolean()
      .describe('Whether the address is verified. Invitations reach an account only by a verified address.'),
    pendingEmail: z
      .object({
        email: z.string(),
        mailed: z
          .boolean()
          .describe(
            'Whether the verification mail was sent. If not, the operator of the server confirms the address.',
          ),
      })
      .nullable()
      .describe('The address that replaces `email` once it is verified.'),
    avatarUrl: z.string().nullable().describe('URL of the avatar of the account.'),
    displayAvatarUrl: z
      .string()
      .nullable()
      .describe('URL of the avatar in this workspace; null if the workspace shows `avatarUrl`.'),
    hasPassword: z.boolean(),
    guest: z.boolean().describe('Whether the user joined by access link and has no account to sign in to.'),
    session: z.object({ id: SessionId }),
    workspace: Membership.describe('Workspace of this session.'),
    workspaces: z.array(Membership).describe('All workspaces of the account, sorted by name.'),
    trashDays: z.int().describe('How many days deleted records stay in the trash of this server.'),
  })
  .meta({ id: 'Account' })
export type Account = z.output<typeof Account>

export const getAccount = defineOperation({
  http: 'GET /api/account',
  client: 'account.get',
  summary: 'Get the account of the session and its workspaces.',

  scope: null,
  credential: 'session',
  tier: 'default',

  input: z.strictObject({}),
  output: [200, Account],

  async handler(_input, { sql, caller, trashDays }) {
    const [row] = await sql<Omit<Account, 'session' | 'workspace' | 'trashDays'>>`
      select u.id, u.name, here.display_name as "displayName", u.email, u.avatar_url as "avatarUrl",
        here.avatar_url as "displayAvatarUrl", u.password_hash is not null as "hasPassword",
        u.email_proven_at is not null as "emailConfirmed",
        (select json_build_object('email', l.email, 'mailed', l.mailed) from one_time_links l
          where l.user_id = u.id and l.purpose = 'EMAIL' and l.expires_at > now()) as "pendingEmail",
        exists (select from sessions s where s.id = ${caller.credentialId} and s.scopes is not null) as guest,
        (select json_agg(json_build_object('id', w.id, 'name', w.name, 'avatarUrl', w.avatar_url,
            'accentColor', w.accent_color, 'role', m.role) order by lower(w.name), w.id)
          from workspace_members m join workspaces w on w.id = m.workspace_id where m.user_id = u.id) as workspaces
      from users u
      join workspace_members here on here.user_id = u.id and here.workspace_id = ${caller.workspaceId}
      where u.id = ${caller.userId}`
    // Read from the database, not from `caller`: credentials are cached for up to a second, and a new name must show at once.
    const workspace = row!.workspaces.find(({ id }) => id === caller.workspaceId)!
    return { ...row!, session: { id: caller.credentialId }, workspace, trashDays }
  },
})
