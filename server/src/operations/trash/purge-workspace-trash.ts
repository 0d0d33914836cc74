import { z } from 'zod'
import { ApiError } from '../../core/errors.ts'
import { defineOperation } from '../../core/operation.ts'
import { TrashId } from '../../core/schemas.ts'
import { fragment } from '../../core/sql.ts'
import { purgeEntries } from './purge-entries.ts'

export const purgeWorkspaceTrash = defineOperation({
  http: 'DELETE /api/workspace/trash/:trashId',
  client: 'workspace.purgeTrash',
  summary: 'Delete a skill in the trash for good, with all its versions. Nothing can restore it.',

  scope: null,
  credential: 'session',
  workspaceRole: 'ADMIN',
  tier: 3,
  audit: {
    action: 'trash.purged',
    target: { of: 'trash', before: ({ trashId }) => trashId },
    details: (_input, kind) => ({ kind }),
  },

  input: z.strictObject({ trashId: TrashId }),
  output: [204],

  async handler({ trashId }, { sql, caller }): Promise<undefined> {
    const which = fragment`t.id = ${trashId} and t.workspace_id = ${caller.workspaceId} and t.project_id is null`
    if ((await purgeEntries(sql, caller, which)) === 0) throw new ApiError('not_found')
  },
})
