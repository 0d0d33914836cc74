// For every operation, a call that works: fresh things in a project, and what to send. The access matrix, the order of
// checks, the 404s and the fuzzer all start from here, so an operation without a sample is tested by none of them.
import { randomBytes } from 'node:crypto'
import { Readable } from 'node:stream'
import type { z } from 'zod'
import { hashToken } from '../src/auth/api-keys.ts'
import {
  contributors,
  type Locator,
  managers,
  type ProjectRole,
  type WorkspaceRole,
} from '../src/core/access.ts'
import { newPrefixedId, newUuid } from '../src/core/ids.ts'
import { methodAndPath, type Operation } from '../src/core/operation.ts'
import { startObject } from '../src/storage/uploads.ts'
import { newConnectedApp, newInvitation, newKey, newPasskey, newSession } from './account-things.ts'
import type { Person, World } from './world.ts'

export type Target = {
  /** The ids in the path. */
  params: Record<string, string>
  /** What goes into the body or the query string. */
  fields: Record<string, unknown>
}

export type Sample = (world: World, projectId: string, owner: Person) => Promise<Target>

export const samples: Record<string, Sample> = {
  abortUpload: async (world, projectId, owner) =>
    target({ fileId: await newUpload(world, projectId, owner) }),
  addMembers: async (world, projectId) => {
    const user = { id: await newUser(world, projectId) }
    return target({ projectId }, { members: [{ user, role: 'PROJECT_REVIEWER' }] })
  },
  cancelProjectDeletion: async (world, projectId) => {
    await world.database
      .sql`update projects set destroyed_at = now() + interval '1 day' where id = ${projectId}`
    return target({ projectId })
  },
  completeCommentAttachment: newAttachmentUpload,
  createApiKey: async () => target({}, { name: 'A sample', scopes: ['projects:read'], expiresInDays: 1 }),
  createInvitation: async () => target({}, { email: `${newUuid()}@example.com`, role: 'MEMBER' }),
  createAccessLink: async (_world, projectId) =>
    target({ projectId }, { role: 'PROJECT_REVIEWER', description: 'A sample' }),
  completeUpload: async (world, projectId, owner) => {
    const fileId = await newUpload(world, projectId, owner)
    return target({ fileId }, { parts: [await putSamplePart(world, fileId)] })
  },
  createFileComment: async (world, projectId, owner) =>
    target({ fileId: await newFile(world, projectId, owner) }, { content: 'A sample', anchor: 1 }),
  createFolder: async (_world, projectId) => target({ projectId }, { name: uniqueName() }),
  createProject: async () => target({}, { name: uniqueName(), accessRange: 'ONLY_PROJECT_MEMBER' }),
  createProjectComment: async (_world, projectId) => target({ projectId }, { content: 'A sample' }),
  createReaction: async (world, projectId, owner) =>
    target({ commentId: await newComment(world, projectId, owner) }, { type: '👍' }),
  createSkill: async () =>
    target({}, { name: uniqueName(), description: 'A sample', metadata: { a: 'b' }, content: '# Sample' }),
  createVersion: async (_world, projectId) => target({ projectId }, { name: uniqueName() }),
  deleteAccessLink: async (world, projectId, owner) =>
    target({ linkId: await newLink(world, projectId, owner) }),
  deleteComment: async (world, projectId, owner) =>
    target({ commentId: await newComment(world, projectId, owner) }),
  deleteCommentAttachment: async (world, projectId, owner) =>
    target({ attachmentId: await newAttachment(world, projectId, owner) }),
  deleteFile: async (world, projectId, owner) => target({ fileId: await newFile(world, projectId, owner) }),
  deleteFolder: async (world, projectId, owner) =>
    target({ folderId: await newFolder(world, projectId, owner) }),
  deleteInvitation: async (world, projectId, owner) =>
    target({ invitationId: await newInvitation(world, projectId, owner) }),
  deletePasskey: async (world, _projectId, owner) => target({ passkeyId: await newPasskey(world, owner) }),
  deleteReaction: async (world, projectId, owner) => {
    const commentId = await newComment(world, projectId, owner)
    await reactByAll(world, projectId, commentId)
    return target({ commentId }, { type: '👍' })
  },
  deleteSkill: async (world, projectId, owner) =>
    target({ skillId: await newSkill(world, projectId, owner) }),
  deleteSkillVersion: async (world, projectId, owner) =>
    target({ skillVersionId: await newSkillVersion(world, projectId, owner) }),
  deleteVersion: async (world, projectId, owner) =>
    target({ versionId: await newVersion(world, projectId, owner) }),
  downloadCommentAttachment: async (world, projectId, owner) => {
    const attachmentId = await newAttachment(world, projectId, owner)
    const commentId = await newComment(world, projectId, owner)
    await world.database
      .sql`update comment_attachments set comment_id = ${commentId}, position = 1 where id = ${attachmentId}`
    return target({ attachmentId })
  },
  disconnectApp: async (world, projectId, owner) =>
    target({ connectedAppId: await newConnectedApp(world, projectId, owner) }),
  endSession: async (world, projectId, owner) =>
    target({ sessionId: await newSession(world, projectId, owner) }),
  exportComments: async (world, projectId, owner) =>
    target({ fileId: await newFile(world, projectId, owner) }, { format: 'csv' }),
  getAccount: async () => target(),
  getAccessLink: async (world, projectId, owner) =>
    target({ linkId: await newLink(world, projectId, owner) }),
  downloadFile: async (world, projectId, owner) => target({ fileId: await newFile(world, projectId, owner) }),
  getComment: async (world, projectId, owner) =>
    target({ commentId: await newComment(world, projectId, owner) }),
  getFile: async (world, projectId, owner) => target({ fileId: await newFile(world, projectId, owner) }),
  getProject: async (_world, projectId) => target({ projectId }),
  getSkill: async (world, projectId, owner) => target({ skillId: await newSkill(world, projectId, owner) }),
  getSkillVersion: async (world, projectId, owner) =>
    target({ skillVersionId: await newSkillVersion(world, projectId, owner) }),
  getVersion: async (world, projectId, owner) =>
    target({ versionId: await newVersion(world, projectId, owner) }),
  joinAccessLink: async (world, projectId, owner) => {
    const accessKey = randomBytes(16).toString('hex')
    await newLink(world, projectId, owner, accessKey)
    return target({}, { accessKey, name: 'Guest' })
  },
  listAccessLinks: async (world, projectId, owner) => {
    await newLink(world, projectId, owner)
    return target({ projectId })
  },
  listApiKeys: async () => target(),
  listInvitations: async () => target(),
  listPasskeys: async (world, _projectId, owner) => {
    await newPasskey(world, owner)
    return target()
  },
  listConnectedApps: async (world, projectId, owner) => {
    await newConnectedApp(world, projectId, owner)
    return target()
  },
  listSessions: async () => target(),
  linkYoutube: async (_world, projectId) => target({ projectId }, { url: 'https://youtu.be/dQw4w9WgXcQ' }),
  listFileComments: async (world, projectId, owner) =>
    target({ fileId: await newFile(world, projectId, owner) }, { sort: { type: 'anchor' } }),
  listFiles: async (world, projectId, owner) => {
    await newFile(world, projectId, owner)
    return target({ projectId })
  },
  listFolders: async (world, projectId, owner) => {
    await newFolder(world, projectId, owner)
    return target({ projectId })
  },
  listMembers: async (_world, projectId) => target({ projectId }),
  listProjectComments: async (world, projectId, owner) => {
    await newComment(world, projectId, owner)
    return target({ projectId }, { sort: { type: 'createdAt', direction: 'desc' }, resolved: false })
  },
  listProjects: async () => target({}, { keyword: 'Project' }),
  listReactions: async (world, projectId, owner) =>
    target({ commentId: await newComment(world, projectId, owner) }),
  listReplies: async (world, projectId, owner) =>
    target({ commentId: await newComment(world, projectId, owner) }),
  listSkills: async (world, projectId, owner) => {
    await newSkill(world, projectId, owner)
    return target()
  },
  listVersions: async (world, projectId, owner) => {
    await newVersion(world, projectId, owner)
    return target({ projectId }, { page: 1, sort: { type: 'name', direction: 'asc' } })
  },
  listWorkspaceMembers: async () => target({}, { keyword: 'e' }),
  ping: async () => target(),
  publishSkillVersion: async (world, projectId, owner) =>
    target({ skillId: await newSkill(world, projectId, owner) }, { content: '# Sample' }),
  queryFiles: async (world, projectId, owner) => {
    await newFile(world, projectId, owner)
    return target({ projectId }, { keyword: 'Sample', folder: null, tag: 'NEED_REVIEW', status: 'UPLOADED' })
  },
  removeMember: async (world, projectId) => target({ memberId: await newMember(world, projectId) }),
  removeWorkspaceMember: async (world, projectId) =>
    target({ workspaceMemberId: await newWorkspaceMember(world, projectId) }),
  renamePasskey: async (world, _projectId, owner) =>
    target({ passkeyId: await newPasskey(world, owner) }, { name: uniqueName() }),
  revokeApiKey: async (world, projectId, owner) =>
    target({ apiKeyId: await newKey(world, projectId, owner) }),
  reopenComment: async (world, projectId, owner) =>
    target({ commentId: await newComment(world, projectId, owner) }),
  resolveComment: async (world, projectId, owner) =>
    target({ commentId: await newComment(world, projectId, owner) }),
  resumeUpload: async (world, projectId, owner) =>
    target({ fileId: await newUpload(world, projectId, owner) }),
  scheduleProjectDeletion: async (world, projectId) => {
    await world.database.sql`update projects set destroyed_at = null where id = ${projectId}`
    return target({ projectId })
  },
  searchProjects: async () => target({}, { query: 'project', page: 1, sort: { type: 'createdAt' } }),
  setFileTag: async (world, projectId, owner) =>
    target({ fileId: await newFile(world, projectId, owner) }, { tag: 'APPROVED' }),
  setVersionStatus: async (world, projectId, owner) =>
    target({ versionId: await newVersion(world, projectId, owner) }, { status: 'APPROVED' }),
  startFileCommentAttachment: async (world, projectId, owner) =>
    target({ fileId: await newFile(world, projectId, owner) }, { name: 'sample.txt', size: 5 }),
  startProjectCommentAttachment: async (_world, projectId) =>
    target({ projectId }, { name: 'sample.txt', size: 5 }),
  startUpload: async (_world, projectId) => target({ projectId }, { name: uniqueName(), size: 5 }),
  updateAccount: async () => target({}, { name: uniqueName() }),
  updateWorkspaceMember: async (world, projectId) =>
    target({ workspaceMemberId: await newWorkspaceMember(world, projectId) }, { role: 'GUEST' }),
  updateComment: async (world, projectId, owner) =>
    target({ commentId: await newComment(world, projectId, owner) }, { content: 'Another sample' }),
  updateFile: async (world, projectId, owner) =>
    target(
      { fileId: await newFile(world, projectId, owner) },
      { name: uniqueName(), folder: null, order: 1.5 },
    ),
  updateFolder: async (world, projectId, owner) =>
    target({ folderId: await newFolder(world, projectId, owner) }, { name: uniqueName(), parent: null }),
  updateMember: async (world, projectId) =>
    target({ memberId: await newMember(world, projectId) }, { role: 'PROJECT_MEMBER' }),
  updateProject: async (_world, projectId) =>
    target({ projectId }, { name: uniqueName(), description: null }),
  updateSkill: async (world, projectId, owner) =>
    target({ skillId: await newSkill(world, projectId, owner) }, { name: uniqueName(), license: null }),
  updateVersion: async (world, projectId, owner) =>
    target({ versionId: await newVersion(world, projectId, owner) }, { name: uniqueName() }),
}

/**
 * Where a handler asks for more than its declaration can say, the roles that may do what the sample does: anyone may
 * leave a project, but the sample removes somebody else.
 */
export const narrowerRoles: Record<string, readonly ProjectRole[]> = {
  abortUpload: managers,
  completeCommentAttachment: ['PROJECT_OWNER'],
  completeUpload: managers,
  deleteComment: managers,
  deleteCommentAttachment: ['PROJECT_OWNER'],
  removeMember: managers,
  reopenComment: contributors,
  resolveComment: contributors,
  resumeUpload: managers,
  updateComment: ['PROJECT_OWNER'],
}

/**
 * What is somebody's own: to others it is not there, but for what a workspace role sees of all. What is the account's is
 * the same in every workspace.
 */
export const ownThings: Record<string, { of: 'account' } | { of: 'workspace'; orRole: WorkspaceRole }> = {
  deletePasskey: { of: 'account' },
  disconnectApp: { of: 'account' },
  endSession: { of: 'account' },
  renamePasskey: { of: 'account' },
  revokeApiKey: { of: 'workspace', orRole: 'ADMIN' },
}

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

/** The membership in the workspace of somebody new. */
async function newWorkspaceMember(world: World, projectId: string): Promise<string> {
  const userId = await newUser(world, projectId)
  const [member] = await world.database.sql<{ id: string }>`
    select id from workspace_members where user_id = ${userId}`
  return member!.id
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
export async function newFile(
  world: World,
  projectId: string,
  owner: Person,
  allowRestricted = true,
): Promise<string> {
  const id = newPrefixedId('FX')
  const objectId = await newObject(world)
  await world.database.sql`
    insert into files (id, project_id, name, mode, mime_type, status, size, position, object_id, author_id, stack_id,
      stack_number, allow_restricted)
    values (${id}, ${projectId}, ${uniqueName()}, 'LOCAL', 'text/plain', 'UPLOADED', 5, 1, ${objectId},
      ${owner.userId}, ${id}, 1, ${allowRestricted})`
  return id
}

/** A file of 5 bytes that is being uploaded by the owner; no part is there yet. */
export async function newUpload(world: World, projectId: string, owner: Person): Promise<string> {
  const id = newPrefixedId('FX')
  const { objectId } = await startObject(world.database.sql, world.storage, 5)
  await world.database.sql`
    insert into files (id, project_id, name, mode, status, size, position, object_id, author_id, stack_id,
      stack_number, allow_restricted)
    values (${id}, ${projectId}, ${uniqueName()}, 'LOCAL', 'UPLOADING', 5, 1, ${objectId}, ${owner.userId}, ${id}, 1, true)`
  return id
}

/** Stores the only part of such a file. */
async function putSamplePart(world: World, fileId: string): Promise<{ partNumber: number; eTag: string }> {
  const [row] = await world.database.sql<{ objectId: string; uploadId: string }>`
    select o.id as "objectId", o.upload_id as "uploadId" from files f join objects o on o.id = f.object_id
    where f.id = ${fileId}`
  const upload = { key: row!.objectId, uploadId: row!.uploadId }
  const url = await world.storage.partUrl(upload, 1, 5, 60)
  const { headers } = await fetch(url, { method: 'PUT', body: 'bytes' })
  return { partNumber: 1, eTag: headers.get('etag')! }
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

/** Complete and not used by a comment yet. */
export async function newAttachment(world: World, projectId: string, owner: Person): Promise<string> {
  const id = newPrefixedId('CA')
  await world.database.sql`
    insert into comment_attachments (id, project_id, uploader_id, name, object_id)
    values (${id}, ${projectId}, ${owner.userId}, 'sample.txt', ${await newObject(world)})`
  return id
}

/** A skill of the project's workspace, without versions. */
export async function newSkill(world: World, projectId: string, owner: Person): Promise<string> {
  const id = newPrefixedId('SK')
  await world.database.sql`
    insert into skills (id, workspace_id, name, description, created_by)
    select ${id}, workspace_id, ${uniqueName()}, 'A sample', ${owner.userId} from projects where id = ${projectId}`
  return id
}

/** A version of a skill of its own, which has no default. */
export async function newSkillVersion(world: World, projectId: string, owner: Person): Promise<string> {
  const id = newPrefixedId('SV')
  const skillId = await newSkill(world, projectId, owner)
  await world.database.sql`
    insert into skill_versions (id, skill_id, version, content) values (${id}, ${skillId}, 1, '# Sample')`
  await world.database.sql`update skills set last_version = 1 where id = ${skillId}`
  return id
}

/** An attachment whose only part is uploaded, and what completes it. */
async function newAttachmentUpload(world: World, projectId: string, owner: Person): Promise<Target> {
  const attachmentId = newPrefixedId('CA')
  const { objectId, parts } = await startObject(world.database.sql, world.storage, 5)
  await world.database.sql`
    insert into comment_attachments (id, project_id, uploader_id, name, object_id)
    values (${attachmentId}, ${projectId}, ${owner.userId}, 'sample.txt', ${objectId})`
  const { headers } = await fetch(parts[0]!.url, { method: 'PUT', body: 'bytes' })
  return target({ attachmentId }, { parts: [{ partNumber: 1, eTag: headers.get('etag')! }] })
}

/** Whoever of the workspace takes the reaction back, it is there. */
async function reactByAll(world: World, projectId: string, commentId: string): Promise<void> {
  await world.database.sql`
    insert into comment_reactions (comment_id, type, user_id)
    select ${commentId}, '👍', w.user_id
    from projects p join workspace_members w on w.workspace_id = p.workspace_id where p.id = ${projectId}`
}
