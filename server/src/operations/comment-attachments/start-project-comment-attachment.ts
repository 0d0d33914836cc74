import { z } from 'zod'
import { anyRole } from '../../core/access.ts'
import { defineOperation } from '../../core/operation.ts'
import { ProjectId } from '../../core/schemas.ts'
import { startObject } from '../../storage/uploads.ts'
import {
  attachmentInput,
  attachmentViolations,
  StartedAttachment,
  startAttachment,
} from './start-attachment.ts'

export const startProjectCommentAttachment = defineOperation({
  http: 'POST /api/projects/:projectId/comment-attachments/upload.multipart',
  client: 'commentAttachments.startOnProject',
  summary:
    'Start the upload of an attachment for a comment on a project. PUT each part, then complete the upload.',

  scope: 'comments:write',
  project: 'projectId',
  roles: anyRole,
  tier: 4,

  input: z.strictObject({ projectId: ProjectId, ...attachmentInput }),
  output: [201, StartedAttachment],

  violations: attachmentViolations,
  conflicts: ['quota_exceeded'],

  prepare: ({ size }, context) => startObject(context, size),

  async handler({ name }, context, started) {
    return startAttachment(context, null, name, started)
  },
})
