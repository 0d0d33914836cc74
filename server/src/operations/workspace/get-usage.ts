import { z } from 'zod'
import { defineOperation } from '../../core/operation.ts'
import { readGenerations, readStorage, readUsedBytes, Usage } from '../../records/usage.ts'
import { quotasOf } from '../../storage/quotas.ts'

export const getUsage = defineOperation({
  http: 'GET /api/workspace/usage',
  client: 'workspace.getUsage',
  summary:
    'Get how much the workspace stores, by project and by person, its quota, and how many files it has generated with each provider.',

  scope: 'usage:read',
  workspaceRole: 'ADMIN',
  tier: 'default',

  input: z.strictObject({}),
  output: [200, Usage],

  async handler(_input, { sql, caller, quotas }) {
    const { workspaceId } = caller
    const quota = quotasOf(quotas, caller).workspace
    const [storage, generations, used] = await Promise.all([
      readStorage(sql, workspaceId),
      readGenerations(sql, workspaceId),
      readUsedBytes(sql, workspaceId),
    ])
    return { ...storage, quota: quota === undefined ? null : { bytes: quota, used }, generations }
  },
})
