// The evidence on which a new credential of an account is created: a session, a passkey or a password. It is checked some
// time before the credential is stored, and sessions are cached for almost a second. A password reset in between must win.
import { ApiError } from '../core/errors.ts'
import { type Fragment, fragment } from '../core/sql.ts'

export type Evidence = { session: string } | { passkey: string } | { passwordHash: string }

/**
 * SQL: whether the evidence is still valid. A reset updates the account's row first, so it waits for credentials that are
 * created under this lock and then removes them; a credential that is created later waits for the reset and then finds its
 * evidence gone. With a session, the lock on the account is the one that the limit of API keys takes: two requests that
 * shared a weaker lock and then asked for that one would be a deadlock.
 */
export function stillValid(userId: string, evidence: Evidence): Fragment {
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
    where u.id = ${userId} and s.id = ${evidence.session} and s.expires_at > now()
    for no key update of u for share of s)`
}

/** Throws 401 when nothing was created because the evidence was gone. */
export function requireCreated(rows: readonly unknown[]): void {
  if (rows.length === 0) throw new ApiError('unauthenticated')
}
