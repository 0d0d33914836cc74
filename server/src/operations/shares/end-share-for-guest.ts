import { z } from 'zod'
import { managers } from '../../core/access.ts'
import { ApiError } from '../../core/errors.ts'
import { defineOperation } from '../../core/operation.ts'
import { ShareGuestId, ShareId } from '../../core/schemas.ts'
import { fragment } from '../../core/sql.ts'
import { emit } from '../../events/outbox.ts'
import { shareEvent } from '../../events/resource-events.ts'

export const endShareForGuest = defineOperation({
  http: 'DELETE /api/shares/:shareId/guests/:guestId',
  client: 'shares.endForGuest',
  summary:
    'End a share for one guest at once. What they wrote and uploaded stays. They can open the link again unless it has a password that they do not know, or is ended.',

  scope: 'shares:write',
  project: 'shareId',
  roles: managers,
  tier: 3,
  audit: {
    action: 'share.guest_ended',
    target: { of: 'shareGuest', before: ({ guestId }) => guestId },
  },

  input: z.strictObject({ shareId: ShareId, guestId: ShareGuestId }),
  output: [204],

  joinsAccess: true,
  async handler({ shareId, guestId }, { sql, access, caller }): Promise<undefined> {
    const rows = await sql<{ found: boolean }>`
      with guest as (
        select g.id, access.project_id from ${access}
        join share_guests g on g.share_id = ${shareId} and g.id = ${guestId} and not g.preview
      ), ended as (
        update share_guests g set ended_at = now() from guest where g.id = guest.id and g.ended_at is null
        returning g.share_id as id, guest.project_id, g.id as guest_id
      ), emitted as (${emit(shareEvent('share.guest_ended', caller, fragment`ended it`, { guest: { id: fragment`it.guest_id` } }))})
      select exists (select from guest) as found from ${access}`
    if (!rows[0]?.found) throw new ApiError('not_found')
  },
})
