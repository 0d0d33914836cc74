import { z } from 'zod'
import { anyRole, managers } from '../../core/access.ts'
import { defineOperation } from '../../core/operation.ts'
import { CommentId } from '../../core/schemas.ts'
import { permanentInput, requirePermanent } from '../trash/entries.ts'
import { trashComment } from '../trash/trash-comments.ts'
import { lockComment } from './lock-comment.ts'
import { notYours } from './not-yours.ts'

export const deleteComment = defineOperation({
  http: 'DELETE /api/comments/:commentId',
  client: 'comments.delete',
  summary:
    'Move a comment to the trash. If it has replies, the thread stays and only the content of the comment is deleted. It can be restored until it is purged, 30 days later by default.',

  scope: 'comments:write',
  project: 'commentId',
  roles: anyRole,
  share: 'comment',
  tier: 4,
  audit: {
    action: 'comment.deleted',
    target: { of: 'comment', before: ({ commentId }) => commentId },
    details: ({ permanent }) => ({ permanent }),
  },

  input: z.strictObject({ commentId: CommentId, permanent: permanentInput }),
  output: [204],

  transaction: true,
  joinsAccess: true,
  async handler({ commentId, permanent }, { sql, access, caller, trashDays }): Promise<undefined> {
    const { own, role } = await lockComment(sql, access, commentId)
    if (!own && !managers.includes(role)) throw notYours('delete')
    if (permanent) requirePermanent(caller, role)
    await trashComment(sql, { caller, trashDays, permanent }, commentId)
  },
})
