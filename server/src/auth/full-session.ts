import { type Caller, scopes } from '../core/access.ts'
import { ApiError } from '../core/errors.ts'

/** Guests who came by access link have some scopes only, and must not get more by making themselves an account. */
export function requireFullSession({ scopes: held }: Caller): void {
  if (held.size === scopes.length) return
  const message = 'Guests who came by access link have no account for this.'
  throw new ApiError('insufficient_scope', { message })
}
