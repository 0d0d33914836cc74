import { z } from 'zod'
import { anyRole } from '../../core/access.ts'
import { defineOperation } from '../../core/operation.ts'
import { CommentId } from '../../core/schemas.ts'
import { setResolved } from './set-resolved.ts'

export const reopenComment = defineOperation({
  http: 'POST /api/comments/:commentId/reopen',
  client: 'comments.reopen',
  summary: 'Reopen a resolved thread. An open thread stays open.',

  scope: 'comments:write',
  project: 'commentId',
  roles: anyRole,
  tier: 4,

  input: z.strictObject({ commentId: CommentId }),
  output: [204],

  conflicts: ['comment_is_reply'],

  joinsAccess: true,
  async handler({ commentId }, { sql, access, caller }): Promise<undefined> {
    return setResolved(sql, access, caller, commentId, false)
  },
})
