import { z } from 'zod'
import { defineOperation } from '../../core/operation.ts'
import { putAvatar } from '../../records/avatar.ts'

export const removeWorkspaceAvatar = defineOperation({
  http: 'DELETE /api/workspace/avatar',
  client: 'workspace.removeAvatar',
  summary: 'Remove the avatar of the workspace.',

  scope: null,
  credential: 'session',
  workspaceRole: 'ADMIN',
  tier: 3,
  audit: { action: 'workspace.updated', target: 'workspace', details: () => ({ changed: ['avatar'] }) },

  input: z.strictObject({}),
  output: [204],

  async handler(_input, { sql, caller, mediaOrigin }): Promise<undefined> {
    await sql`with ${putAvatar({ workspaceId: caller.workspaceId }, mediaOrigin(), null)} select url from avatar`
  },
})
