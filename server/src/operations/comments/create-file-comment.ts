import { z } from 'zod'
import { anyRole } from '../../core/access.ts'
import { defineOperation } from '../../core/operation.ts'
import { CommentId, FileId } from '../../core/schemas.ts'
import {
  commentConflicts,
  commentInput,
  commentViolations,
  insertComment,
  placeInput,
  requireComment,
} from './insert-comment.ts'
import { readTimecode } from './read-timecode.ts'

export const createFileComment = defineOperation({
  http: 'POST /api/files/:fileId/comments',
  client: 'comments.createOnFile',
  tool: 'create_file_comment',
  summary:
    'Comment on a file, optionally at a time, a page or a range and with a drawing, or reply to a comment on the file.',
  toolUse: 'Use it for feedback on one file; for feedback on the whole project use create_project_comment.',

  scope: 'comments:write',
  project: 'fileId',
  roles: anyRole,
  share: 'comment',
  tier: 4,

  input: z.strictObject({ fileId: FileId, ...commentInput, ...placeInput }),
  output: [201, z.object({ id: CommentId })],

  violations: commentViolations,
  conflicts: commentConflicts,

  joinsAccess: true,
  async handler({ fileId, ...input }, { sql, access, caller }) {
    requireComment(input)
    return insertComment(sql, access, fileId, await readTimecode(sql, access, fileId, input), caller)
  },
})
