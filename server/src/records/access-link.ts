import { z } from 'zod'
import type { Caller } from '../core/access.ts'
import { AccessLinkId, ProjectRole, Timestamp } from '../core/schemas.ts'
import type { SecretBox } from '../core/secret-box.ts'
import { column, computed, type Row, recordMapper, selectList, wireSchema } from './columns.ts'

export const LinkRole = ProjectRole.exclude(['PROJECT_OWNER', 'PROJECT_MANAGER'])
export type LinkRole = z.output<typeof LinkRole>

/** Selected from `access_links l`. */
const columns = {
  id: column(AccessLinkId, 'l.id'),
  accessKey: computed(
    z
      .string()
      .nullable()
      .describe('Key that a guest joins with; null without the scope `access-links:read.key`.'),
    { keySealed: column(z.custom<Buffer>(), 'l.key_sealed') },
  ),
  description: column(z.string().nullable(), 'l.description'),
  role: column(LinkRole.describe('Project role of guests who join with the link.'), 'l.role'),
  hasPassword: column(
    z.boolean().describe('Whether joining takes a password.'),
    'l.password_hash is not null',
  ),
  expiresAt: column(
    Timestamp.nullable().describe('When the link stops working; null if it does not expire.'),
    'l.expires_at',
  ),
  allowDownload: column(
    z.boolean().describe('Whether guests who join with the link may download files.'),
    'l.allow_download',
  ),
  createdAt: column(Timestamp, 'l.created_at'),
}

export const AccessLink = wireSchema('AccessLink', columns)
export const accessLinkColumns = selectList(columns)
export type AccessLinkRow = Row<typeof columns>
const linkRecord = recordMapper(columns)

/** The key is shown to callers with the scope for it, as long as the SECRET_KEY that sealed it is unchanged. */
export function accessLinkRecord(
  row: AccessLinkRow,
  caller: Caller,
  secrets: SecretBox,
): z.output<typeof AccessLink> {
  const shown = caller.scopes.has('access-links:read.key')
  return linkRecord(row, { accessKey: shown ? (secrets.open(row.keySealed) ?? null) : null })
}
