import { newUuid } from '../../../src/core/ids.ts'
import type { Person, World } from '../world.ts'
import { newFile } from './files.ts'
import { type Sample, target } from './target.ts'

const text = '1\n00:00:01,000 --> 00:00:02,000\nHello\n'

export const captionSamples: Record<string, Sample> = {
  listCaptions: async (world, projectId, owner) =>
    target({ fileId: (await newCaptions(world, projectId, owner)).fileId }),
  createCaptions: async (world, projectId, owner) =>
    target({ fileId: await newVideo(world, projectId, owner) }, { text, language: 'en', label: 'SDH' }),
  getCaptions: async (world, projectId, owner) => target(await newCaptions(world, projectId, owner)),
  getCaptionsText: async (world, projectId, owner) =>
    target(await newCaptions(world, projectId, owner), { format: 'srt' }),
  deleteCaptions: async (world, projectId, owner) => target(await newCaptions(world, projectId, owner)),
  transcribeFile: async (world, projectId, owner) =>
    target({ fileId: await newVideo(world, projectId, owner) }, { language: 'en' }),
}

/** A video of ten seconds with audio, as if its previews were made. */
export async function newVideo(world: World, projectId: string, owner: Person): Promise<string> {
  const id = await newFile(world, projectId, owner)
  const { sql } = world.database
  await sql`update files set mime_type = 'video/mp4' where id = ${id}`
  await sql`
    insert into media (file_id, state, kind, duration_ms, frame_rate_num, frame_rate_den, frames, has_audio)
    values (${id}, 'READY', 'VIDEO', 10000, 25, 1, 250, true)`
  return id
}

/** A video with captions of one cue. */
export async function newCaptions(
  world: World,
  projectId: string,
  owner: Person,
): Promise<{ fileId: string; captionId: string }> {
  const fileId = await newVideo(world, projectId, owner)
  return { fileId, captionId: await addCaptions(world, fileId, owner) }
}

/** Captions of one cue. */
export async function addCaptions(world: World, fileId: string, owner: Person): Promise<string> {
  const captionId = newUuid()
  const { sql } = world.database
  await sql`
    insert into captions (id, file_id, language, source, cue_count, author_id)
    values (${captionId}, ${fileId}, 'en', 'UPLOADED', 1, ${owner.userId})`
  await sql`
    insert into caption_cues (caption_id, position, start_ms, end_ms, text, key)
    values (${captionId}, 0, 1000, 2000, 'Hello', search_key(search_folded('Hello')))`
  return captionId
}
