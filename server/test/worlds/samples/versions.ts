import { newUuid } from '../../../src/core/ids.ts'
import type { Person, World } from '../world.ts'
import { newFile } from './files.ts'
import { type Sample, target, uniqueName } from './target.ts'

export const versionSamples: Record<string, Sample> = {
  listVersions: async (world, projectId, owner) => {
    await newVersion(world, projectId, owner)
    return target({ projectId }, { page: 1, sort: { type: 'name', direction: 'asc' } })
  },
  createVersion: async (world, projectId, owner) => {
    const files = [{ id: await newFile(world, projectId, owner) }]
    return target({ projectId }, { name: uniqueName(), description: 'A sample', files })
  },
  getVersion: async (world, projectId, owner) =>
    target({ versionId: await newVersion(world, projectId, owner) }),
  updateVersion: async (world, projectId, owner) =>
    target({ versionId: await newVersion(world, projectId, owner) }, { name: uniqueName() }),
  setVersionStatus: async (world, projectId, owner) =>
    target({ versionId: await newVersion(world, projectId, owner) }, { status: 'APPROVED' }),
  deleteVersion: async (world, projectId, owner) =>
    target({ versionId: await newVersion(world, projectId, owner) }),
}

export async function newVersion(
  world: World,
  projectId: string,
  owner: Person,
  allowRestricted = true,
): Promise<string> {
  const id = newUuid()
  await world.database.sql`
    insert into versions (id, project_id, name, allow_restricted, created_by)
    values (${id}, ${projectId}, ${uniqueName()}, ${allowRestricted}, ${owner.userId})`
  return id
}
