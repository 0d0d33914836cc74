import { z } from 'zod'
import { defineOperation } from '../../core/operation.ts'
import { countUnread, mostUnread } from '../../records/unread.ts'

export const countNotifications = defineOperation({
  http: 'GET /api/notifications/count',
  client: 'notifications.count',
  summary: 'Count your unread notifications.',

  scope: 'projects:read',
  tier: 4,

  input: z.strictObject({}),
  output: [200, z.object({ unread: z.int().describe(`Counts up to ${mostUnread}.`) })],

  async handler(_input, { sql, caller }) {
    const [counted] = await countUnread(sql, [caller])
    return { unread: counted!.unread }
  },
})
