import { type Scope, scopeGroups } from '../generated/scopes-and-events.ts'

export type { Scope }

export const allScopes: readonly Scope[] = scopeGroups.flatMap(({ items }) => items.map(({ scope }) => scope))

/** Scopes that change nothing, cost nothing and grant nobody else access. */
export const readingScopes: readonly Scope[] = allScopes.filter((scope) => /:(read|download)$/.test(scope))

export type ScopeSentence = { title: string; words: string }

/** `Download: original files and attachments`, group by group. */
export function scopesInWords(scopes: readonly string[]): ScopeSentence[] {
  return scopeGroups
    .map(({ title, items }) => ({
      title,
      words: items.filter(({ scope }) => scopes.includes(scope)).map(({ words }) => words),
    }))
    .filter(({ words }) => words.length > 0)
    .map(({ title, words }) => ({ title, words: new Intl.ListFormat('en-GB').format(words) }))
}

export function scopesInShort(scopes: readonly string[]): string {
  const has = (wanted: readonly string[]) => wanted.every((scope) => scopes.includes(scope))
  if (has(allScopes)) return 'All permissions'
  if (scopes.length === readingScopes.length && has(readingScopes)) return 'Read only'
  return scopes.length === 1 ? '1 permission' : `${scopes.length} permissions`
}
