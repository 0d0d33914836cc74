import { z } from 'zod'
import { defineOperation } from '../../core/operation.ts'
import { fragment, verbatim } from '../../core/sql.ts'
import { callerRoleJoins, seenEvents } from '../../records/notification.ts'

/** Counting reads at most this many notifications: the bell shows “99+”. */
const most = 100

export const countNotifications = defineOperation({
  http: 'GET /api/notifications/count',
  client: 'notifications.count',
  summary: 'Count your unread notifications.',

  scope: 'projects:read',
  tier: 4,

  input: z.strictObject({}),
  output: [200, z.object({ unread: z.int().describe(`Counts up to ${most}.`) })],

  async handler(_input, { sql, caller }) {
    const [counted] = await sql<{ unread: number }>`
      select count(*)::integer as unread from (
        select from notifications n ${callerRoleJoins(caller)}
        where n.workspace_id = ${caller.workspaceId} and n.user_id = ${caller.userId} and n.read_at is null
          and exists (${seenEvents}) ${fragment`${verbatim(`limit ${most}`)}`}
      ) n`
    return counted!
  },
})
