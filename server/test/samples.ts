// For every operation, a call that works: fresh things in a project, and what to send. The access matrix, the order of
// checks, the 404s and the fuzzer all start from here, so an operation without a sample is tested by none of them.
import type { ProjectRole } from '../src/core/access.ts'
import { newPrefixedId, newUuid } from '../src/core/ids.ts'
import type { Operation } from '../src/core/operation.ts'
import type { Person, World } from './world.ts'

export type Target = {
  /** The ids in the path. */
  params: Record<string, string>
  /** What goes into the body or the query string. */
  fields: Record<string, unknown>
}

export type Sample = (world: World, projectId: string, owner: Person) => Promise<Target>

export const samples: Record<string, Sample> = {
  createFolder: async (_world, projectId) => target({ projectId }, { name: uniqueName() }),
  ping: async () => target(),
}

/**
 * Where a handler asks for more than its declaration can say (a member may leave, a manager may remove anyone), the
 * roles that may do what the sample does.
 */
export const narrowerRoles: Record<string, readonly ProjectRole[]> = {}

export function sampleFor(operation: Operation): Sample {
  const sample = samples[operation.name]
  if (sample) return sample
  throw new Error(
    `The operation ${operation.name} has no sample: add one to server/test/samples.ts, or no suite tests it.`,
  )
}

function target(params: Record<string, string> = {}, fields: Record<string, unknown> = {}): Target {
  return { params, fields }
}

function uniqueName(): string {
  return `Sample ${newUuid()}`
}

export async function newFolder(world: World, projectId: string, owner: Person): Promise<string> {
  const id = newPrefixedId('DX')
  await world.database.sql`
    insert into folders (id, project_id, name, created_by) values (${id}, ${projectId}, ${uniqueName()}, ${owner.userId})`
  return id
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

/** A membership of somebody new, who has no key. */
export async function newMember(world: World, projectId: string): Promise<string> {
  const [workspace] = await world.database.sql<{ id: string }>`
    select workspace_id as id from projects where id = ${projectId}`
  const userId = await newUser(world, workspace!.id)
  return join(world, projectId, userId, 'PROJECT_REVIEWER')
}

export async function newUser(world: World, workspaceId: string): Promise<string> {
  const id = newUuid()
  await world.database
    .sql`insert into users (id, email, name) values (${id}, ${`${id}@example.com`}, 'Sample')`
  await world.database.sql`
    insert into workspace_members (id, workspace_id, user_id, role) values (${newUuid()}, ${workspaceId}, ${id}, 'MEMBER')`
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
