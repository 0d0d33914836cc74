import { newPrefixedId } from '../../../src/core/ids.ts'
import type { Person, World } from '../world.ts'
import { newComment } from './comments.ts'
import { newFile, newObject, startBytes } from './files.ts'
import { type Sample, type Target, target } from './target.ts'

export const attachmentSamples: Record<string, Sample> = {
  startProjectCommentAttachment: async (_world, projectId) =>
    target({ projectId }, { name: 'sample.txt', size: 5 }),
  startFileCommentAttachment: async (world, projectId, owner) =>
    target({ fileId: await newFile(world, projectId, owner) }, { name: 'sample.txt', size: 5 }),
  completeCommentAttachment: newAttachmentUpload,
  deleteCommentAttachment: async (world, projectId, owner) =>
    target({ attachmentId: await newAttachment(world, projectId, owner) }),
  downloadCommentAttachment: async (world, projectId, owner) => {
    const attachmentId = await newAttachment(world, projectId, owner)
    const commentId = await newComment(world, projectId, owner)
    await world.database
      .sql`update comment_attachments set comment_id = ${commentId}, position = 1 where id = ${attachmentId}`
    return target({ attachmentId })
  },
}

/** A complete attachment that no comment uses yet. */
export async function newAttachment(world: World, projectId: string, owner: Person): Promise<string> {
  const id = newPrefixedId('CA')
  await world.database.sql`
    insert into comment_attachments (id, project_id, uploader_id, name, object_id)
    values (${id}, ${projectId}, ${owner.userId}, 'sample.txt', ${await newObject(world)})`
  return id
}

/** An attachment whose only part is uploaded, and the input that completes it. */
async function newAttachmentUpload(world: World, projectId: string, owner: Person): Promise<Target> {
  const attachmentId = newPrefixedId('CA')
  const { objectId, started } = await startBytes(world, owner)
  await world.database.sql`
    insert into comment_attachments (id, project_id, uploader_id, name, object_id)
    values (${attachmentId}, ${projectId}, ${owner.userId}, 'sample.txt', ${objectId})`
  const { headers } = await fetch(started.parts[0]!.url, { method: 'PUT', body: 'bytes' })
  return target({ attachmentId }, { parts: [{ partNumber: 1, eTag: headers.get('etag')! }] })
}
