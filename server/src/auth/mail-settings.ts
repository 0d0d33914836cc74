// Mail about notifications: unsubscribing by a link, and the address of a guest, which a link in a mail confirms. Anybody can
// enter the address of a stranger, so nothing else is sent there before it is confirmed.
import type { Guess } from '../core/guesses.ts'
import type { Mail } from '../core/mail.ts'
import type { UrlSigner } from '../core/signed-urls.ts'
import type { Sql } from '../core/sql.ts'
import { confirmAddressPath } from '../records/notification-settings.ts'

const confirmSeconds = 7 * 24 * 60 * 60

export async function unsubscribe(sql: Sql, userId: string): Promise<void> {
  await sql`
    insert into notification_settings (user_id, mail) select id, 'NEVER' from users where id = ${userId}
    on conflict on constraint notification_settings_pkey do update set mail = 'NEVER'`
}

export type GuestLetters = {
  mail: Mail
  urls: Pick<UrlSigner, 'sign'>
  /** Limits the letters to one address, and those that one network causes. */
  guess: (kind: 'letters', secret: string) => Guess
}

/** Asks the owner of the address whether this guest may use it. Not awaited: a slow mail server must not hold up anybody. */
export async function requestGuestAddress(
  { mail, urls, guess }: GuestLetters,
  { userId, email }: { userId: string; email: string },
): Promise<void> {
  await guess('letters', email)(async () => false)
  const url = urls.sign(confirmAddressPath, { user: userId, email }, confirmSeconds)
  const subject = 'Confirm your e-mail address for Dailies'
  void mail.send({ to: email, subject, text: confirmText(url) })
}

export async function confirmGuestAddress(sql: Sql, userId: string, email: string): Promise<boolean> {
  const rows = await sql`
    insert into notification_settings as s (user_id, guest_email)
    select id, ${email} from users where id = ${userId} and email like '%@guest.invalid'
    on conflict on constraint notification_settings_pkey do update set guest_email = excluded.guest_email,
      mail = case when s.mail = 'NEVER' then 'SOON' else s.mail end
    returning true`
  return rows.length > 0
}

function confirmText(url: string): string {
  return `Somebody, probably you, joined a review on Dailies and wants to hear at this address when somebody answers.

Open this link within 7 days to confirm it:

${url}

If it was not you, ignore this message: nothing else is sent to you.
`
}
