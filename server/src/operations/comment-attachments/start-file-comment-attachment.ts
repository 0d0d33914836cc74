import { z } from 'zod'
import { anyRole } from '../../core/access.ts'
import { defineOperation } from '../../core/operation.ts'
import { FileId } from '../../core/schemas.ts'
import { startObject } from '../../storage/uploads.ts'
import {
  attachmentInput,
  attachmentViolations,
  StartedAttachment,
  startAttachment,
} from './start-attachment.ts'

export const startFileCommentAttachment = defineOperation({
  http: 'POST /api/files/:fileId/comment-attachments/upload.multipart',
  client: 'commentAttachments.startOnFile',
  summary:
    'Start the upload of an attachment for a comment on a file. PUT each part, then complete the upload.',

  scope: 'comments:write',
  project: 'fileId',
  roles: anyRole,
  share: 'comment',
  tier: 4,

  input: z.strictObject({ fileId: FileId, ...attachmentInput }),
  output: [201, StartedAttachment],

  violations: attachmentViolations,
  conflicts: ['quota_exceeded'],

  prepare: ({ size }, context) => startObject(context, size),

  async handler({ fileId, name }, context, started) {
    return startAttachment(context, fileId, name, started)
  },
})
