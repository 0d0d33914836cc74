import { z } from 'zod'
import { defineOperation } from '../../core/operation.ts'
import { cursorInput, cursorPage, expectMany, keysetPage } from '../../core/pages.ts'
import { ProjectId } from '../../core/schemas.ts'
import { fragment, nothing } from '../../core/sql.ts'
import {
  callerRoleJoins,
  Notification,
  NotificationKind,
  type NotificationRow,
  notificationColumns,
  notificationRecord,
  seenJoin,
} from '../../records/notification.ts'

export const listNotifications = defineOperation({
  http: 'QUERY /api/notifications',
  client: 'notifications.list',
  tool: 'list_notifications',
  summary: 'List your notifications, newest first. What you may no longer see is left out.',
  toolUse: 'Use it to learn what happened that concerns the user.',

  scope: 'projects:read',
  tier: 'default',

  input: z.strictObject({
    unread: z.boolean().default(false).describe('true: only unread ones.'),
    kind: NotificationKind.nullish().describe('Only this kind.'),
    project: z.strictObject({ id: ProjectId }).nullish().describe('Only this project.'),
    ...cursorInput,
  }),
  output: [200, cursorPage(Notification)],

  async handler({ unread, kind = null, project, ...cursor }, { sql, caller, cursors }) {
    const { workspaceId, userId } = caller
    const page = keysetPage(cursors, cursor, {
      binding: ['listNotifications', workspaceId, userId, unread, kind, project?.id ?? null],
      columns: [
        ['n.updated_at', 'timestamptz'],
        ['n.id', 'uuid'],
      ],
      direction: 'desc',
      within: [
        ['n.workspace_id', 'uuid', workspaceId],
        ['n.user_id', 'uuid', userId],
      ],
    })
    const filters = [
      unread ? fragment`and n.read_at is null` : nothing,
      kind === null ? nothing : fragment`and n.kind = ${kind}`,
      project == null ? nothing : fragment`and n.project_id = ${project.id}`,
    ].reduce((all, filter) => fragment`${all} ${filter}`)
    const rows = await sql<NotificationRow>`
      select shown.*
      from notifications n ${expectMany} cross join lateral (
        select ${notificationColumns} from (select) one ${callerRoleJoins(caller)} ${seenJoin}
        where seen.count > 0 offset 0
      ) shown
      where true ${filters} ${page.after}
      ${page.order}`
    return page.of(rows, ({ updatedAt, id }) => [updatedAt, id], notificationRecord)
  },
})
