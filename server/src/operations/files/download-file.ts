import { z } from 'zod'
import { anyRole } from '../../core/access.ts'
import { ApiError } from '../../core/errors.ts'
import { defineOperation } from '../../core/operation.ts'
import { FileId, Timestamp } from '../../core/schemas.ts'
import { downloadExpiry } from '../../core/short-lived-urls.ts'
import { copyOffered } from './copy-offered.ts'

type Row = {
  name: string
  mode: string
  mimeType: string | null
  objectId: string | null
  ready: boolean
}

export const downloadFile = defineOperation({
  http: 'GET /api/files/:fileId/download',
  client: 'files.getDownloadUrl',
  tool: 'get_file_download_url',
  summary:
    'Get a download URL for a file, valid for at least an hour, for guests of a share for minutes. It supports range requests and keeps the file name.',
  toolUse: 'Use it when you need the bytes of a file, or to give the user a link to it.',

  scope: 'files:download',
  project: 'fileId',
  roles: anyRole,
  share: 'download',
  tier: 'default',
  audit: { action: 'file.downloaded', target: { of: 'file', before: ({ fileId }) => fileId }, hourly: true },

  input: z.strictObject({ fileId: FileId }),
  output: [200, z.object({ url: z.string(), expiresAt: Timestamp })],

  conflicts: ['file_not_ready'],

  joinsAccess: true,
  async handler({ fileId }, { sql, access, caller, storage }) {
    const [row] = await sql<Row>`
      select f.name, f.mode, f.mime_type as "mimeType", f.object_id as "objectId", f.status = 'UPLOADED' as ready
      from ${access} join files f on f.id = ${fileId}`
    if (!row) throw new ApiError('not_found')
    const { name, mode, mimeType, objectId, ready } = row
    if (mode === 'YOUTUBE') {
      throw new ApiError('file_not_ready', {
        message: 'The video is on YouTube and cannot be downloaded here. Open it on YouTube instead.',
      })
    }
    if (objectId === null || !ready) throw new ApiError('file_not_ready')
    const original = { objectId, fileName: name, mimeType: mimeType ?? 'application/octet-stream' }
    const { objectId: key, ...offered } =
      caller.kind === 'share' ? await copyOffered(sql, caller, fileId, original) : original
    const { from, seconds, expiresAt } = downloadExpiry(caller)
    return { url: await storage.downloadUrl(key, { ...offered, inline: false, from, seconds }), expiresAt }
  },
})
