import { defineOperation } from '../../core/operation.ts'
import { createAvatar } from '../../media/image/avatar.ts'
import { putAvatar } from '../../records/avatar.ts'
import { AvatarUpload, cropOf, StoredAvatar } from '../account/avatar-input.ts'

/** The body is an image instead of JSON, so image-operations.ts lists it instead of index.ts. */
export const setWorkspaceAvatar = defineOperation({
  http: 'PUT /api/workspace/avatar',
  client: 'workspace.setAvatar',
  summary: 'Set the avatar of the workspace. The body is a PNG, JPEG or WebP image of at most 5 MB.',

  scope: null,
  credential: 'session',
  workspaceRole: 'ADMIN',
  tier: 2,
  audit: { action: 'workspace.updated', target: 'workspace', details: () => ({ changed: ['avatar'] }) },

  input: AvatarUpload,
  output: [200, StoredAvatar],

  async prepare(input, { caller }) {
    return createAvatar(caller.userId, input.image, cropOf(input))
  },

  async handler(_input, { sql, caller, mediaOrigin }, images) {
    const owner = { workspaceId: caller.workspaceId }
    const [avatar] = await sql<{ avatarUrl: string }>`
      with ${putAvatar(owner, mediaOrigin(), images)} select url as "avatarUrl" from avatar`
    return avatar!
  },
})
