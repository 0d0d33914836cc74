import { z } from 'zod'
import { stillManages } from '../../auth/still-manages.ts'
import { ApiError } from '../../core/errors.ts'
import { defineOperation } from '../../core/operation.ts'
import { givenFields } from '../../core/operation-audit.ts'
import { text } from '../../core/schemas.ts'

export const updateWorkspace = defineOperation({
  http: 'PATCH /api/workspace',
  client: 'workspace.update',
  summary: 'Rename the workspace.',

  scope: null,
  credential: 'session',
  workspaceRole: 'ADMIN',
  tier: 3,
  audit: {
    action: 'workspace.updated',
    target: 'workspace',
    details: (changes) => ({ changed: givenFields(changes) }),
  },

  input: z.strictObject({
    name: text(1, 100).optional().describe('New name of the workspace.'),
  }),
  output: [204],

  async handler({ name }, { sql, caller }): Promise<undefined> {
    const { workspaceId, userId } = caller
    const updated = await sql`
      update workspaces set name = coalesce(${name ?? null}, name)
      where id = ${workspaceId} and ${stillManages(workspaceId, userId)} returning id`
    if (updated.length === 0) throw new ApiError('insufficient_role')
  },
})
