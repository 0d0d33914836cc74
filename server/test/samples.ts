// For every operation, a call that works: fresh things in a project, and what to send. The access matrix, the order of
// checks, the 404s and the fuzzer all start from here, so an operation without a sample is tested by none of them.
import { randomBytes } from 'node:crypto'
import { Readable } from 'node:stream'
import type { z } from 'zod'
import { type Locator, managers, type ProjectRole } from '../src/core/access.ts'
import { newPrefixedId, newUuid } from '../src/core/ids.ts'
import { methodAndPath, type Operation } from '../src/core/operation.ts'
import type { Person, World } from './world.ts'

export type Target = {
  /** The ids in the path. */
  params: Record<string, string>
  /** What goes into the body or the query string. */
  fields: Record<string, unknown>
}

export type Sample = (world: World, projectId: string, owner: Person) => Promise<Target>

export const samples: Record<string, Sample> = {
  addMembers: async (world, projectId) => {
    const user = { id: await newUser(world, projectId) }
    return target({ projectId }, { members: [{ user, role: 'PROJECT_REVIEWER' }] })
  },
  cancelProjectDeletion: async (world, projectId) => {
    await world.database
      .sql`update projects set destroyed_at = now() + interval '1 day' where id = ${projectId}`
    return target({ projectId })
  },
  createFolder: async (_world, projectId) => target({ projectId }, { name: uniqueName() }),
  createProject: async () => target({}, { name: uniqueName(), accessRange: 'ONLY_PROJECT_MEMBER' }),
  createVersion: async (_world, projectId) => target({ projectId }, { name: uniqueName() }),
  deleteFolder: async (world, projectId, owner) =>
    target({ folderId: await newFolder(world, projectId, owner) }),
  deleteVersion: async (world, projectId, owner) =>
    target({ versionId: await newVersion(world, projectId, owner) }),
  getProject: async (_world, projectId) => target({ projectId }),
  getVersion: async (world, projectId, owner) =>
    target({ versionId: await newVersion(world, projectId, owner) }),
  listFolders: async (world, projectId, owner) => {
    await newFolder(world, projectId, owner)
    return target({ projectId })
  },
  listMembers: async (_world, projectId) => target({ projectId }),
  listProjects: async () => target({}, { keyword: 'Project' }),
  listVersions: async (world, projectId, owner) => {
    await newVersion(world, projectId, owner)
    return target({ projectId }, { page: 1, sort: { type: 'name', direction: 'asc' } })
  },
  listWorkspaceMembers: async () => target({}, { keyword: 'e' }),
  ping: async () => target(),
  removeMember: async (world, projectId) => target({ memberId: await newMember(world, projectId) }),
  scheduleProjectDeletion: async (world, projectId) => {
    await world.database.sql`update projects set destroyed_at = null where id = ${projectId}`
    return target({ projectId })
  },
  searchProjects: async () => target({}, { query: 'project', page: 1, sort: { type: 'createdAt' } }),
  setVersionStatus: async (world, projectId, owner) =>
    target({ versionId: await newVersion(world, projectId, owner) }, { status: 'APPROVED' }),
  updateFolder: async (world, projectId, owner) =>
    target({ folderId: await newFolder(world, projectId, owner) }, { name: uniqueName(), parent: null }),
  updateMember: async (world, projectId) =>
    target({ memberId: await newMember(world, projectId) }, { role: 'PROJECT_MEMBER' }),
  updateProject: async (_world, projectId) =>
    target({ projectId }, { name: uniqueName(), description: null }),
  updateVersion: async (world, projectId, owner) =>
    target({ versionId: await newVersion(world, projectId, owner) }, { name: uniqueName() }),
}

/**
 * Where a handler asks for more than its declaration can say, the roles that may do what the sample does: anyone may
 * leave a project, but the sample removes somebody else.
 */
export const narrowerRoles: Record<string, readonly ProjectRole[]> = { removeMember: managers }

export function sampleFor(operation: Operation): Sample {
  const sample = samples[operation.name]
  if (sample) return sample
  const { pathKeys } = methodAndPath(operation)
  const fields = Object.entries<z.ZodType>(operation.input.shape).filter(([key]) => !pathKeys.includes(key))
  if (fields.some(([, field]) => !field.safeParse(undefined).success)) {
    throw new Error(
      `The operation ${operation.name} has no sample: add one to server/test/samples.ts, or no suite tests it.`,
    )
  }
  return async (world, projectId, owner) => {
    const ids = pathKeys.map(async (key) => [key, await freshIds[key as Locator](world, projectId, owner)])
    return target(Object.fromEntries(await Promise.all(ids)))
  }
}

/** What the ids in a path name: enough for an operation that needs nothing else. */
const freshIds: Record<Locator, (world: World, projectId: string, owner: Person) => Promise<string>> = {
  projectId: async (_world, projectId) => projectId,
  folderId: newFolder,
  memberId: newMember,
  versionId: newVersion,
  fileId: newFile,
  commentId: newComment,
  linkId: newLink,
  attachmentId: newAttachment,
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
  return join(world, projectId, await newUser(world, projectId), 'PROJECT_REVIEWER')
}

/** Somebody of the project's workspace who is not a member of the project. */
async function newUser(world: World, projectId: string): Promise<string> {
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

/** An uploaded file of a few bytes, whose bytes are really there. */
export async function newFile(world: World, projectId: string, owner: Person): Promise<string> {
  const id = newPrefixedId('FX')
  const objectId = await newObject(world)
  await world.database.sql`
    insert into files (id, project_id, name, mode, mime_type, status, size, position, object_id, author_id, stack_id, stack_number)
    values (${id}, ${projectId}, ${uniqueName()}, 'LOCAL', 'text/plain', 'UPLOADED', 5, 1, ${objectId}, ${owner.userId}, ${id}, 1)`
  return id
}

export async function newObject(world: World, bytes = 'bytes'): Promise<string> {
  const id = newUuid()
  const { size } = await world.storage.write(id, Readable.from([Buffer.from(bytes)]))
  await world.database.sql`
    insert into objects (id, upload_id, size, part_size, mime_type, stored_at)
    values (${id}, 'sample', ${size}, ${size}, 'text/plain', now())`
  return id
}

export async function newComment(world: World, projectId: string, owner: Person): Promise<string> {
  const id = newUuid()
  await world.database.sql`
    insert into comments (id, project_id, author_id, content) values (${id}, ${projectId}, ${owner.userId}, 'A sample')`
  return id
}

export async function newLink(world: World, projectId: string, owner: Person): Promise<string> {
  const id = newUuid()
  await world.database.sql`
    insert into access_links (id, project_id, role, key_hash, key_sealed, created_by)
    values (${id}, ${projectId}, 'PROJECT_REVIEWER', ${randomBytes(32)}, ${randomBytes(32)}, ${owner.userId})`
  return id
}

/** Complete and not used by a comment yet. */
export async function newAttachment(world: World, projectId: string, owner: Person): Promise<string> {
  const id = newPrefixedId('CA')
  await world.database.sql`
    insert into comment_attachments (id, project_id, uploader_id, name, object_id)
    values (${id}, ${projectId}, ${owner.userId}, 'sample.txt', ${await newObject(world)})`
  return id
}
