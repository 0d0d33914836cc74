import { z } from 'zod'
import { guestAccess } from '../../core/access.ts'
import { ApiError } from '../../core/errors.ts'
import { defineOperation } from '../../core/operation.ts'
import { requestMarks } from '../../media/watermark/request-marks.ts'
import { OpenShare, type OpenShareRow, openShareColumns, openShareRecord } from '../../records/open-share.ts'
import { type SharedFileRow, sharedFiles, shareFileRecord } from '../../records/share-file.ts'

export const getOpenShare = defineOperation({
  http: 'GET /api/share',
  client: 'openShare.get',
  summary: 'Get the share that you have opened: what it shows, in order, and what you may do.',

  scope: null,
  credential: 'share',
  share: 'view',
  tier: 'default',

  input: z.strictObject({}),
  output: [200, OpenShare],

  async handler(_input, { sql, caller, storage }) {
    const access = guestAccess(caller, 'view')
    const [row] = await sql<OpenShareRow>`
      select ${openShareColumns}
      from ${access} join share_guests guest on guest.id = access.guest_id
      join shares s on s.id = guest.share_id join workspaces w on w.id = access.workspace_id`
    if (!row) throw new ApiError('not_found')
    const rows = await sql<SharedFileRow>`${sharedFiles(access)}`
    const marks = await requestMarks(
      sql,
      caller,
      rows.flatMap(({ id, media }) => (media ? [id] : [])),
      'list',
    )
    const files = rows.map((file) => shareFileRecord(caller, { storage, marks }, file))
    return openShareRecord(row, { files: await Promise.all(files) })
  },
})
