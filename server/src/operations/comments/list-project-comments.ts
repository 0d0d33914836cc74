import { z } from 'zod'
import { anyRole } from '../../core/access.ts'
import { defineOperation } from '../../core/operation.ts'
import { cursorPage } from '../../core/pages.ts'
import { ProjectId } from '../../core/schemas.ts'
import { fragment } from '../../core/sql.ts'
import { Comment } from '../../records/comment.ts'
import { commentListInput, commentPage, resolvedFilter } from './comment-page.ts'

export const listProjectComments = defineOperation({
  http: 'QUERY /api/projects/:projectId/comments',
  client: 'comments.listOnProject',
  tool: 'list_project_comments',
  summary: 'List the top-level comments on a project. Comments on its files are listed by file.',
  toolUse: 'Use it to read the general discussion of a project; list_replies reads the replies of a thread.',

  scope: 'comments:read',
  project: 'projectId',
  roles: anyRole,
  tier: 4,

  input: z.strictObject({ projectId: ProjectId, ...commentListInput }),
  output: [200, cursorPage(Comment)],

  joinsAccess: true,
  async handler({ projectId, sort, resolved, ...cursor }, context) {
    return commentPage(context, {
      binding: ['listProjectComments', projectId, resolved ?? null],
      within: ['c.project_id', 'uuid', projectId],
      where: fragment`c.file_id is null and c.parent_id is null ${resolvedFilter(resolved)}`,
      sort,
      cursor,
    })
  },
})
