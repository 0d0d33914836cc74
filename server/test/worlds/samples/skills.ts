import { newPrefixedId } from '../../../src/core/ids.ts'
import type { Person, World } from '../world.ts'
import { type Sample, target, uniqueName } from './target.ts'

export const skillSamples: Record<string, Sample> = {
  listSkills: async (world, projectId, owner) => {
    await newSkill(world, projectId, owner)
    return target()
  },
  createSkill: async () =>
    target({}, { name: uniqueName(), description: 'A sample', metadata: { a: 'b' }, content: '# Sample' }),
  getSkill: async (world, projectId, owner) => target({ skillId: await newSkill(world, projectId, owner) }),
  updateSkill: async (world, projectId, owner) =>
    target({ skillId: await newSkill(world, projectId, owner) }, { name: uniqueName(), license: null }),
  deleteSkill: async (world, projectId, owner) =>
    target({ skillId: await newSkill(world, projectId, owner) }),
  publishSkillVersion: async (world, projectId, owner) =>
    target({ skillId: await newSkill(world, projectId, owner) }, { content: '# Sample' }),
  getSkillVersion: async (world, projectId, owner) =>
    target({ skillVersionId: await newSkillVersion(world, projectId, owner) }),
  deleteSkillVersion: async (world, projectId, owner) =>
    target({ skillVersionId: await newSkillVersion(world, projectId, owner) }),
}

/** A skill of the project's workspace, without versions. */
export async function newSkill(world: World, projectId: string, owner: Person): Promise<string> {
  const id = newPrefixedId('SK')
  await world.database.sql`
    insert into skills (id, workspace_id, name, description, created_by)
    select ${id}, workspace_id, ${uniqueName()}, 'A sample', ${owner.userId} from projects where id = ${projectId}`
  return id
}

/** A version of a new skill, which has no default version. */
export async function newSkillVersion(world: World, projectId: string, owner: Person): Promise<string> {
  const id = newPrefixedId('SV')
  const skillId = await newSkill(world, projectId, owner)
  await world.database.sql`
    insert into skill_versions (id, skill_id, version, content) values (${id}, ${skillId}, 1, '# Sample')`
  await world.database.sql`update skills set last_version = 1 where id = ${skillId}`
  return id
}
