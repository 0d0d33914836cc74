import { Readable } from 'node:stream'
import { newPrefixedId, newUuid } from '../../../src/core/ids.ts'
import type { Person, World } from '../world.ts'
import { startBytes } from './files.ts'
import type { Sample } from './target.ts'

export const generationSamples: Record<string, Sample> = {
  cancelGeneration: async (world, projectId, owner) => ({
    params: { fileId: await newGeneration(world, projectId, owner) },
    fields: {},
  }),
  completeGenerationAttachment: async (world, projectId, owner) => {
    const { objectId, started } = await startBytes(world, owner)
    const generationAttachmentId = await newGenerationAttachment(world, projectId, owner, objectId)
    const { headers } = await fetch(started.parts[0]!.url, { method: 'PUT', body: 'bytes' })
    return {
      params: { generationAttachmentId },
      fields: { parts: [{ partNumber: 1, eTag: headers.get('etag')! }] },
    }
  },
  generateFile: async (_world, projectId) => ({
    params: { projectId },
    fields: {
      outputType: 'DOCUMENT',
      outputModel: 'markdown',
      prompt: 'A sample',
      folder: null,
      attachments: [],
      configs: null,
    },
  }),
  listModels: async () => ({ params: {}, fields: {} }),
  retryGeneration: async (world, projectId, owner) => ({
    params: { fileId: await newGeneration(world, projectId, owner, 'FAILED') },
    fields: {},
  }),
  startGenerationAttachment: async (_world, projectId) => ({
    params: { projectId },
    fields: { name: 'sample.txt', size: 5 },
  }),
}

/** Operations on records that no restricted reviewer can see: they get 404. */
export const hiddenFromRestricted = ['completeGenerationAttachment']

/** A file whose generation is queued or has failed. */
export async function newGeneration(
  world: World,
  projectId: string,
  owner: Person,
  state: 'QUEUED' | 'FAILED' = 'QUEUED',
): Promise<string> {
  const { sql } = world.database
  const id = newPrefixedId('FX')
  const status = state === 'QUEUED' ? 'GENERATING' : 'FAILED'
  await sql`
    insert into files (id, project_id, name, mode, status, position, author_id, stack_id, stack_number, allow_restricted)
    values (${id}, ${projectId}, 'sample.md', 'GENERATED', ${status}, 1, ${owner.userId}, ${id}, 1, true)`
  await sql`
    insert into generations (file_id, output_type, output_model, prompt, provider, state)
    values (${id}, 'DOCUMENT', 'markdown', 'A sample', 'local', ${state})`
  return id
}

/** A complete attachment, unless `objectId` names an incomplete object. */
export async function newGenerationAttachment(
  world: World,
  projectId: string,
  owner: Person,
  objectId?: string,
): Promise<string> {
  const id = newPrefixedId('GA')
  await world.database.sql`
    insert into generation_attachments (id, project_id, uploader_id, name, object_id)
    values (${id}, ${projectId}, ${owner.userId}, 'sample.txt', ${objectId ?? (await storedText(world))})`
  return id
}

async function storedText(world: World): Promise<string> {
  const id = newUuid()
  const { size } = await world.storage.write(id, Readable.from([Buffer.from('bytes')]))
  await world.database.sql`
    insert into objects (id, upload_id, size, part_size, mime_type, stored_at)
    values (${id}, 'sample', ${size}, ${size}, 'text/plain', now())`
  return id
}
