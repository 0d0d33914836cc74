// Links that work once: to sign in, to set a new password, or to prove an e-mail address. Only a hash is stored.
import { newUuid, randomBase62 } from '../core/ids.ts'
import { fragment, type Sql } from '../core/sql.ts'
import { hashToken } from './api-keys.ts'

export type LinkPurpose = 'SIGN_IN' | 'RESET' | 'EMAIL'

const lifetimes = {
  SIGN_IN: fragment`interval '24 hours'`,
  RESET: fragment`interval '1 hour'`,
  EMAIL: fragment`interval '7 days'`,
}
const paths = { SIGN_IN: '/sign-in/link', RESET: '/reset', EMAIL: '/confirm-email' }

/** The token goes into the query string, because paths are logged and query strings are not. */
export function tokenUrl(origin: string, path: string, token: string): string {
  return `${origin}${path}?token=${token}`
}

export function newLinkToken(): string {
  return randomBase62(43)
}

/** Where a link is sent, so that opening it proves the address. `mailed`: false while no mail can be sent. */
export type Recipient = { email: string; mailed: boolean }

/** Returns the link, of which only a hash is stored. It replaces the last one. Without a recipient, a person hands it over. */
export async function createOneTimeLink(
  sql: Sql,
  origin: string,
  userId: string,
  purpose: LinkPurpose,
  to?: Recipient,
): Promise<string> {
  const token = newLinkToken()
  await sql`
    insert into one_time_links (id, user_id, purpose, hash, expires_at, email, mailed)
    values (${newUuid()}, ${userId}, ${purpose}, ${hashToken(token)}, now() + ${lifetimes[purpose]},
      ${to?.email ?? null}, ${to?.mailed ?? false})
    on conflict (user_id, purpose) do update
      set id = excluded.id, hash = excluded.hash, created_at = now(), expires_at = excluded.expires_at,
        email = excluded.email, mailed = excluded.mailed`
  return tokenUrl(origin, paths[purpose], token)
}

export type FoundLink = {
  userId: string
  name: string
  email: string
  hasPassword: boolean
  /** The address that the link proves. */
  proves: string | null
}

/** Finds the account of a link without using the link up: mail scanners open links too. */
export async function findOneTimeLink(sql: Sql, token: string, purpose: LinkPurpose) {
  const [found] = await sql<FoundLink>`
    select u.id as "userId", u.name, u.email, u.password_hash is not null as "hasPassword", l.email as proves
    from one_time_links l join users u on u.id = l.user_id
    where l.hash = ${hashToken(token)} and l.purpose = ${purpose} and l.expires_at > now()`
  return found
}

/** Uses the link up. When two requests use it concurrently, one succeeds. */
export async function spendOneTimeLink(sql: Sql, token: string, purpose: LinkPurpose) {
  const [spent] = await sql<{ userId: string; proves: string | null }>`
    delete from one_time_links
    where hash = ${hashToken(token)} and purpose = ${purpose} and expires_at > now()
    returning user_id as "userId", email as proves`
  return spent
}
