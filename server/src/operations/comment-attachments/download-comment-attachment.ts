import { z } from 'zod'
import { anyRole } from '../../core/access.ts'
import { ApiError } from '../../core/errors.ts'
import { defineOperation } from '../../core/operation.ts'
import { CommentAttachmentId, Timestamp } from '../../core/schemas.ts'
import { downloadExpiry } from '../../core/short-lived-urls.ts'

type Row = { name: string; objectId: string; mimeType: string | null; stored: boolean }

export const downloadCommentAttachment = defineOperation({
  http: 'GET /api/comment-attachments/:attachmentId/download',
  client: 'commentAttachments.download',
  summary:
    'Get a download URL for an attachment, valid for at least an hour, for guests of a share for minutes. Until a comment uses the attachment, only its uploader can see it.',

  scope: 'comments:download',
  project: 'attachmentId',
  roles: anyRole,
  share: 'view',
  tier: 4,
  audit: {
    action: 'attachment.downloaded',
    target: { of: 'attachment', before: ({ attachmentId }) => attachmentId },
    hourly: true,
  },

  input: z.strictObject({ attachmentId: CommentAttachmentId }),
  output: [200, z.object({ url: z.string(), expiresAt: Timestamp })],

  conflicts: ['attachment_not_ready'],

  joinsAccess: true,
  async handler({ attachmentId }, { sql, access, caller, storage }) {
    const [row] = await sql<Row>`
      select a.name, a.object_id as "objectId", o.mime_type as "mimeType", o.stored_at is not null as stored
      from ${access} join comment_attachments a on a.id = ${attachmentId} join objects o on o.id = a.object_id
      where a.comment_id is not null or a.uploader_id = access.user_id`
    if (!row) throw new ApiError('not_found')
    const { name, objectId, mimeType, stored } = row
    if (!stored)
      throw new ApiError('attachment_not_ready', {
        message: 'The upload of the attachment is not complete. Complete it first.',
      })
    const { from, seconds, expiresAt } = downloadExpiry(caller)
    const url = await storage.downloadUrl(objectId, {
      fileName: name,
      mimeType: mimeType ?? 'application/octet-stream',
      inline: false,
      from,
      seconds,
    })
    return { url, expiresAt }
  },
})
