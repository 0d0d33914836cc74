import { newPrefixedId } from '../../src/core/ids.ts'
import type { Person, World } from '../world.ts'
import { type Sample, target, uniqueName } from './target.ts'

export const folderSamples: Record<string, Sample> = {
  createFolder: async (_world, projectId) => target({ projectId }, { name: uniqueName() }),
  listFolders: async (world, projectId, owner) => {
    await newFolder(world, projectId, owner)
    return target({ projectId })
  },
  updateFolder: async (world, projectId, owner) =>
    target({ folderId: await newFolder(world, projectId, owner) }, { name: uniqueName(), parent: null }),
  deleteFolder: async (world, projectId, owner) =>
    target({ folderId: await newFolder(world, projectId, owner) }),
}

export async function newFolder(world: World, projectId: string, owner: Person): Promise<string> {
  const id = newPrefixedId('DX')
  await world.database.sql`
    insert into folders (id, project_id, name, created_by) values (${id}, ${projectId}, ${uniqueName()}, ${owner.userId})`
  return id
}
