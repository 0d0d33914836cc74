import { z } from 'zod'
import { managers } from '../../core/access.ts'
import { ApiError } from '../../core/errors.ts'
import { defineOperation } from '../../core/operation.ts'
import { TrashId } from '../../core/schemas.ts'
import { fragment } from '../../core/sql.ts'
import { purgeEntries } from './purge-entries.ts'

export const purgeTrash = defineOperation({
  http: 'DELETE /api/trash/:trashId',
  client: 'trash.delete',
  summary:
    'Delete a record in the trash for good, with everything that was deleted with it. Nothing can restore it; its bytes follow with the clean-up of the storage.',

  scope: null,
  credential: 'session',
  project: 'trashId',
  roles: managers,
  tier: 3,
  audit: {
    action: 'trash.purged',
    target: { of: 'trash', before: ({ trashId }) => trashId },
    details: (_input, kind) => ({ kind }),
  },

  input: z.strictObject({ trashId: TrashId }),
  output: [204],

  async handler({ trashId }, { sql, caller }): Promise<undefined> {
    if ((await purgeEntries(sql, caller, fragment`t.id = ${trashId}`)) === 0) throw new ApiError('not_found')
  },
})
