import { z } from 'zod'
import { contributors } from '../../core/access.ts'
import { newPrefixedId } from '../../core/ids.ts'
import { defineOperation } from '../../core/operation.ts'
import { GenerationAttachmentId, ProjectId } from '../../core/schemas.ts'
import { insertObject, startObject } from '../../storage/uploads.ts'
import { attachmentInput, maxAttachmentSize } from '../comment-attachments/start-attachment.ts'
import { PartUrls } from '../files/upload-schemas.ts'

export const startGenerationAttachment = defineOperation({
  http: 'POST /api/projects/:projectId/generation-attachments/upload.multipart',
  client: 'generationAttachments.start',
  summary:
    'Start the upload of a reference for generation that is not a file of the project. PUT each part, then complete ' +
    'the upload. Unused references are deleted after 7 days.',

  scope: 'ai:generate',
  project: 'projectId',
  roles: contributors,
  tier: 3,

  input: z.strictObject({
    projectId: ProjectId,
    name: attachmentInput.name,
    size: z
      .int()
      .min(1, 'Must be at least 1: an empty file cannot be a reference.')
      .max(maxAttachmentSize)
      .describe('Size in bytes, from 1 to 1 GiB.'),
  }),
  output: [201, z.object({ id: GenerationAttachmentId, parts: PartUrls })],

  violations: { generation_attachments_project_fkey: 'not_found' },

  conflicts: ['quota_exceeded'],

  prepare: ({ size }, context) => startObject(context, size),

  async handler({ name }, context, started) {
    const { sql, projectId, caller } = context
    const id = newPrefixedId('GA')
    const objectId = await insertObject(context, started)
    await sql`
      insert into generation_attachments (id, project_id, uploader_id, name, object_id)
      values (${id}, ${projectId}, ${caller.userId}, ${name}, ${objectId})`
    return { id, parts: started.parts }
  },
})
