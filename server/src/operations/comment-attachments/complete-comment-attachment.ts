import { z } from 'zod'
import { anyRole } from '../../core/access.ts'
import { ApiError } from '../../core/errors.ts'
import { defineOperation } from '../../core/operation.ts'
import { CommentAttachmentId } from '../../core/schemas.ts'
import { completeObject, markStored } from '../../storage/uploads.ts'
import { ClaimedParts } from '../files/upload-schemas.ts'

type Row = { name: string; objectId: string; own: boolean }

export const completeCommentAttachment = defineOperation({
  http: 'POST /api/comment-attachments/:attachmentId/upload.complete',
  client: 'commentAttachments.complete',
  summary: 'Complete the upload of an attachment from its parts. Can be repeated with the same parts.',

  scope: 'comments:write',
  project: 'attachmentId',
  roles: anyRole,
  share: 'comment',
  tier: 4,

  input: z.strictObject({ attachmentId: CommentAttachmentId, parts: ClaimedParts }),
  output: [204],

  conflicts: ['upload_incomplete', 'upload_not_open'],

  joinsAccess: true,
  async prepare({ attachmentId, parts }, { sql, access, storage }) {
    const [attachment] = await sql<Row>`
      select a.name, a.object_id as "objectId", a.uploader_id is not distinct from access.user_id as own
      from ${access} join comment_attachments a on a.id = ${attachmentId}`
    if (!attachment) throw new ApiError('not_found')
    if (!attachment.own) throw notYours()
    return completeObject(sql, storage, attachment.objectId, parts, attachment.name)
  },

  async handler(_input, { sql }, whole): Promise<undefined> {
    await markStored(sql, whole)
  },
})

function notYours(): ApiError {
  return new ApiError('insufficient_role', {
    message: 'Only the user who started the upload may complete it.',
  })
}
