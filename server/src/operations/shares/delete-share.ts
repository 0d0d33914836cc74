import { z } from 'zod'
import { managers } from '../../core/access.ts'
import { defineOperation } from '../../core/operation.ts'
import { ShareId } from '../../core/schemas.ts'
import { fragment } from '../../core/sql.ts'
import { emit } from '../../events/outbox.ts'
import { shareEvent } from '../../events/resource-events.ts'

export const deleteShare = defineOperation({
  http: 'DELETE /api/shares/:shareId',
  client: 'shares.delete',
  summary:
    'Delete a share with the record of who opened it. It ends for all guests; what they wrote and uploaded stays.',

  scope: 'shares:write',
  project: 'shareId',
  roles: managers,
  tier: 3,
  audit: { action: 'share.deleted', target: { of: 'share', before: ({ shareId }) => shareId } },

  input: z.strictObject({ shareId: ShareId }),
  output: [204],

  joinsAccess: true,
  async handler({ shareId }, { sql, access, caller }): Promise<undefined> {
    await sql`
      with deleted as (
        delete from shares s using ${access} where s.id = ${shareId} returning s.id, s.project_id
      ), emitted as (${emit(shareEvent('share.deleted', caller, fragment`deleted it`))})
      select id from deleted`
  },
})
