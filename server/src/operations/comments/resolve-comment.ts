import { z } from 'zod'
import { anyRole } from '../../core/access.ts'
import { defineOperation } from '../../core/operation.ts'
import { CommentId } from '../../core/schemas.ts'
import { setResolved } from './set-resolved.ts'

export const resolveComment = defineOperation({
  http: 'POST /api/comments/:commentId/resolve',
  client: 'comments.resolve',
  tool: 'resolve_comment',
  summary: 'Resolve a thread by its top-level comment. A resolved thread stays resolved.',
  toolUse: 'Use it when the request of a comment is done and the user wants it closed.',

  scope: 'comments:write',
  project: 'commentId',
  roles: anyRole,
  tier: 4,

  input: z.strictObject({ commentId: CommentId }),
  output: [204],

  conflicts: ['comment_is_reply'],

  joinsAccess: true,
  async handler({ commentId }, { sql, access, caller }): Promise<undefined> {
    return setResolved(sql, access, caller, commentId, true)
  },
})
