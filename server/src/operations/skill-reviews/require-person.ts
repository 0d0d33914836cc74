import type { Caller } from '../../core/access.ts'
import { ApiError } from '../../core/errors.ts'

/**
 * Throws 403 to connected apps and tools. A person decides about draft notes, in a browser or with a program and an API key of
 * theirs.
 */
export function requirePerson({ kind, agent }: Caller): void {
  if (!agent && (kind === 'session' || kind === 'key')) return
  throw new ApiError('session_required', { message })
}

const message =
  'People decide about draft notes: a connected app or a tool cannot accept or dismiss them. Sign in with a browser, or use an API key.'
