import { z } from 'zod'
import { defineOperation } from '../../core/operation.ts'
import { text } from '../../core/schemas.ts'
import { ShareBrand } from '../../records/open-share.ts'
import { ShareEmail } from '../../records/share.ts'
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
      from ${shareByKey(key, visitor)} join workspaces w on w.id = p.workspace_id`
    return row ?? ended
  },
})
