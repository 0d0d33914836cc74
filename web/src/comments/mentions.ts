// Mentions in the text of a comment: while a person types `@`, and when the text is shown.
import { type Comment, mention, mentionPattern, readMentions } from '@dailies/sdk'

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

export type TextPart = {
  kind: 'text' | 'mention' | 'link'
  text: string
  /** The mentioned person; null for everyone. Missing in a mention of old comments, which is only a name. */
  id?: string | null
}

/** The text of a comment in parts: mentions, with the current names of people, URLs, and the text between them. */
export function textParts(
  content: string,
  names: readonly string[],
  mentions: Comment['mentions'] = [],
): TextPart[] {
  const current = new Map(mentions.map(({ id, name }) => [id, name]))
  const parts: TextPart[] = []
  let end = 0
  for (const match of content.matchAll(mentionPattern)) {
    const [token, name, user] = match
    const id = user?.toLowerCase() ?? null
    const text = id === null ? '@everyone' : `@${current.get(id) ?? name}`
    parts.push(...plainParts(content.slice(end, match.index), names), { kind: 'mention', text, id })
    end = match.index + token.length
  }
  return [...parts, ...plainParts(content.slice(end), names)]
}

/** The mentions in a text that has not been read from the server yet. */
export function mentionsIn(content: string | null): Pick<Comment, 'mentions' | 'mentionsEveryone'> {
  const { users, everyone } = readMentions(content)
  const mentions = [...users].map(([id, name]) => ({ id, name, avatarUrl: null }))
  return { mentions, mentionsEveryone: everyone }
}

/** The text to edit: people who were renamed are mentioned by their new names. */
export function withCurrentNames({ content, mentions }: Pick<Comment, 'content' | 'mentions'>): string {
  const current = new Map(mentions.map((person) => [person.id, mention(person)]))
  return (content ?? '').replace(
    mentionPattern,
    (token, _name, id?: string) => current.get(id?.toLowerCase() ?? '') ?? token,
  )
}

/** URLs, and the names of members after `@`: comments that were written before mentions had ids. */
function plainParts(text: string, names: readonly string[]): TextPart[] {
  const longestFirst = names.toSorted((a, b) => b.length - a.length).map(escaped)
  const byName =
    longestFirst.length > 0 ? `(?<=^|[\\s(])@(?:${longestFirst.join('|')})(?![\\p{L}\\p{N}])|` : ''
  const pattern = new RegExp(`${byName}https?://[^\\s<>"]+[^\\s<>".,;:!?)\\]']`, 'giu')
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
