import { randomBytes } from 'node:crypto'
import { hashToken } from '../../../src/auth/api-keys.ts'
import { newUuid } from '../../../src/core/ids.ts'
import type { Person, World } from '../world.ts'
import { type Sample, target } from './target.ts'

export const accessLinkSamples: Record<string, Sample> = {
  listAccessLinks: async (world, projectId, owner) => {
    await newLink(world, projectId, owner)
    return target({ projectId })
  },
  createAccessLink: async (_world, projectId) =>
    target({ projectId }, { role: 'PROJECT_REVIEWER', description: 'A sample' }),
  getAccessLink: async (world, projectId, owner) =>
    target({ linkId: await newLink(world, projectId, owner) }),
  deleteAccessLink: async (world, projectId, owner) =>
    target({ linkId: await newLink(world, projectId, owner) }),
  renewAccessLink: async (world, projectId, owner) =>
    target({ linkId: await newLink(world, projectId, owner) }),
  joinAccessLink: async (world, projectId, owner) => {
    const accessKey = randomBytes(16).toString('hex')
    await newLink(world, projectId, owner, accessKey)
    return target({}, { accessKey, name: 'Guest' })
  },
}

export async function newLink(
  world: World,
  projectId: string,
  owner: Person,
  key = randomBytes(16).toString('hex'),
): Promise<string> {
  const id = newUuid()
  await world.database.sql`
    insert into access_links (id, project_id, role, key_hash, key_sealed, created_by)
    values (${id}, ${projectId}, 'PROJECT_REVIEWER', ${hashToken(key)}, ${randomBytes(32)}, ${owner.userId})`
  return id
}
