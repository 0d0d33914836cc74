// Mentions in the text of a comment: while a person types `@`, and when the text is shown.

/** The name being typed before the caret, and where it begins. */
export function mentionAt(text: string, caret: number): { start: number; query: string } | undefined {
  const match = /(?:^|[\s(])@([^\s@][^@\n]{0,30}|)$/u.exec(text.slice(0, caret))
  if (!match) return undefined
  const query = match[1]!
  // More than two words after `@` are not a name.
  if (query.split(/\s+/u).length > 2) return undefined
  return { start: caret - query.length - 1, query }
}

/** People with a word in their name that begins with the query. */
export function matching<Person extends { name: string }>(
  people: readonly Person[],
  query: string,
): Person[] {
  const wanted = query.toLocaleLowerCase()
  return people.filter(({ name }) => {
    const lower = name.toLocaleLowerCase()
    return lower.startsWith(wanted) || lower.split(/\s+/u).some((word) => word.startsWith(wanted))
  })
}

export type TextPart = { kind: 'text' | 'mention' | 'link'; text: string }

/** A text in parts: mentions of members, URLs, and the text between them. */
export function textParts(text: string, names: readonly string[]): TextPart[] {
  const longestFirst = names.toSorted((a, b) => b.length - a.length).map(escaped)
  const mention =
    longestFirst.length > 0 ? `(?<=^|[\\s(])@(?:${longestFirst.join('|')})(?![\\p{L}\\p{N}])|` : ''
  const pattern = new RegExp(`${mention}https?://[^\\s<>"]+[^\\s<>".,;:!?)\\]']`, 'giu')
  const parts: TextPart[] = []
  let end = 0
  for (const match of text.matchAll(pattern)) {
    if (match.index > end) parts.push({ kind: 'text', text: text.slice(end, match.index) })
    parts.push({ kind: match[0].startsWith('@') ? 'mention' : 'link', text: match[0] })
    end = match.index + match[0].length
  }
  if (end < text.length) parts.push({ kind: 'text', text: text.slice(end) })
  return parts
}

function escaped(name: string): string {
  return name.replace(/[\\^$.*+?()[\]{}|/]/g, '\\$&')
}
