import type { ProjectRole } from '../../../src/core/access.ts'
import { newUuid } from '../../../src/core/ids.ts'
import type { World } from '../world.ts'
import { type Sample, target } from './target.ts'

export const memberSamples: Record<string, Sample> = {
  addMembers: async (world, projectId) => {
    const user = { id: await newUser(world, projectId) }
    return target({ projectId }, { members: [{ user, role: 'PROJECT_REVIEWER' }] })
  },
  listMembers: async (_world, projectId) => target({ projectId }),
  removeMember: async (world, projectId) => target({ memberId: await newMember(world, projectId) }),
  updateMember: async (world, projectId) =>
    target({ memberId: await newMember(world, projectId) }, { role: 'PROJECT_MEMBER' }),
}

/** The project membership of a new user, who has no key. */
export async function newMember(world: World, projectId: string): Promise<string> {
  return join(world, projectId, await newUser(world, projectId), 'PROJECT_REVIEWER')
}

/** A member of the project's workspace who is not a member of the project. */
export async function newUser(world: World, projectId: string): Promise<string> {
  const id = newUuid()
  await world.database
    .sql`insert into users (id, email, name) values (${id}, ${`${id}@example.com`}, 'Sample')`
  await world.database.sql`
    insert into workspace_members (id, workspace_id, user_id, role)
    select ${newUuid()}, workspace_id, ${id}, 'MEMBER' from projects where id = ${projectId}`
  return id
}

export async function join(
  world: World,
  projectId: string,
  userId: string,
  role: ProjectRole,
): Promise<string> {
  const id = newUuid()
  await world.database.sql`
    insert into project_members (id, project_id, workspace_id, user_id, role)
    select ${id}, id, workspace_id, ${userId}, ${role} from projects where id = ${projectId}`
  return id
}
