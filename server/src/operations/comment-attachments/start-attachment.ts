import { z } from 'zod'
import { newPrefixedId } from '../../core/ids.ts'
import type { ContextFields } from '../../core/operation.ts'
import { CommentAttachmentId, text } from '../../core/schemas.ts'
import { insertObject, type StartedObject } from '../../storage/uploads.ts'
import { PartUrls } from '../files/upload-schemas.ts'

/** Larger files are uploaded to the project instead. */
export const maxAttachmentSize = 2 ** 30

export const attachmentInput = {
  name: text(1, 255).describe('Name of the file, with its extension.'),
  size: z.int().min(0).max(maxAttachmentSize).describe('Size in bytes, from 0 to 1 GiB.'),
}

export const StartedAttachment = z.object({ id: CommentAttachmentId, parts: PartUrls })

export const attachmentViolations = {
  comment_attachments_project_fkey: 'not_found',
  comment_attachments_file_fkey: 'not_found',
} as const

export async function startAttachment(
  context: Pick<ContextFields, 'sql' | 'quotas' | 'projectId' | 'caller'>,
  fileId: string | null,
  name: string,
  started: StartedObject,
): Promise<z.output<typeof StartedAttachment>> {
  const { sql, projectId, caller } = context
  const id = newPrefixedId('CA')
  const objectId = await insertObject(context, started)
  await sql`
    insert into comment_attachments (id, project_id, file_id, uploader_id, name, object_id)
    values (${id}, ${projectId}, ${fileId}, ${caller.userId}, ${name}, ${objectId})`
  return { id, parts: started.parts }
}
