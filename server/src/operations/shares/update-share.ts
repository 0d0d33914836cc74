import { z } from 'zod'
import { hashPassword } from '../../auth/passwords.ts'
import { managers } from '../../core/access.ts'
import { ApiError } from '../../core/errors.ts'
import { defineOperation } from '../../core/operation.ts'
import { givenFields } from '../../core/operation-audit.ts'
import { ShareId } from '../../core/schemas.ts'
import { type Fragment, fragment, type Sql, verbatim } from '../../core/sql.ts'
import { emit } from '../../events/outbox.ts'
import { changedData, changedFields, shareEvent, whereChanged } from '../../events/resource-events.ts'
import { Share, type ShareUploadInput } from '../../records/share.ts'
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
import { freeze, storeItems } from './store-items.ts'

export const updateShare = defineOperation({
  http: 'PATCH /api/shares/:shareId',
  client: 'shares.update',
  summary: 'Change a share. Guests see the change at once. Omitted fields stay as they are.',

  scope: 'shares:write',
  project: 'shareId',
  roles: managers,
  power: 'addPeople',
  tier: 3,
  audit: {
    action: 'share.updated',
    target: { of: 'share', before: ({ shareId }) => shareId },
    details: ({ shareId: _, ...fields }) => ({ changed: givenFields(fields) }),
  },

  input: z.strictObject({
    shareId: ShareId,
    name: ShareName.optional(),
    items: ShareItems.optional(),
    access: shareSettings.access.optional(),
    comments: shareSettings.comments.optional(),
    verdicts: shareSettings.verdicts.optional(),
    downloads: shareSettings.downloads.optional(),
    upload: shareSettings.upload.optional(),
    revisions: shareSettings.revisions.optional(),
    password: SharePassword.optional(),
    expiresAt: ShareExpiry.optional(),
    welcome: shareSettings.welcome.optional(),
    email: shareSettings.email.optional(),
    watermark: shareSettings.watermark.optional(),
  }),
  output: [200, Share],
  // The answer contains the link.
  confidential: true,

  violations: { shares_upload_folder_fkey: { reference: '/upload/folder/id' } },

  async prepare({ password, expiresAt }) {
    requireFuture(expiresAt)
    return { passwordHash: password == null ? null : await hashPassword(password) }
  },

  transaction: true,
  async handler(input, context, { passwordHash }) {
    const { sql, caller, projectId } = context
    const { shareId, items, password, ...given } = input
    const before = await lockShare(sql, shareId)
    const kinds = items?.map(({ kind }) => kind) ?? before.kinds
    requireConsistent(
      {
        verdicts: given.verdicts ?? before.verdicts,
        downloads: given.downloads ?? before.downloads,
        watermark: given.watermark === undefined ? before.watermark : given.watermark,
      },
      kinds,
    )
    const frozen = (given.revisions ?? before.revisions) === 'FROZEN'
    const place = { sql, shareId, projectId }
    if (items) await storeItems(place, items, frozen)
    else if (frozen !== (before.revisions === 'FROZEN')) await freeze(place, frozen)
    const { watermark, expiresAt } = given
    const uploads = uploadColumns(given.upload)
    const changed = Object.values(input).filter((value) => value !== undefined).length > 1
    await sql`
      with before as (
        select s.* from shares s where s.id = ${shareId}
      ), updated as (
        update shares s
        set name = ${chosen(given.name, 'text', 'name')}, access = ${chosen(given.access, 'text', 'access')},
          comments = ${chosen(given.comments, 'text', 'comments')},
          verdicts = ${chosen(given.verdicts, 'boolean', 'verdicts')},
          downloads = ${chosen(given.downloads, 'text', 'downloads')},
          upload_folder_id = ${chosen(uploads.folderId, 'text', 'upload_folder_id')},
          upload_max_bytes = ${chosen(uploads.maxBytes, 'bigint', 'upload_max_bytes')},
          upload_kinds = ${chosen(uploads.kinds, 'text[]', 'upload_kinds')},
          revisions = ${chosen(given.revisions, 'text', 'revisions')},
          password_hash = ${chosen(password === undefined ? undefined : passwordHash, 'text', 'password_hash')},
          expires_at = ${chosen(expiresAt, 'timestamptz', 'expires_at')},
          welcome = ${chosen(given.welcome, 'text', 'welcome')}, email = ${chosen(given.email, 'text', 'email')},
          watermark = ${chosen(watermark && JSON.stringify(watermark), 'jsonb', 'watermark')},
          updated_at = case when ${changed} then now() else s.updated_at end
        from before where s.id = before.id
        returning s.id, s.project_id, ${changesOf(password !== undefined, items !== undefined)} as changed
      )
      ${emit(shareEvent('share.updated', caller, whereChanged('updated'), changedData))}`
    return findShare(context, shareId)
  },
})

/** The values of the columns; undefined to keep them. */
function uploadColumns(upload: z.output<typeof ShareUploadInput> | null | undefined) {
  if (upload === undefined) return { folderId: undefined, maxBytes: undefined, kinds: undefined }
  return {
    folderId: upload?.folder.id ?? null,
    maxBytes: upload?.maxBytes ?? null,
    kinds: upload?.kinds ?? null,
  }
}

type Locked = {
  revisions: string
  verdicts: boolean
  downloads: string
  watermark: object | null
  kinds: string[]
}

async function lockShare(sql: Sql, shareId: string): Promise<Locked> {
  const [share] = await sql<Locked>`
    select s.revisions, s.verdicts, s.downloads, s.watermark, array(
      select case when i.version_id is not null then 'VERSION' else 'OTHER' end from share_items i
      where i.share_id = s.id) as kinds
    from shares s where s.id = ${shareId} for no key update of s`
  if (!share) throw new ApiError('not_found')
  return share
}

/** One statement for every combination of fields, so that it is prepared once. */
function chosen(value: unknown, type: string, column: string): Fragment {
  return fragment`case when ${value !== undefined} then ${value ?? null}::${verbatim(type)} else s.${verbatim(column)} end`
}

const changesOf = (password: boolean, items: boolean) =>
  changedFields({
    name: differs('name'),
    items: fragment`${items}::boolean`,
    access: differs('access'),
    comments: differs('comments'),
    verdicts: differs('verdicts'),
    downloads: differs('downloads'),
    upload: differs('upload_folder_id', 'upload_max_bytes', 'upload_kinds'),
    revisions: differs('revisions'),
    password: fragment`${password}::boolean`,
    expiresAt: differs('expires_at'),
    welcome: differs('welcome'),
    email: differs('email'),
    watermark: differs('watermark'),
  })

function differs(...columns: string[]): Fragment {
  const of = (table: string) => columns.map((column) => `${table}.${column}`).join(', ')
  return verbatim(`(${of('s')}) is distinct from (${of('before')})`)
}
