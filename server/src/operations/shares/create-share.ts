import { z } from 'zod'
import { hashPassword } from '../../auth/passwords.ts'
import { managers } from '../../core/access.ts'
import { newUuid } from '../../core/ids.ts'
import { defineOperation } from '../../core/operation.ts'
import { ProjectId } from '../../core/schemas.ts'
import { fragment } from '../../core/sql.ts'
import { emit } from '../../events/outbox.ts'
import { shareEvent } from '../../events/resource-events.ts'
import { Share } from '../../records/share.ts'
import { newLinkKey } from '../access-links/link-keys.ts'
import { findShare } from './find-share.ts'
import {
  requireConsistent,
  requireFuture,
  ShareExpiry,
  ShareItems,
  ShareName,
  SharePassword,
  shareSettings,
} from './share-input.ts'
import { storeItems } from './store-items.ts'

export const createShare = defineOperation({
  http: 'POST /api/projects/:projectId/shares',
  client: 'shares.create',
  summary: 'Create a share: one link that shows chosen files, folders and versions to anybody who has it.',

  scope: 'shares:write',
  project: 'projectId',
  roles: managers,
  power: 'addPeople',
  tier: 3,
  audit: {
    action: 'share.created',
    target: { of: 'share', after: (_input, { id }) => id },
    details: ({ access, downloads, expiresAt }) => ({ access, downloads, expiresAt }),
  },

  input: z.strictObject({
    projectId: ProjectId,
    name: ShareName,
    items: ShareItems,
    access: shareSettings.access.default('COMMENT'),
    comments: shareSettings.comments.default('OWN'),
    verdicts: shareSettings.verdicts.default(false),
    downloads: shareSettings.downloads.default('NONE'),
    upload: shareSettings.upload.default(null),
    revisions: shareSettings.revisions.default('LATEST'),
    password: SharePassword.default(null),
    expiresAt: ShareExpiry.default(null),
    welcome: shareSettings.welcome.default(null),
    email: shareSettings.email.default('NONE'),
    watermark: shareSettings.watermark.default(null),
  }),
  output: [201, Share],
  // The answer contains the link.
  confidential: true,

  violations: {
    shares_project_fkey: 'not_found',
    shares_upload_folder_fkey: { reference: '/upload/folder/id' },
  },

  // Hashing a password takes a while, so it happens outside of the transaction.
  async prepare({ password, expiresAt, items, ...settings }) {
    requireFuture(expiresAt)
    requireConsistent(
      settings,
      items.map(({ kind }) => kind),
    )
    return { passwordHash: password === null ? null : await hashPassword(password) }
  },

  transaction: true,
  async handler(input, context, { passwordHash }) {
    const { sql, caller, projectId, secrets } = context
    const { name, items, access, comments, verdicts, downloads, upload, revisions, welcome, email } = input
    const { hash, sealed } = newLinkKey(secrets)
    const id = newUuid()
    await sql`
      with created as (
        insert into shares (id, project_id, name, access, comments, verdicts, downloads, upload_folder_id,
          upload_max_bytes, upload_kinds, revisions, key_hash, key_sealed, password_hash, expires_at, welcome, email,
          watermark, created_by)
        values (${id}, ${projectId}, ${name}, ${access}, ${comments}, ${verdicts}, ${downloads},
          ${upload?.folder.id ?? null}, ${upload?.maxBytes ?? null}, ${upload?.kinds ?? null}, ${revisions}, ${hash},
          ${sealed}, ${passwordHash}, ${input.expiresAt}, ${welcome}, ${email},
          ${input.watermark && JSON.stringify(input.watermark)}, ${caller.userId})
        returning id, project_id
      )
      ${emit(shareEvent('share.created', caller, fragment`created it`))}`
    await storeItems({ sql, shareId: id, projectId }, items, revisions === 'FROZEN')
    return findShare(context, id)
  },
})
