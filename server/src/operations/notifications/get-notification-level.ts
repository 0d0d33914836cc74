import { z } from 'zod'
import { anyRole } from '../../core/access.ts'
import { defineOperation } from '../../core/operation.ts'
import { ProjectId } from '../../core/schemas.ts'
import { NotificationLevel } from '../../records/notification.ts'

export const getNotificationLevel = defineOperation({
  http: 'GET /api/projects/:projectId/notification-level',
  client: 'notifications.getLevel',
  summary: 'Read what you hear of in a project.',

  scope: 'projects:read',
  project: 'projectId',
  roles: anyRole,
  tier: 'default',

  input: z.strictObject({ projectId: ProjectId }),
  output: [200, z.object({ level: NotificationLevel })],

  joinsAccess: true,
  async handler(_input, { sql, access }) {
    const [found] = await sql<{ level: NotificationLevel }>`
      select coalesce(l.level, 'CONCERNS_ME') as level from ${access}
      left join notification_levels l on l.project_id = access.project_id and l.user_id = access.user_id`
    return found!
  },
})
