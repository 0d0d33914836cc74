import { z } from 'zod'
import { anyRole } from '../../core/access.ts'
import { defineOperation } from '../../core/operation.ts'
import { CommentId, ProjectId } from '../../core/schemas.ts'
import {
  commentConflicts,
  commentInput,
  commentViolations,
  insertComment,
  requireComment,
} from './insert-comment.ts'

export const createProjectComment = defineOperation({
  http: 'POST /api/projects/:projectId/comments',
  client: 'comments.createOnProject',
  tool: 'create_project_comment',
  summary: 'Comment on a project, or reply to a comment on it.',
  toolUse: 'Use it for feedback on a project as a whole; for one file use create_file_comment.',

  scope: 'comments:write',
  project: 'projectId',
  roles: anyRole,
  tier: 4,

  input: z.strictObject({ projectId: ProjectId, ...commentInput }),
  output: [201, z.object({ id: CommentId })],

  violations: commentViolations,
  conflicts: commentConflicts,

  joinsAccess: true,
  async handler(input, { sql, access, caller }) {
    requireComment(input)
    return insertComment(sql, access, null, input, caller)
  },
})
