import { z } from 'zod'
import { managers } from '../../core/access.ts'
import { defineOperation } from '../../core/operation.ts'
import { ShareId } from '../../core/schemas.ts'
import { fragment } from '../../core/sql.ts'
import { emit } from '../../events/outbox.ts'
import { shareEvent } from '../../events/resource-events.ts'

export const endShare = defineOperation({
  http: 'POST /api/shares/:shareId/end',
  client: 'shares.end',
  summary:
    'End a share for all guests at once. Its link shows nothing any more; what guests wrote and uploaded stays.',

  scope: 'shares:write',
  project: 'shareId',
  roles: managers,
  tier: 3,
  audit: { action: 'share.ended', target: { of: 'share', before: ({ shareId }) => shareId } },

  input: z.strictObject({ shareId: ShareId }),
  output: [204],

  joinsAccess: true,
  async handler({ shareId }, { sql, access, caller }): Promise<undefined> {
    await sql`
      with share as (
        select s.id, s.project_id from ${access} join shares s on s.id = ${shareId}
      ), ended as (
        update shares s set ended_at = now(), updated_at = now() from share
        where s.id = share.id and s.ended_at is null
        returning s.id, s.project_id
      ), emitted as (${emit(shareEvent('share.ended', caller, fragment`ended it`))})
      select id from share`
  },
})
