import { z } from 'zod'
import { hashToken } from '../../auth/api-keys.ts'
import { shareIsOpen } from '../../core/access.ts'
import type { Client, ShareRefusal } from '../../core/audit.ts'
import { defineOperation } from '../../core/operation.ts'
import { text } from '../../core/schemas.ts'
import type { Sql } from '../../core/sql.ts'
import { ShareBrand } from '../../records/open-share.ts'
import { ShareEmail } from '../../records/share.ts'
import { auditRefusal, endReason } from './audit-refusal.ts'
import { shareByKey } from './share-by-key.ts'

const Look = z.object({
  state: z
    .enum(['OPEN', 'PASSWORD', 'ENDED'])
    .describe('PASSWORD: opening takes a password. ENDED: it has ended, or there never was such a share.'),
  workspace: ShareBrand.nullable().describe('Who shares; null if the state is ENDED.'),
  name: z.string().nullable().describe('Name of the share; null unless the state is OPEN.'),
  welcome: z.string().nullable().describe('Welcome text; null for none, and unless the state is OPEN.'),
  email: ShareEmail.nullable().describe(
    'Whether an e-mail address is asked for; null if the state is ENDED.',
  ),
  member: z
    .boolean()
    .describe(
      'Whether you are a member of the project: opening then shows what guests see, without a trace.',
    ),
})

const ended = {
  ...{ state: 'ENDED' as const, workspace: null, name: null, welcome: null, email: null },
  member: false,
}

export const lookAtShare = defineOperation({
  http: 'POST /api/share-links/look',
  client: 'shares.look',
  summary: 'Find out what opening a share takes. It shows nothing of the content, and counts as no view.',

  scope: null,
  credential: 'optional',
  share: 'view',
  tier: 'default',

  input: z.strictObject({ key: text(1, 128).describe('Key of the share: the last part of its link.') }),
  output: [200, Look],
  ephemeral: true,

  async handler({ key }, { sql, visitor }) {
    const [row] = await sql<z.output<typeof Look>>`
      select case when s.password_hash is null then 'OPEN' else 'PASSWORD' end as state, s.email,
        case when s.password_hash is null then s.name end as name,
        case when s.password_hash is null then s.welcome end as welcome,
        visitor.is_member as member,
        json_build_object('name', w.name, 'avatarUrl', w.avatar_url, 'accentColor', w.accent_color) as workspace
      from ${shareByKey(key, visitor)} join workspaces w on w.id = p.workspace_id
      where ${shareIsOpen}`
    return row ?? ended
  },

  // Not in the handler, which may run in a transaction: the entry is not awaited.
  async after({ key }, { sql, client }, look) {
    if (look.state === 'ENDED') await auditEnded(sql, key, client())
    return look
  },
})

/** The page asks nothing of a guest whose link has ended, so this is where they are refused. */
async function auditEnded(sql: Sql, key: string, client: Client): Promise<void> {
  const [share] = await sql<{ id: string; ended: ShareRefusal }>`
    select s.id, ${endReason} as ended from shares s join projects p on p.id = s.project_id
    where s.key_hash = ${hashToken(key)} and not ${shareIsOpen}`
  if (share) auditRefusal(sql, client, share.id, share.ended)
}
