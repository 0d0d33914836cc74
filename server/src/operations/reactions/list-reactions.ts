import { z } from 'zod'
import { anyRole } from '../../core/access.ts'
import { ApiError } from '../../core/errors.ts'
import { defineOperation } from '../../core/operation.ts'
import { CommentId } from '../../core/schemas.ts'
import { Reaction, reactionsColumn } from '../../records/comment.ts'

export const listReactions = defineOperation({
  http: 'GET /api/comments/:commentId/reactions',
  client: 'reactions.list',
  summary: 'List the reactions to a comment: each emoji with the users who added it.',

  scope: 'comments:read',
  project: 'commentId',
  roles: anyRole,
  share: 'view',
  tier: 4,

  input: z.strictObject({ commentId: CommentId }),
  output: [200, z.array(Reaction)],

  joinsAccess: true,
  async handler({ commentId }, { sql, access }) {
    const [comment] = await sql<{ reactions: z.output<typeof Reaction>[] }>`
      select ${reactionsColumn} as reactions from ${access} join comments c on c.id = ${commentId}`
    if (!comment) throw new ApiError('not_found')
    return comment.reactions
  },
})
