import { z } from 'zod'
import { anyRole } from '../../core/access.ts'
import { ApiError } from '../../core/errors.ts'
import { defineOperation } from '../../core/operation.ts'
import { CommentAttachmentId } from '../../core/schemas.ts'

export const deleteCommentAttachment = defineOperation({
  http: 'DELETE /api/comment-attachments/:attachmentId',
  client: 'commentAttachments.delete',
  summary: 'Delete an attachment that you uploaded, complete or not, and that no comment uses.',

  scope: 'comments:write',
  project: 'attachmentId',
  roles: anyRole,
  share: 'comment',
  tier: 4,

  input: z.strictObject({ attachmentId: CommentAttachmentId }),
  output: [204],

  conflicts: ['attachment_used'],

  // The next clean-up deletes the bytes: nothing refers to them any more.
  joinsAccess: true,
  async handler({ attachmentId }, { sql, access }): Promise<undefined> {
    const [attachment] = await sql<{ own: boolean; deleted: boolean }>`
      with attachment as (
        select a.id, a.uploader_id is not distinct from access.user_id as own
        from ${access} join comment_attachments a on a.id = ${attachmentId}
      ), deleted as (
        delete from comment_attachments a using attachment
        where a.id = attachment.id and attachment.own and a.comment_id is null
        returning a.id
      )
      select own, exists (select from deleted) as deleted from attachment`
    if (!attachment) throw new ApiError('not_found')
    if (!attachment.own) throw notYours()
    if (!attachment.deleted) throw belongsToComment()
  },
})

function notYours(): ApiError {
  return new ApiError('insufficient_role', {
    message: 'Only the user who uploaded the attachment may delete it.',
  })
}

function belongsToComment(): ApiError {
  const message = 'The attachment belongs to a comment and is deleted with it. Delete the comment instead.'
  return new ApiError('attachment_used', { message })
}
