import { type Caller, scopes } from '../core/access.ts'
import { ApiError } from '../core/errors.ts'

/** Guests by access link have a few scopes only, and must not gain others by creating an account for themselves. */
export function requireFullSession({ scopes: held }: Caller): void {
  if (held.size === scopes.length) return
  const message = 'Guests who joined by access link have no account, so they cannot do this.'
  throw new ApiError('insufficient_scope', { message })
}
