import { z } from 'zod'
import { anyRole } from '../../core/access.ts'
import { ApiError } from '../../core/errors.ts'
import { defineOperation } from '../../core/operation.ts'
import { CommentId } from '../../core/schemas.ts'
import {
  authorJoins,
  Comment,
  type CommentRow,
  commentColumns,
  commentRecord,
} from '../../records/comment.ts'

export const getComment = defineOperation({
  http: 'GET /api/comments/:commentId',
  client: 'comments.get',
  summary:
    'Get a comment. A comment that was deleted while it had replies is still returned, without content.',

  scope: 'comments:read',
  project: 'commentId',
  roles: anyRole,
  share: 'view',
  tier: 4,

  input: z.strictObject({ commentId: CommentId }),
  output: [200, Comment],

  joinsAccess: true,
  async handler({ commentId }, { sql, access }) {
    const [row] = await sql<CommentRow>`
      select ${commentColumns} from ${access} join comments c on c.id = ${commentId} ${authorJoins}`
    if (!row) throw new ApiError('not_found')
    return commentRecord(row)
  },
})
