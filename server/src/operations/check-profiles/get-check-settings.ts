import { z } from 'zod'
import { anyRole } from '../../core/access.ts'
import { defineOperation } from '../../core/operation.ts'
import { ProjectId } from '../../core/schemas.ts'
import { CheckSettings, readSettings } from './check-settings.ts'

export const getCheckSettings = defineOperation({
  http: 'GET /api/projects/:projectId/check-settings',
  client: 'checkSettings.get',
  summary: 'Read which check profile judges the new files of a project, and where that is set.',

  scope: 'projects:read',
  project: 'projectId',
  roles: anyRole,
  tier: 'default',

  input: z.strictObject({ projectId: ProjectId }),
  output: [200, CheckSettings],

  handler: (_input, { sql, caller, projectId }) => readSettings(sql, caller.workspaceId, projectId),
})
