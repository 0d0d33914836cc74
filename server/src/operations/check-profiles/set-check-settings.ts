import { z } from 'zod'
import { managers } from '../../core/access.ts'
import { defineOperation } from '../../core/operation.ts'
import { ProjectId } from '../../core/schemas.ts'
import { settingsInput, writeSettings } from './check-settings.ts'
import { requireChoosable } from './find-profile.ts'

export const setCheckSettings = defineOperation({
  http: 'PUT /api/projects/:projectId/check-settings',
  client: 'checkSettings.set',
  summary: 'Choose the check profile of a project, or switch its checks off.',

  scope: 'projects:write',
  project: 'projectId',
  roles: managers,
  tier: 3,
  audit: {
    action: 'check_settings.updated',
    target: { of: 'project', before: ({ projectId }) => projectId },
    details: ({ profileId, off }) => ({ profileId, off }),
  },

  input: z.strictObject({
    projectId: ProjectId,
    profileId: settingsInput.profileId.describe(
      'A built-in check profile, or one of the workspace or the project; null: the project follows the workspace.',
    ),
    off: settingsInput.off,
  }),
  output: [204],

  transaction: true,
  async handler({ profileId, off }, { sql, caller, projectId }): Promise<undefined> {
    if (profileId !== null)
      await requireChoosable({ sql, caller }, { id: profileId, projectId, path: '/profileId' })
    await writeSettings(sql, caller.workspaceId, projectId, { profileId, off })
  },
})
