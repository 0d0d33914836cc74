import { z } from 'zod'
import { guestAccess } from '../../core/access.ts'
import { ApiError } from '../../core/errors.ts'
import { defineOperation } from '../../core/operation.ts'
import type { Fragment, Sql } from '../../core/sql.ts'
import { Archive, Variant } from '../../records/archive.ts'
import { makeArchive } from '../archives/make-archive.ts'
import { lookUp, maxFiles } from '../archives/selected-files.ts'
import { FileReferences, selectedIds } from '../files/file-selection.ts'

export const createShareArchive = defineOperation({
  http: 'POST /api/share/archives',
  client: 'openShare.createArchive',
  summary:
    'Get a URL, valid for 24 hours, that downloads files of the share, or all of them, as one ZIP. It ends when the share ends or changes.',

  scope: null,
  credential: 'share',
  share: 'download',
  tier: 2,
  audit: {
    action: 'archive.created',
    target: { of: 'archive', after: (_input, { id }) => id },
    details: (_input, _before, { variant, fileCount: files, byteSize: bytes }) => ({ variant, files, bytes }),
  },

  input: z.strictObject({
    files: FileReferences.min(1)
      .max(maxFiles)
      .nullish()
      .describe('Files of the share, each once; null for all of them.'),
    variant: Variant.nullish().describe(
      'ORIGINAL, where the share offers originals, or PROXY: the proxies of video and audio, and the previews of images. Defaults to what the share offers.',
    ),
  }),
  output: [201, Archive],

  conflicts: ['archive_too_large', 'nothing_to_download', 'too_many_archives'],
  confidential: true,

  transaction: true,
  async handler({ files, variant }, { sql, caller, urls }) {
    const access = guestAccess(caller, 'download')
    const originals = await lockOffer(sql, access)
    if (variant === 'ORIGINAL' && !originals) throw onlyProxies()
    const selection = { files: selectedIds(files ?? []), folders: [], version: null, share: !files }
    const chosen = await lookUp(sql, access, selection)
    return makeArchive(
      { sql, access, caller, urls },
      {
        ...{ selection, chosen, comments: false },
        variant: variant ?? (originals ? 'ORIGINAL' : 'PROXY'),
      },
    )
  },
})

/**
 * Whether the share offers originals. The lock makes a change of the share wait for the archive: a changed share ends the archives
 * that were made before.
 */
async function lockOffer(sql: Sql, access: Fragment): Promise<boolean> {
  const [offer] = await sql<{ originals: boolean }>`
    select s.downloads = 'ORIGINAL' and s.watermark is null as originals
    from ${access} join share_guests guest on guest.id = access.guest_id join shares s on s.id = guest.share_id
    for share of s`
  if (!offer) throw new ApiError('not_found')
  return offer.originals
}

function onlyProxies(): ApiError {
  const message = 'This share offers proxies only. Leave `variant` out, or set it to PROXY.'
  return new ApiError('invalid_request', { errors: [{ path: '/variant', code: 'unexpected', message }] })
}
