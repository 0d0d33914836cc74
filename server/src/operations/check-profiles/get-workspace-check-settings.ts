import { z } from 'zod'
import { defineOperation } from '../../core/operation.ts'
import { CheckSettings, readSettings } from './check-settings.ts'

export const getWorkspaceCheckSettings = defineOperation({
  http: 'GET /api/workspace/check-settings',
  client: 'checkSettings.getWorkspace',
  summary: 'Read which check profile judges the new files of projects that have not chosen one.',

  scope: 'projects:read',
  tier: 'default',

  input: z.strictObject({}),
  output: [200, CheckSettings],

  handler: (_input, { sql, caller }) => readSettings(sql, caller.workspaceId, null),
})
