import { createReadStream } from 'node:fs'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { newUuid } from '../../../src/core/ids.ts'
import type { Measured } from '../../../src/media/checks/finding.ts'
import { numbersName, numbersType, writeNumbers } from '../../../src/media/checks/numbers-file.ts'
import type { Person, World } from '../world.ts'
import { newVideo } from './captions.ts'
import { type Sample, target } from './target.ts'
import { newVersion } from './versions.ts'

export const checkSamples: Record<string, Sample> = {
  getChecks: async (world, projectId, owner) =>
    target({ fileId: (await newFinding(world, projectId, owner)).fileId }),
  runChecks: async (world, projectId, owner) =>
    target({ fileId: await newVideo(world, projectId, owner) }, { profileId: 'ebu' }),
  previewChecks: async (world, projectId, owner) =>
    target(
      { fileId: await newMeasuredFile(world, projectId, owner) },
      { rules: { size: { level: 'PROBLEM', sizes: ['1920x1080'] } } },
    ),
  exportVersionChecks: async (world, projectId, owner) => {
    const { fileId } = await newFinding(world, projectId, owner)
    const versionId = await newVersion(world, projectId, owner)
    await world.database.sql`
      insert into version_files (version_id, file_id, project_id, position) values (${versionId}, ${fileId}, ${projectId}, 0)`
    return target({ versionId }, { format: 'json' })
  },
  exportChecks: async (world, projectId, owner) =>
    target({ fileId: (await newFinding(world, projectId, owner)).fileId }, { format: 'sarif' }),
  waiveFinding: async (world, projectId, owner) =>
    target(await newFinding(world, projectId, owner), { reason: 'As the director wants it.' }),
  unwaiveFinding: async (world, projectId, owner) => target(await newWaiver(world, projectId, owner)),
  createFindingComment: async (world, projectId, owner) =>
    target(await newFinding(world, projectId, owner), { content: 'Please look.' }),
}

type FindingPath = { fileId: string; findingId: string }

/** A checked video with one finding, in the frames 25 to 49. */
export async function newFinding(world: World, projectId: string, owner: Person): Promise<FindingPath> {
  const fileId = await newVideo(world, projectId, owner)
  const { sql } = world.database
  const findingId = newUuid()
  await sql`
    insert into checks (file_id, revision, state, profile_id, profile_version, profile_name, measured_at, rules)
    select file_id, revision, 'READY', 'web', 1, 'Web 1080p', now(), '[]' from media where file_id = ${fileId}`
  await sql`
    insert into findings (id, file_id, position, rule, level, first_frame, last_frame, first_ms, last_ms, measured, limit_value,
      unit, message, confidence)
    values (${findingId}, ${fileId}, 0, 'black', 'WARNING', 25, 49, 1000, 2000, '1', '0.5', 's', 'The image is black.', 1)`
  return { fileId, findingId }
}

async function newWaiver(world: World, projectId: string, owner: Person): Promise<FindingPath> {
  const path = await newFinding(world, projectId, owner)
  await world.database.sql`
    insert into check_waivers (id, project_id, stack_id, stack_number, rule, first_frame, last_frame, reason, user_id, file_id)
    select ${newUuid()}, f.project_id, f.stack_id, f.stack_number, 'black', 25, 49, 'Wanted', ${owner.userId}, f.id
    from files f where f.id = ${path.fileId}`
  return path
}

/** Of a file without frames and audio. */
const measured: Measured = {
  ...{ rate: null, video: null, audio: null, gaps: [], audioOffset: null },
  ...{ starts: null, fields: null, measuredSeconds: null },
  faults: { errors: 0, damaged: [], missingEnd: null },
  info: {
    ...{ kind: 'VIDEO', width: 1280, height: 720, durationMs: 10_000, frameRate: { num: 25, den: 1 } },
    ...{ frames: 250, pages: null, hasAudio: false },
  },
}

/** A video whose numbers are stored. */
export async function newMeasuredFile(
  world: World,
  projectId: string,
  owner: Person,
  numbers: Measured = measured,
): Promise<string> {
  const { fileId } = await newFinding(world, projectId, owner)
  await storeNumbers(world, fileId, numbers)
  return fileId
}

export async function storeNumbers(world: World, fileId: string, numbers: Measured): Promise<void> {
  const folder = await mkdtemp(join(tmpdir(), 'dailies-numbers-'))
  const path = join(folder, numbersName)
  await writeNumbers(path, numbers)
  const id = newUuid()
  const { size } = await world.storage.write(id, createReadStream(path))
  await rm(folder, { recursive: true })
  const { sql } = world.database
  await sql`
    insert into objects (id, upload_id, size, part_size, mime_type, stored_at)
    values (${id}, 'derived', ${size}, ${size}, ${numbersType}, now())`
  await sql`
    insert into media_derivatives (file_id, name, step, object_id) values (${fileId}, ${numbersName}, 'checks', ${id})`
}
