// The settings of a person for notifications by mail, and the address that they go to.
import { z } from 'zod'
import { Timestamp } from '../core/schemas.ts'
import { fragment } from '../core/sql.ts'

export const mailFrequencies = ['SOON', 'HOURLY', 'DAILY', 'WEEKLY', 'NEVER'] as const
export const MailFrequency = z.enum(mailFrequencies)
export type MailFrequency = z.output<typeof MailFrequency>

/** The longest name of an IANA time zone has 32 characters. */
const longestZone = 64

export function isTimeZone(name: string): boolean {
  // Offsets such as +02:00 are valid for Intl, but know no daylight saving.
  if (name.length > longestZone || !/^[A-Za-z]/.test(name)) return false
  try {
    new Intl.DateTimeFormat('en', { timeZone: name })
    return true
  } catch {
    return false
  }
}

export const NotificationSettings = z
  .object({
    mail: MailFrequency.describe('How often mail is sent.'),
    timeZone: z
      .string()
      .nullable()
      .describe('IANA name, such as Europe/Berlin; null if none was set: then UTC is used.'),
    email: z
      .string()
      .nullable()
      .describe('The address that mail goes to; null for a guest who has not confirmed one.'),
    emailConfirmed: z.boolean().describe('Mail goes only to confirmed addresses.'),
    mailConfigured: z.boolean().describe('Whether this server can send mail.'),
    mailStopped: z
      .object({ reason: z.string(), since: Timestamp })
      .nullable()
      .describe('Why mail to this address stopped: the answer of the mail server. null if it did not.'),
  })
  .meta({ id: 'NotificationSettings' })
export type NotificationSettings = z.output<typeof NotificationSettings>

/** Guests by link have a placeholder address, which receives nothing. */
const isPlaceholder = fragment`u.email like '%.invalid'`

/** The address of the user `u` with the settings `s`; null if there is none. */
export const mailAddress = fragment`case when ${isPlaceholder} then s.guest_email else u.email end`

export const addressConfirmed = fragment`case when ${isPlaceholder} then s.guest_email is not null
  else u.email_proven_at is not null end`

/** Whether the address was rejected. */
export const mailStopped = fragment`coalesce(lower(s.stopped_email) = lower(${mailAddress}), false)`

/** The pages that links in mails lead to. The signature of the URL proves that we sent it. */
export const unsubscribePath = '/mail/unsubscribe'
export const confirmAddressPath = '/mail/confirm-address'
