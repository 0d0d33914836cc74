import { Readable } from 'node:stream'
import { newPrefixedId, newUuid } from '../../../src/core/ids.ts'
import { insertObject, startObject } from '../../../src/storage/uploads.ts'
import type { Person, World } from '../world.ts'
import { newFolder } from './new-folder.ts'
import { type Sample, target, uniqueName } from './target.ts'

export const fileSamples: Record<string, Sample> = {
  startUpload: async (world, projectId, owner) => {
    const folder = { id: await newFolder(world, projectId, owner) }
    const replaces = { id: await newFile(world, projectId, owner) }
    return target({ projectId }, { name: uniqueName(), size: 5, folder, replaces })
  },
  resumeUpload: async (world, projectId, owner) =>
    target({ fileId: await newUpload(world, projectId, owner) }),
  completeUpload: async (world, projectId, owner) => {
    const fileId = await newUpload(world, projectId, owner)
    return target({ fileId }, { parts: [await putSamplePart(world, fileId)] })
  },
  startUploads: async (world, projectId, owner) => {
    const folder = { id: await newFolder(world, projectId, owner) }
    const replaces = { id: await newFile(world, projectId, owner) }
    return target({ projectId }, { files: [{ name: uniqueName(), size: 5, folder, replaces }] })
  },
  completeUploads: async (world, projectId, owner) => {
    const id = await newUpload(world, projectId, owner)
    return target({ projectId }, { files: [{ id, parts: [await putSamplePart(world, id)] }] })
  },
  abortUpload: async (world, projectId, owner) =>
    target({ fileId: await newUpload(world, projectId, owner) }),
  uploadFromUrl: async (world, projectId, owner) => {
    const folder = { id: await newFolder(world, projectId, owner) }
    return target({ projectId }, { url: 'https://example.com/a.mov', name: uniqueName(), folder })
  },
  linkYoutube: async (world, projectId, owner) => {
    const folder = { id: await newFolder(world, projectId, owner) }
    return target({ projectId }, { url: 'https://youtu.be/dQw4w9WgXcQ', name: uniqueName(), folder })
  },
  listFiles: async (world, projectId, owner) => {
    await newFile(world, projectId, owner)
    return target({ projectId })
  },
  queryFiles: async (world, projectId, owner) => {
    await newFile(world, projectId, owner)
    const filters = { keyword: 'Sample', folder: null, tag: ['NEED_REVIEW'], status: 'UPLOADED' }
    const sort = { type: 'name', direction: 'asc' }
    return target(
      { projectId },
      { ...filters, kind: ['DOCUMENT'], author: { id: owner.userId }, latest: true, sort },
    )
  },
  getFile: async (world, projectId, owner) => target({ fileId: await newFile(world, projectId, owner) }),
  updateFile: async (world, projectId, owner) =>
    target(
      { fileId: await newFile(world, projectId, owner) },
      { name: uniqueName(), folder: null, order: 1.5 },
    ),
  setFileTag: async (world, projectId, owner) =>
    target({ fileId: await newFile(world, projectId, owner) }, { tag: 'APPROVED' }),
  deleteFile: async (world, projectId, owner) => target({ fileId: await newFile(world, projectId, owner) }),
  updateFiles: async (world, projectId, owner) => {
    const folder = { id: await newFolder(world, projectId, owner) }
    const files = [await newFile(world, projectId, owner), await newFile(world, projectId, owner)]
    return target({ projectId }, { files: files.map((id) => ({ id })), tag: 'APPROVED', folder })
  },
  deleteFiles: async (world, projectId, owner) => {
    const files = [await newFile(world, projectId, owner), await newFile(world, projectId, owner)]
    return target({ projectId }, { files: files.map((id) => ({ id })) })
  },
  reportPresence: async (world, projectId, owner) =>
    target({ fileId: await newFile(world, projectId, owner) }, { tab: 'a', typing: { parent: null } }),
  viewFile: async (world, projectId, owner) => target({ fileId: await newPicture(world, projectId, owner) }),
  retryProcessing: async (world, projectId, owner) =>
    target({ fileId: await newBrokenFile(world, projectId, owner) }),
  downloadFile: async (world, projectId, owner) => target({ fileId: await newFile(world, projectId, owner) }),
}

/** An uploaded file of a few bytes, with its object in storage. */
export async function newFile(
  world: World,
  projectId: string,
  owner: Person,
  allowRestricted = true,
): Promise<string> {
  const id = newPrefixedId('FX')
  const objectId = await newObject(world)
  await world.database.sql`
    insert into files (id, project_id, name, mode, mime_type, status, size, position, object_id, author_id, stack_id,
      stack_number, allow_restricted)
    values (${id}, ${projectId}, ${uniqueName()}, 'LOCAL', 'text/plain', 'UPLOADED', 5, 1, ${objectId},
      ${owner.userId}, ${id}, 1, ${allowRestricted})`
  return id
}

/** 16 × 16 grey pixels. */
const webp = Buffer.from('UklGRh4AAABXRUJQVlA4TBEAAAAvD8ADAAdQwAIWsP+BiOh/AAA=', 'base64')
const previews = new WeakMap<World, Promise<string>>()

/** An image with a preview, which all images of a world share: the server draws it once. */
async function newPicture(world: World, projectId: string, owner: Person): Promise<string> {
  const id = await newFile(world, projectId, owner)
  const preview = previews.get(world) ?? newObject(world, webp)
  previews.set(world, preview)
  const { sql } = world.database
  await sql`insert into media (file_id, state, kind, width, height) values (${id}, 'READY', 'IMAGE', 16, 16)`
  await sql`
    insert into media_derivatives (file_id, name, step, object_id)
    values (${id}, 'preview.webp', 'pictures', ${await preview})`
  return id
}

/** A file whose previews have failed. */
async function newBrokenFile(world: World, projectId: string, owner: Person): Promise<string> {
  const id = await newFile(world, projectId, owner)
  await world.database.sql`
    insert into media (file_id, state, failure_code, failure_message, failure_retryable)
    values (${id}, 'FAILED', 'unreadable', 'The image is broken.', true)`
  return id
}

/** An upload of 5 bytes that no record refers to yet. */
export async function startBytes({ database, services, workspaceId }: World, { userId }: Person) {
  const context = {
    ...services,
    sql: database.sql,
    caller: { workspaceId, userId, workspaceRole: 'MEMBER' as const, workspaceQuota: null },
  }
  const started = await startObject(context, 5)
  return { started, objectId: await insertObject(context, started) }
}

/** A file of 5 bytes that the owner is uploading, without parts. */
export async function newUpload(world: World, projectId: string, owner: Person): Promise<string> {
  const id = newPrefixedId('FX')
  const { objectId } = await startBytes(world, owner)
  await world.database.sql`
    insert into files (id, project_id, name, mode, status, size, position, object_id, author_id, stack_id,
      stack_number, allow_restricted)
    values (${id}, ${projectId}, ${uniqueName()}, 'LOCAL', 'UPLOADING', 5, 1, ${objectId}, ${owner.userId}, ${id}, 1, true)`
  return id
}

/** Stores the only part of such a file. */
async function putSamplePart(world: World, fileId: string): Promise<{ partNumber: number; eTag: string }> {
  const [row] = await world.database.sql<{ objectId: string; uploadId: string }>`
    select o.id as "objectId", o.upload_id as "uploadId" from files f join objects o on o.id = f.object_id
    where f.id = ${fileId}`
  const upload = { key: row!.objectId, uploadId: row!.uploadId }
  const url = await world.storage.partUrl(upload, 1, 5, 60)
  const { headers } = await fetch(url, { method: 'PUT', body: 'bytes' })
  return { partNumber: 1, eTag: headers.get('etag')! }
}

export async function newObject(world: World, bytes: string | Buffer = 'bytes'): Promise<string> {
  const id = newUuid()
  const { size } = await world.storage.write(id, Readable.from([Buffer.from(bytes as Buffer)]))
  await world.database.sql`
    insert into objects (id, upload_id, size, part_size, mime_type, stored_at)
    values (${id}, 'sample', ${size}, ${size}, 'text/plain', now())`
  return id
}
