// Mentions in the text of comments, to write and to show them.
import { readableText } from './generated/mentions.ts'
import type { Comment } from './generated/records.ts'

/** Mentions a person in the text of a comment: `@[Ann](user:…)`. Brackets and line breaks in the name are replaced. */
export function mention({ id, name }: { id: string; name: string }): string {
  const written = name.replace(/[[\]\r\n]/g, ' ').trim()
  return `@[${[...written].slice(0, 100).join('') || 'member'}](user:${id})`
}

/** Mentions all members of the project who can see the comment. Only managers may. */
export const mentionEveryone = '@[everyone](review:everyone)'

/** The text of a comment as people read it, with the current name of each mentioned person: `@Ann`. */
export function commentText({ content, mentions }: Pick<Comment, 'content' | 'mentions'>): string | null {
  return content === null ? null : readableText(content, mentions)
}
