// What a new way into an account is made on: a session, a passkey or a password. It is looked up some time before, and a
// session of the API is even remembered for almost a second. A password reset in between must win.
import { ApiError } from '../core/errors.ts'
import { type Fragment, fragment } from '../core/sql.ts'

export type Evidence = { session: string } | { passkey: string } | { passwordHash: string }

/**
 * SQL: whether the evidence is still good. A reset changes the account's row first, so it waits for what is made under this
 * lock and then finds it; what is made later waits for the reset and then finds its evidence gone.
 */
export function stillGood(userId: string, evidence: Evidence): Fragment {
  if ('passwordHash' in evidence) {
    const { passwordHash } = evidence
    return fragment`exists (
      select from users u where u.id = ${userId} and u.password_hash = ${passwordHash} for share)`
  }
  if ('passkey' in evidence) {
    return fragment`exists (
      select from users u join passkeys k on k.user_id = u.id
      where u.id = ${userId} and k.id = ${evidence.passkey} for share)`
  }
  return fragment`exists (
    select from users u join sessions s on s.user_id = u.id
    where u.id = ${userId} and s.id = ${evidence.session} and s.expires_at > now() for share)`
}

/** When nothing was made, because the evidence had gone. */
export function requireMade(rows: readonly unknown[]): void {
  if (rows.length === 0) throw new ApiError('unauthenticated')
}
