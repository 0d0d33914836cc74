import { z } from 'zod'
import { ApiError } from '../../core/errors.ts'
import { defineOperation } from '../../core/operation.ts'
import { FileId, NotificationId, Timestamp } from '../../core/schemas.ts'
import { fragment } from '../../core/sql.ts'

export const readNotifications = defineOperation({
  http: 'POST /api/notifications/read',
  client: 'notifications.read',
  tool: 'mark_notifications_read',
  summary: 'Mark your notifications as read: single ones, those about a file, or all up to a time.',
  toolUse: 'Use it when the user has dealt with them.',

  scope: 'projects:write',
  tier: 4,

  input: z.strictObject({
    ids: z.array(NotificationId).min(1).max(100).nullish().describe('Unknown ids are ignored.'),
    file: z.strictObject({ id: FileId }).nullish().describe('All notifications about this file.'),
    before: Timestamp.nullish().describe('All notifications up to this time.'),
  }),
  output: [204],

  async handler({ ids, file, before }, { sql, caller }): Promise<undefined> {
    const chosen = [
      ids == null ? undefined : fragment`n.id = any(${ids}::uuid[])`,
      file == null
        ? undefined
        : fragment`n.id in (select e.notification_id from notification_events e
            where e.file_id = ${file.id} and e.user_id = ${caller.userId})`,
      before == null ? undefined : fragment`n.updated_at <= ${before}::timestamptz`,
    ].filter((condition) => condition !== undefined)
    if (chosen.length !== 1) {
      const message = 'Send exactly one of `ids`, `file` and `before`.'
      throw new ApiError('invalid_request', { errors: [{ path: '/ids', code: 'exclusive', message }] })
    }
    await sql`
      with marked as (
        update notifications n set read_at = now()
        where n.workspace_id = ${caller.workspaceId} and n.user_id = ${caller.userId} and n.read_at is null
          and ${chosen[0]!}
        returning n.user_id
      )
      select pg_notify('dailies_unread', user_id::text) from marked group by user_id`
  },
})
