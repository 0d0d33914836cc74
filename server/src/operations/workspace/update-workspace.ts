import { z } from 'zod'
import { stillManages } from '../../auth/still-manages.ts'
import { ApiError } from '../../core/errors.ts'
import { defineOperation } from '../../core/operation.ts'
import { givenFields } from '../../core/operation-audit.ts'
import { text } from '../../core/schemas.ts'
import { AccentColor } from '../../records/open-share.ts'

export const updateWorkspace = defineOperation({
  http: 'PATCH /api/workspace',
  client: 'workspace.update',
  summary: 'Rename the workspace, or change its accent colour.',

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
    accentColor: AccentColor.nullable()
      .optional()
      .describe('Colour of buttons and links on pages for guests, as `#rrggbb`; null for that of the app.'),
  }),
  output: [204],

  async handler({ name, accentColor }, { sql, caller }): Promise<undefined> {
    const { workspaceId, userId } = caller
    const updated = await sql`
      update workspaces set name = coalesce(${name ?? null}, name),
        accent_color = case when ${accentColor === undefined} then accent_color else ${accentColor ?? null} end
      where id = ${workspaceId} and ${stillManages(workspaceId, userId)} returning id`
    if (updated.length === 0) throw new ApiError('insufficient_role')
  },
})
