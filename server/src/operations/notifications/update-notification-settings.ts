import { z } from 'zod'
import { Email } from '../../auth/account-schemas.ts'
import { requestGuestAddress } from '../../auth/mail-settings.ts'
import { ApiError } from '../../core/errors.ts'
import { defineOperation } from '../../core/operation.ts'
import { text } from '../../core/schemas.ts'
import { isTimeZone, MailFrequency } from '../../records/notification-settings.ts'

export const updateNotificationSettings = defineOperation({
  http: 'PATCH /api/notification-settings',
  client: 'notifications.updateSettings',
  summary: 'Choose how often you get mail about notifications.',

  scope: 'projects:write',
  tier: 4,

  input: z.strictObject({
    mail: MailFrequency.optional().describe(
      'SOON: 10 minutes after an event that was not seen. HOURLY: at the full hour. DAILY: at 9:00. WEEKLY: on Monday at 9:00.',
    ),
    timeZone: text(1, 64)
      .refine(isTimeZone, 'Must be an IANA time zone such as Europe/Berlin.')
      .optional()
      .describe('IANA name, such as Europe/Berlin. Daily and weekly mails are sent at 9:00 there.'),
    mailStopped: z.null().optional().describe('null: send mail to the address again after it was rejected.'),
    email: Email.nullish().describe(
      'Only for guests by link: the address for mail. It is used when the link sent to it is opened; null removes it. Others change the address of their account.',
    ),
  }),
  output: [204],

  async prepare({ email }, { sql, caller, mail, urls, guess }) {
    if (email === undefined) return
    const [guest] = await sql`select from users where id = ${caller.userId} and email like '%@guest.invalid'`
    if (!guest)
      throw emailError('Only guests by link have an address here: change the address of your account.')
    if (email === null) return
    if (!mail.configured) throw emailError('This server sends no mail.')
    await requestGuestAddress({ mail, urls, guess }, { userId: caller.userId, email })
  },

  async handler({ mail, timeZone, mailStopped, email }, { sql, caller }): Promise<undefined> {
    const removed = email === null
    await sql`
      with changed as (
        insert into notification_settings as s (user_id, mail, time_zone)
        values (${caller.userId}, coalesce(${mail ?? null}, 'SOON'), ${timeZone ?? null})
        on conflict on constraint notification_settings_pkey do update set
          mail = coalesce(${mail ?? null}, s.mail), time_zone = coalesce(${timeZone ?? null}, s.time_zone),
          guest_email = case when not ${removed}::boolean then s.guest_email end,
          stopped_email = case when ${mailStopped !== null}::boolean then s.stopped_email end,
          stopped_reason = case when ${mailStopped !== null}::boolean then s.stopped_reason end,
          stopped_at = case when ${mailStopped !== null}::boolean then s.stopped_at end
        returning user_id
      )
      -- A worker looks again: the new time may be sooner.
      update mail_digests d set due_at = now() from changed
      where d.user_id = changed.user_id and d.due_at > now() and d.failures = 0`
  },
})

function emailError(message: string): ApiError {
  return new ApiError('invalid_request', { errors: [{ path: '/email', code: 'unexpected', message }] })
}
