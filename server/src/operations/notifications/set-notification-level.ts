import { z } from 'zod'
import { anyRole } from '../../core/access.ts'
import { defineOperation } from '../../core/operation.ts'
import { ProjectId } from '../../core/schemas.ts'
import { NotificationLevel } from '../../records/notification.ts'

export const setNotificationLevel = defineOperation({
  http: 'PUT /api/projects/:projectId/notification-level',
  client: 'notifications.setLevel',
  summary: 'Choose what you hear of in a project.',

  scope: 'projects:write',
  project: 'projectId',
  roles: anyRole,
  tier: 4,

  input: z.strictObject({
    projectId: ProjectId,
    level: NotificationLevel.describe('CONCERNS_ME is the default; MENTIONS leaves out everything else.'),
  }),
  output: [204],

  joinsAccess: true,
  async handler({ level }, { sql, access }): Promise<undefined> {
    await sql`
      insert into notification_levels (project_id, user_id, level)
      select access.project_id, access.user_id, ${level} from ${access}
      on conflict on constraint notification_levels_pkey do update set level = excluded.level
      returning true`
  },
})
