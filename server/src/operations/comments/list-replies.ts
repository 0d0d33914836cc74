import { z } from 'zod'
import { anyRole } from '../../core/access.ts'
import { defineOperation } from '../../core/operation.ts'
import { cursorInput, cursorPage } from '../../core/pages.ts'
import { CommentId } from '../../core/schemas.ts'
import { fragment } from '../../core/sql.ts'
import { Comment } from '../../records/comment.ts'
import { commentPage } from './comment-page.ts'

export const listReplies = defineOperation({
  http: 'QUERY /api/comments/:commentId/replies',
  client: 'comments.listReplies',
  tool: 'list_replies',
  summary: 'List the replies to a comment, oldest first, starting at the newest page.',
  toolUse: 'Use it when a comment has a replyCount above 0 and you need the discussion.',

  scope: 'comments:read',
  project: 'commentId',
  roles: anyRole,
  share: 'view',
  tier: 4,

  input: z.strictObject({ commentId: CommentId, ...cursorInput }),
  output: [200, cursorPage(Comment)],

  joinsAccess: true,
  async handler({ commentId, ...cursor }, context) {
    return commentPage(context, {
      binding: ['listReplies', commentId],
      within: ['c.parent_id', 'uuid', commentId],
      where: fragment`true`,
      sort: null,
      cursor,
    })
  },
})
