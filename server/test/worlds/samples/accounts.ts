import { registrationOptions } from '../../../src/auth/passkeys.ts'
import { newUuid } from '../../../src/core/ids.ts'
import { type CreationOptions, makePasskey } from '../../stand-ins/software-passkey.ts'
import { newConnectedApp, newInvitation, newKey, newPasskey, newSession } from '../account-records.ts'
import type { World } from '../world.ts'
import { newUser } from './members.ts'
import { type Sample, target, uniqueName } from './target.ts'

export const accountSamples: Record<string, Sample> = {
  createApiKey: async () => target({}, { name: 'A sample', scopes: ['projects:read'], expiresInDays: 1 }),
  createPasskey: async (world, _projectId, { userId, email }) => {
    const origin = world.url.replace('127.0.0.1', 'localhost')
    const options = await registrationOptions(world.database.sql, origin, { userId, email, name: 'Sample' })
    const response = makePasskey(options as CreationOptions, origin)
    return target({}, { name: uniqueName(), response })
  },
  createInvitation: async () => target({}, { email: `${newUuid()}@example.com`, role: 'MEMBER' }),
  deleteInvitation: async (world, projectId, owner) =>
    target({ invitationId: await newInvitation(world, projectId, owner) }),
  deletePasskey: async (world, _projectId, owner) => target({ passkeyId: await newPasskey(world, owner) }),
  disconnectApp: async (world, projectId, owner) =>
    target({ connectedAppId: await newConnectedApp(world, projectId, owner) }),
  endSession: async (world, projectId, owner) =>
    target({ sessionId: await newSession(world, projectId, owner) }),
  getAccount: async () => target(),
  listApiKeys: async () => target(),
  listConnectedApps: async (world, projectId, owner) => {
    await newConnectedApp(world, projectId, owner)
    return target()
  },
  listConnectionActivity: async (world, projectId, owner) =>
    target({ connectionId: await newKey(world, projectId, owner) }),
  listInvitations: async () => target(),
  listPasskeys: async (world, _projectId, owner) => {
    await newPasskey(world, owner)
    return target()
  },
  listSessions: async () => target(),
  removeAvatar: async (world, _projectId, { userId }) => {
    await world.database.sql`update users set avatar_url = 'http://localhost/avatars/1' where id = ${userId}`
    return target()
  },
  removeWorkspaceAvatar: async () => target(),
  removeWorkspaceMember: async (world, projectId) =>
    target({ workspaceMemberId: await newWorkspaceMember(world, projectId) }),
  renamePasskey: async (world, _projectId, owner) =>
    target({ passkeyId: await newPasskey(world, owner) }, { name: uniqueName() }),
  revokeApiKey: async (world, projectId, owner) =>
    target({ apiKeyId: await newKey(world, projectId, owner) }),
  startPasskey: async () => target(),
  updateAccount: async () => target({}, { name: uniqueName() }),
  updateApiKey: async (world, projectId, owner) =>
    target({ apiKeyId: await newKey(world, projectId, owner) }, { maySpend: false }),
  updateConnectedApp: async (world, projectId, owner) =>
    target({ connectedAppId: await newConnectedApp(world, projectId, owner) }, { maySpend: false }),
  updateWorkspace: async () => target({}, { name: uniqueName() }),
  updateWorkspaceMember: async (world, projectId) =>
    target({ workspaceMemberId: await newWorkspaceMember(world, projectId) }, { role: 'GUEST' }),
}

/** The membership of a new user in the workspace. */
async function newWorkspaceMember(world: World, projectId: string): Promise<string> {
  const userId = await newUser(world, projectId)
  const [member] = await world.database.sql<{ id: string }>`
    select id from workspace_members where user_id = ${userId}`
  return member!.id
}
