import { z } from 'zod'
import { stillManages } from '../../auth/still-manages.ts'
import { ApiError } from '../../core/errors.ts'
import { defineOperation } from '../../core/operation.ts'
import { settingsInput, writeSettings } from './check-settings.ts'
import { requireChoosable } from './find-profile.ts'

export const setWorkspaceCheckSettings = defineOperation({
  http: 'PUT /api/workspace/check-settings',
  client: 'checkSettings.setWorkspace',
  summary: 'Choose the check profile for projects that have not chosen one, or switch checks off for them.',

  scope: 'projects:write',
  workspaceRole: 'ADMIN',
  tier: 3,
  audit: {
    action: 'check_settings.updated',
    target: 'workspace',
    details: ({ profileId, off }) => ({ profileId, off }),
  },

  input: z.strictObject({
    profileId: settingsInput.profileId.describe(
      'A built-in check profile, or one of the workspace; null for the built-in `web`.',
    ),
    off: settingsInput.off,
  }),
  output: [204],

  transaction: true,
  async handler({ profileId, off }, { sql, caller }): Promise<undefined> {
    const { workspaceId, userId } = caller
    const manages = await sql`select 1 where ${stillManages(workspaceId, userId)}`
    if (manages.length === 0) throw new ApiError('insufficient_role')
    if (profileId !== null)
      await requireChoosable({ sql, caller }, { id: profileId, projectId: null, path: '/profileId' })
    await writeSettings(sql, workspaceId, null, { profileId, off })
  },
})
