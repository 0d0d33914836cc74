import { z } from 'zod'
import { managers } from '../../core/access.ts'
import { defineOperation } from '../../core/operation.ts'
import { numberedPage, pageNumber, pageOf, pageWindow } from '../../core/pages.ts'
import { ShareId } from '../../core/schemas.ts'
import { ShareGuest, type ShareGuestRow, shareGuestColumns, shareGuestRecord } from '../../records/share.ts'

export const listShareGuests = defineOperation({
  http: 'GET /api/shares/:shareId/guests',
  client: 'shares.listGuests',
  summary: 'List who opened a share, what they opened, when, and how far they watched. Newest guests first.',

  scope: 'shares:read',
  project: 'shareId',
  roles: managers,
  tier: 'default',

  input: z.strictObject({ shareId: ShareId, page: pageNumber }),
  output: [200, numberedPage(ShareGuest)],

  joinsAccess: true,
  async handler({ shareId, page }, { sql, access }) {
    const rows = await sql<ShareGuestRow | { id: null }>`
      select ${shareGuestColumns}
      from ${access} join shares s on s.id = ${shareId}
      left join lateral (
        select * from share_guests g where g.share_id = s.id and not g.preview order by g.id desc ${pageWindow(page)}
      ) g on true
      order by g.id desc`
    const guests = rows.filter((row) => row.id !== null)
    return pageOf(page, guests, shareGuestRecord)
  },
})
