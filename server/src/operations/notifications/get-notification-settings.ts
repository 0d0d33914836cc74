import { z } from 'zod'
import { defineOperation } from '../../core/operation.ts'
import {
  addressConfirmed,
  mailAddress,
  mailStopped,
  NotificationSettings,
} from '../../records/notification-settings.ts'

type SettingsRow = Omit<NotificationSettings, 'mailConfigured' | 'mailStopped'> & {
  stopped: boolean
  reason: string
  since: string
}

export const getNotificationSettings = defineOperation({
  http: 'GET /api/notification-settings',
  client: 'notifications.getSettings',
  summary: 'Read how often you get mail about notifications, and where it goes.',

  scope: 'projects:read',
  tier: 4,

  input: z.strictObject({}),
  output: [200, NotificationSettings],

  prepare: async (_input, { mail }) => mail.configured,

  async handler(_input, { sql, caller }, mailConfigured) {
    const [settings] = await sql<SettingsRow>`
      select coalesce(s.mail, 'SOON') as mail, s.time_zone as "timeZone", ${mailAddress} as email,
        ${addressConfirmed} as "emailConfirmed", ${mailStopped} as stopped, s.stopped_reason as reason,
        s.stopped_at as since
      from users u left join notification_settings s on s.user_id = u.id
      where u.id = ${caller.userId}`
    const { stopped, reason, since, ...rest } = settings!
    return { ...rest, mailConfigured, mailStopped: stopped ? { reason, since } : null }
  },
})
