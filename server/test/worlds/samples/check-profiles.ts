import { newPrefixedId } from '../../../src/core/ids.ts'
import type { Person, World } from '../world.ts'
import { type Sample, target, uniqueName } from './target.ts'

const rules = { black: { level: 'PROBLEM', seconds: 1, allowedHead: 2 } }

export const checkProfileSamples: Record<string, Sample> = {
  listCheckProfiles: async (world, projectId, owner) => {
    await newCheckProfile(world, projectId, owner)
    return target()
  },
  createCheckProfile: async () => target({}, { name: uniqueName(), rules }),
  getCheckProfile: async (world, projectId, owner) =>
    target({ profileId: await newCheckProfile(world, projectId, owner) }),
  updateCheckProfile: async (world, projectId, owner) =>
    target(
      { profileId: await newCheckProfile(world, projectId, owner) },
      { name: uniqueName(), rules: { clipping: { level: 'INFO' } }, version: 1 },
    ),
  deleteCheckProfile: async (world, projectId, owner) =>
    target({ profileId: await newCheckProfile(world, projectId, owner) }),
  listCheckProfileVersions: async (world, projectId, owner) =>
    target({ profileId: await newCheckProfile(world, projectId, owner) }, { page: 1 }),
  getCheckSettings: async (_world, projectId) => target({ projectId }),
  setCheckSettings: async (_world, projectId) => target({ projectId }, { profileId: 'ebu', off: false }),
  getWorkspaceCheckSettings: async () => target(),
  setWorkspaceCheckSettings: async () => target({}, { profileId: null, off: false }),
}

/** A check profile of the project's workspace. */
export async function newCheckProfile(world: World, projectId: string, owner: Person): Promise<string> {
  const id = newPrefixedId('CP')
  const { sql } = world.database
  await sql`
    insert into check_profiles (id, workspace_id, name, created_by)
    select ${id}, workspace_id, ${uniqueName()}, ${owner.userId} from projects where id = ${projectId}`
  await sql`
    insert into check_profile_versions (profile_id, version, rules, created_by)
    values (${id}, 1, ${JSON.stringify(rules)}::jsonb, ${owner.userId})`
  return id
}
