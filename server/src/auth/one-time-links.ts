// Links that let somebody in once: to sign in, or to choose a new password. Only a hash is stored.
import { newUuid, randomBase62 } from '../core/ids.ts'
import { fragment, type Sql } from '../core/sql.ts'
import { hashToken } from './api-keys.ts'

export type LinkPurpose = 'SIGN_IN' | 'RESET'

const lifetimes = { SIGN_IN: fragment`interval '24 hours'`, RESET: fragment`interval '1 hour'` }
const paths = { SIGN_IN: '/sign-in/link', RESET: '/reset' }

/** In the query string, because paths are logged and query strings are not. */
export function tokenUrl(origin: string, path: string, token: string): string {
  return `${origin}${path}?token=${token}`
}

export function newLinkToken(): string {
  return randomBase62(43)
}

/** The only time that the link is seen. A new one takes the place of the last. */
export async function createOneTimeLink(
  sql: Sql,
  origin: string,
  userId: string,
  purpose: LinkPurpose,
): Promise<string> {
  const token = newLinkToken()
  await sql`
    with replaced as (delete from one_time_links where user_id = ${userId} and purpose = ${purpose})
    insert into one_time_links (id, user_id, purpose, hash, expires_at)
    values (${newUuid()}, ${userId}, ${purpose}, ${hashToken(token)}, now() + ${lifetimes[purpose]})`
  return tokenUrl(origin, paths[purpose], token)
}

/** Whom it is for, without using it: programs that look into mail open links too. */
export async function findOneTimeLink(sql: Sql, token: string, purpose: LinkPurpose) {
  const [found] = await sql<{ userId: string; name: string; email: string }>`
    select u.id as "userId", u.name, u.email from one_time_links l join users u on u.id = l.user_id
    where l.hash = ${hashToken(token)} and l.purpose = ${purpose} and l.expires_at > now()`
  return found
}

/** Of two who use it at the same time, one finds it. */
export async function spendOneTimeLink(sql: Sql, token: string, purpose: LinkPurpose) {
  const [spent] = await sql<{ userId: string }>`
    delete from one_time_links
    where hash = ${hashToken(token)} and purpose = ${purpose} and expires_at > now()
    returning user_id as "userId"`
  return spent?.userId
}
