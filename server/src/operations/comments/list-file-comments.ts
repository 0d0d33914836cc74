import { z } from 'zod'
import { anyRole } from '../../core/access.ts'
import { defineOperation } from '../../core/operation.ts'
import { cursorPage } from '../../core/pages.ts'
import { FileId } from '../../core/schemas.ts'
import { fragment } from '../../core/sql.ts'
import { Comment } from '../../records/comment.ts'
import { commentListInput, commentPage, resolvedFilter } from './comment-page.ts'

export const listFileComments = defineOperation({
  http: 'QUERY /api/files/:fileId/comments',
  client: 'comments.listOnFile',
  tool: 'list_file_comments',
  summary: 'List the top-level comments on a file, by creation time or by anchor.',
  toolUse: 'Use it to read the feedback on a file; list_replies reads the replies of a thread.',

  scope: 'comments:read',
  project: 'fileId',
  roles: anyRole,
  share: 'view',
  tier: 4,

  input: z.strictObject({ fileId: FileId, ...commentListInput }),
  output: [200, cursorPage(Comment)],

  joinsAccess: true,
  async handler({ fileId, sort, resolved, ...cursor }, context) {
    return commentPage(context, {
      binding: ['listFileComments', fileId, resolved ?? null],
      within: ['c.file_id', 'text', fileId],
      where: fragment`c.parent_id is null ${resolvedFilter(resolved)}`,
      sort,
      cursor,
    })
  },
})
