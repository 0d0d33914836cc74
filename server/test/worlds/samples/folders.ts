import type { Person, World } from '../world.ts'
import { newFile } from './files.ts'
import { newFolder } from './new-folder.ts'
import { type Sample, target, uniqueName } from './target.ts'

export const folderSamples: Record<string, Sample> = {
  createFolder: async (_world, projectId) => target({ projectId }, { name: uniqueName() }),
  listFolders: async (world, projectId, owner) => {
    await newFolder(world, projectId, owner)
    return target({ projectId })
  },
  updateFolder: async (world, projectId, owner) =>
    target(
      { folderId: await newVisibleFolder(world, projectId, owner) },
      { name: uniqueName(), parent: null },
    ),
  deleteFolder: async (world, projectId, owner) =>
    target({ folderId: await newVisibleFolder(world, projectId, owner) }, { recursive: true }),
}

/** A folder with a file that makes it visible to restricted reviewers. */
export async function newVisibleFolder(world: World, projectId: string, owner: Person): Promise<string> {
  const id = await newFolder(world, projectId, owner)
  const fileId = await newFile(world, projectId, owner)
  await world.database.sql`update files set folder_id = ${id} where id = ${fileId}`
  return id
}
