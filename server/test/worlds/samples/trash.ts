import { newUuid } from '../../../src/core/ids.ts'
import { verbatim } from '../../../src/core/sql.ts'
import type { TrashKind } from '../../../src/records/trash-kind.ts'
import type { Person, World } from '../world.ts'
import { newComment } from './comments.ts'
import { newFile } from './files.ts'
import { newVisibleFolder } from './folders.ts'
import { newSkill } from './skills.ts'
import { type Sample, target } from './target.ts'
import { newVersion } from './versions.ts'

export const trashSamples: Record<string, Sample> = {
  listTrash: async (world, projectId, owner) => {
    await newTrashed(world, projectId, owner, 'FILE')
    return target({ projectId }, { kind: 'FILE' })
  },
  listWorkspaceTrash: async (world, projectId, owner) => {
    await newTrashed(world, projectId, owner, 'SKILL')
    return target()
  },
  purgeTrash: async (world, projectId, owner) => target({ trashId: await newEntry(world, projectId, owner) }),
  purgeWorkspaceTrash: async (world, projectId, owner) =>
    target({ trashId: (await newTrashed(world, projectId, owner, 'SKILL')).entryId }),
  restoreFile: async (world, projectId, owner) =>
    target({ trashedFileId: (await newTrashed(world, projectId, owner, 'FILE')).id }),
  restoreFiles: async (world, projectId, owner) => {
    const files = [
      await newTrashed(world, projectId, owner, 'FILE'),
      await newTrashed(world, projectId, owner, 'FILE'),
    ]
    return target({ projectId }, { files: files.map(({ id }) => ({ id })) })
  },
  restoreFolder: async (world, projectId, owner) =>
    target({ trashedFolderId: (await newTrashed(world, projectId, owner, 'FOLDER')).id }),
  restoreComment: async (world, projectId, owner) =>
    target({ trashedCommentId: (await newTrashed(world, projectId, owner, 'COMMENT')).id }),
  restoreVersion: async (world, projectId, owner) =>
    target({ trashedVersionId: (await newTrashed(world, projectId, owner, 'VERSION')).id }),
  restoreSkill: async (world, projectId, owner) =>
    target({ trashedSkillId: (await newTrashed(world, projectId, owner, 'SKILL')).id }),
}

const created: Record<TrashKind, (world: World, projectId: string, owner: Person) => Promise<string>> = {
  FILE: newFile,
  FOLDER: newVisibleFolder,
  COMMENT: newComment,
  VERSION: newVersion,
  SKILL: newSkill,
}

const tables: Record<TrashKind, string> = {
  FILE: 'all_files',
  FOLDER: 'all_folders',
  COMMENT: 'all_comments',
  VERSION: 'all_versions',
  SKILL: 'all_skills',
}

/** A new record in the trash, and its entry. */
export async function newTrashed(world: World, projectId: string, owner: Person, kind: TrashKind) {
  const { sql } = world.database
  const id = await created[kind](world, projectId, owner)
  const entryId = newUuid()
  await sql`
    insert into trash (id, workspace_id, project_id, kind, record_id, name, deleted_by, purge_at)
    select ${entryId}, workspace_id, case when ${kind} <> 'SKILL' then id end, ${kind}, ${id}, 'A sample', ${owner.userId},
      now() + interval '30 days'
    from projects where id = ${projectId}`
  if (kind === 'FOLDER') await sql`update all_files set trash_id = ${entryId} where folder_id = ${id}`
  await sql`update ${verbatim(tables[kind])} set trash_id = ${entryId} where id = ${id}`
  return { id, entryId }
}

export async function newEntry(world: World, projectId: string, owner: Person): Promise<string> {
  return (await newTrashed(world, projectId, owner, 'FILE')).entryId
}
