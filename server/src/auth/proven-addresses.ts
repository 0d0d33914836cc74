// E-mail addresses and the accounts that have proven them. An address is proven by opening a link that was sent to it, or
// by the operator; only then do invitations and `admin user create` attach to its account. A new address is pending until
// it is proven, and reserves nothing: the first account to prove it gets it.
import { auditStatement, type Client, personActor, userTarget, workspacesOf } from '../core/audit.ts'
import { ApiError } from '../core/errors.ts'
import type { Guess, GuessKind } from '../core/guesses.ts'
import type { Mail } from '../core/mail.ts'
import type { Database, Sql } from '../core/sql.ts'
import { createOneTimeLink, spendOneTimeLink } from './one-time-links.ts'

/**
 * Accounts that have not proven the address lose it; their users sign in with a passkey or a link until they set another.
 * The placeholder they get is random: if it could be predicted, somebody could claim it first and keep the address.
 */
export async function releaseClaims(sql: Sql, email: string, except: string | null = null): Promise<void> {
  await sql`
    update users set email = 'released-' || gen_random_uuid() || '@address.invalid'
    where lower(email) = lower(${email}) and email_proven_at is null and id is distinct from ${except}`
}

export function refuseTakenAddress(error: { constraint?: string }): never {
  throw error.constraint === 'users_email_key' ? new ApiError('email_taken') : error
}

/** Whether the address can receive mail: guests and released accounts have a placeholder address. */
export function receivesMail(email: string): boolean {
  return !email.endsWith('.invalid')
}

export type AddressChange = { userId: string; email: string }

export type Letters = {
  sql: Sql
  mail: Mail
  origin: () => string
  guess: (kind: GuessKind, secret: string) => Guess
}

/**
 * Sends a link to the new address and a notice to the old one. Nothing changes until the link is opened. The messages are
 * not awaited: a slow mail server must not hold up the request. Asking for the current, proven address cancels a pending
 * change.
 */
export async function requestAddress(
  { sql, mail, origin, guess }: Letters,
  { userId, email }: AddressChange,
): Promise<void> {
  const [account] = await sql<{ before: string; own: boolean; taken: boolean }>`
    select u.email as before, u.email_proven_at is not null and lower(u.email) = lower(${email}) as own,
      exists (select from users o
        where lower(o.email) = lower(${email}) and o.email_proven_at is not null and o.id <> u.id) as taken
    from users u where u.id = ${userId}`
  const { before, own, taken } = account!
  if (taken) throw new ApiError('email_taken')
  if (own) {
    await sql`
      with spelled as (update users set email = ${email} where id = ${userId})
      delete from one_time_links where user_id = ${userId} and purpose = 'EMAIL'`
    return
  }
  // Anybody can enter the address of a stranger, who must get a few messages and not thousands.
  await guess('letters', userId)(async () => false)
  const url = await createOneTimeLink(sql, origin(), userId, 'EMAIL', { email, mailed: mail.configured })
  void mail.send({ to: email, subject: 'Confirm your e-mail address for Dailies', text: confirmText(url) })
  if (before.toLowerCase() === email.toLowerCase()) return
  void sendIfReachable(mail, before, 'Somebody asked to change your e-mail address', askedText(email))
}

/** Opening the link proves the address that it was sent to. Undefined when the link no longer works. */
export async function confirmByLink(
  database: Database,
  mail: Mail,
  token: string,
  client: Client,
): Promise<string | undefined> {
  const done = await database.transaction(async (sql) => {
    const spent = await spendOneTimeLink(sql, token, 'EMAIL')
    if (!spent?.proves) return undefined
    const change = { userId: spent.userId, email: spent.proves }
    const before = await proveAddress(sql, change)
    const { userId } = change
    const entry = { action: 'email.changed', actor: personActor(userId), target: userTarget(userId) } as const
    await sql`${auditStatement({ ...entry, ...workspacesOf(userId), client })}`
    return { email: change.email, before }
  })
  if (done) void notifyAddressChanged(mail, done.before, done.email)
  return done?.email
}

/**
 * Sets the address of the account, and returns the old one. Links that were sent to the old address stop working. Throws
 * `email_taken` when another account has proven the address.
 */
export async function proveAddress(sql: Sql, { userId, email }: AddressChange): Promise<string> {
  // Accounts are locked in one order, so that two that prove each other's claimed addresses wait instead of deadlocking.
  const accounts = await sql<{ id: string; email: string }>`
    select id, email from users
    where id = ${userId} or (lower(email) = lower(${email}) and email_proven_at is null)
    order by id for update`
  const before = accounts.find(({ id }) => id === userId)!
  await releaseClaims(sql, email, userId)
  await sql`
    update users set email = ${email}, email_proven_at = now() where id = ${userId}`.catch(refuseTakenAddress)
  await sql`delete from one_time_links where user_id = ${userId}`
  return before.email
}

/** Call it after the commit, so that no message reports a change that was rolled back. */
export function notifyAddressChanged(
  mail: Mail,
  before: string,
  email: string,
): Promise<boolean> | undefined {
  if (before.toLowerCase() === email.toLowerCase()) return undefined
  return sendIfReachable(mail, before, 'Your e-mail address was changed', doneText(email))
}

function sendIfReachable(
  mail: Mail,
  to: string,
  subject: string,
  text: string,
): Promise<boolean> | undefined {
  return receivesMail(to) ? mail.send({ to, subject: `${subject} on Dailies`, text }) : undefined
}

function confirmText(url: string): string {
  return `Somebody, probably you, wants to use this address for an account on Dailies.

Open this link to confirm it. It works once, for 7 days, and only together with that account:

${url}

If it was not you, ignore this message: nothing changes.
`
}

function askedText(email: string): string {
  return `Somebody, probably you, asked to change the address of your account on Dailies to

${email}

The address changes when the link that was sent there is opened. If it was not you, change your password now: that
cancels the change and ends all other sessions.
`
}

function doneText(email: string): string {
  return `The address of your account on Dailies is now

${email}

Messages are sent there from now on, and you sign in with it. If it was not you, tell the person who runs the server at
once.
`
}
