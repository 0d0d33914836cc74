import { z } from 'zod'
import { contributors } from '../../core/access.ts'
import { newPrefixedId } from '../../core/ids.ts'
import { defineOperation } from '../../core/operation.ts'
import { GenerationAttachmentId, ProjectId } from '../../core/schemas.ts'
import { startObject } from '../../storage/uploads.ts'
import { attachmentInput } from '../comment-attachments/start-attachment.ts'
import { PartUrls } from '../files/upload-schemas.ts'

export const startGenerationAttachment = defineOperation({
  http: 'POST /api/projects/:projectId/generation-attachments/upload.multipart',
  client: 'generationAttachments.start',
  summary:
    'Start the upload of a reference for generation that is no file of the project: PUT each of its parts, then ' +
    'complete it. One that is not used goes after 7 days.',

  scope: 'ai:generate',
  project: 'projectId',
  roles: contributors,
  tier: 3,

  input: z.strictObject({ projectId: ProjectId, ...attachmentInput }),
  output: [201, z.object({ id: GenerationAttachmentId, parts: PartUrls })],

  violations: { generation_attachments_project_fkey: 'not_found' },

  conflicts: ['quota_exceeded'],

  async handler({ name, size }, context) {
    const { sql, projectId, caller } = context
    const id = newPrefixedId('GA')
    // A crash between the two leaves an object that nothing refers to, which the clean-up removes.
    const { objectId, parts } = await startObject(context, size)
    await sql`
      insert into generation_attachments (id, project_id, uploader_id, name, object_id)
      values (${id}, ${projectId}, ${caller.userId}, ${name}, ${objectId})`
    return { id, parts }
  },
})
