// Parsers for the values of options. Each returns the value or throws an error that says what is wrong.

import { usageError } from '../../../cli/src/kit/errors.ts'
import { type Scope, scopes, type WorkspaceRole, workspaceRoles } from '../core/access.ts'
import { isUuid } from '../core/ids.ts'
import { text } from '../core/schemas.ts'

export function id(kind: 'workspace' | 'user' | 'key') {
  return (value: string): string => {
    if (isUuid(value)) return value.toLowerCase()
    throw usageError(`"${value}" is not an ID (a UUID): \`admin ${kind} list\` shows them`)
  }
}

export function name(value: string): string {
  const parsed = text(1, 100).safeParse(value)
  if (parsed.success) return value
  throw usageError(`a name has 1 to 100 characters. ${parsed.error.issues[0]!.message}`)
}

/** Checks the format only: whether mail arrives is known after sending some. */
export function email(value: string): string {
  const shaped = /^[^\s@\p{Cc}]+@[^\s@\p{Cc}]+$/u.test(value)
  if (shaped && text(3, 254).safeParse(value).success) return value
  throw usageError(`"${value}" is not an e-mail address such as ada@example.com`)
}

export function role(value: string): WorkspaceRole {
  const known = workspaceRoles.find((candidate) => candidate === value)
  if (known) return known
  throw usageError(`"${value}" is not a role: use one of ${workspaceRoles.join(', ')}`)
}

export function scopeList(value: string): Scope[] {
  if (value === 'all') return [...scopes]
  if (value === 'none') return []
  const wanted = value.split(',').map((scope) => scope.trim())
  const unknown = wanted.filter((scope) => !scopes.some((known) => known === scope))
  if (unknown.length === 0) return scopes.filter((scope) => wanted.includes(scope))
  throw usageError(`"${unknown.join(', ')}" is not a scope: use all, none, or some of ${scopes.join(',')}`)
}

const unitSeconds: Record<string, number> = { s: 1, m: 60, h: 3_600, d: 86_400 }
const centurySeconds = 36_500 * 86_400

/** In seconds. */
export function duration(value: string): number {
  const [, count, unit] = /^(\d{1,10})([smhd])$/.exec(value) ?? []
  const seconds = Number(count) * (unitSeconds[unit ?? ''] ?? Number.NaN)
  if (seconds >= 1 && seconds <= centurySeconds) return seconds
  throw usageError(`"${value}" is not a duration such as 90s, 15m, 12h or 30d (up to 36500d)`)
}

export function path(value: string): string {
  if (value !== '' && !value.includes('\0')) return value
  throw usageError('the name of a file must not be empty')
}
