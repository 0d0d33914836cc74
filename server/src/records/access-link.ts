import { z } from 'zod'
import type { Caller } from '../core/access.ts'
import { AccessLinkId, ProjectRole, Timestamp } from '../core/schemas.ts'
import type { SecretBox } from '../core/secret-box.ts'
import { fragment } from '../core/sql.ts'

export const LinkRole = ProjectRole.exclude(['PROJECT_OWNER', 'PROJECT_MANAGER'])
export type LinkRole = z.output<typeof LinkRole>

export const AccessLink = z
  .object({
    id: AccessLinkId,
    accessKey: z
      .string()
      .nullable()
      .describe('What one joins with; null without the scope `access-links:read.key`.'),
    description: z.string().nullable(),
    role: LinkRole.describe('The project role that joining gives.'),
    hasPassword: z.boolean().describe('Whether one must know a password to join.'),
    expiresAt: Timestamp.nullable().describe('When it stops working; null: never.'),
    allowDownload: z.boolean().describe('Whether guests who join with it may download files.'),
    createdAt: Timestamp,
  })
  .meta({ id: 'AccessLink' })

/** The columns of `access_links l` that make an AccessLink. */
export const accessLinkColumns = fragment`l.id, l.key_sealed as "keySealed", l.description, l.role,
  l.password_hash is not null as "hasPassword", l.expires_at as "expiresAt", l.allow_download as "allowDownload",
  l.created_at as "createdAt"`

export type AccessLinkRow = Omit<z.output<typeof AccessLink>, 'accessKey'> & { keySealed: Buffer }

/** The key is shown to those who hold the scope for it, as long as the SECRET_KEY it was sealed with is there. */
export function accessLinkRecord(
  { keySealed, ...link }: AccessLinkRow,
  caller: Caller,
  secrets: SecretBox,
): z.output<typeof AccessLink> {
  const shown = caller.scopes.has('access-links:read.key')
  const accessKey = shown ? (secrets.open(keySealed) ?? null) : null
  return { ...link, accessKey }
}
