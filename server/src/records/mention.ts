// Mentions in the text of a comment: `@[Ann](user:<id>)`, and `@[everyone](review:everyone)`. Any other text is plain text.

/** The name is 1 to 100 characters without brackets and line breaks. The second group is missing for everyone. */
export const mentionPattern =
  /@\[([^[\]\r\n]{1,100})\]\((?:user:([0-9a-fA-F]{8}(?:-[0-9a-fA-F]{4}){3}-[0-9a-fA-F]{12})|review:everyone)\)/gu

export type Mentions = {
  /** The name in the text of each mentioned user, by id, in the order of the text. */
  users: ReadonlyMap<string, string>
  everyone: boolean
}

const none: Mentions = { users: new Map(), everyone: false }

export function readMentions(content: string | null | undefined): Mentions {
  if (content == null || !content.includes('@[')) return none
  const users = new Map<string, string>()
  let everyone = false
  for (const [, name, id] of content.matchAll(mentionPattern)) {
    if (id === undefined) everyone = true
    else if (!users.has(id.toLowerCase())) users.set(id.toLowerCase(), name!)
  }
  return { users, everyone }
}

/** The text as people read it: `@Ann`, with the current name of each mentioned person. */
export function readableText(content: string, mentions: readonly { id: string; name: string }[]): string {
  if (!content.includes('@[')) return content
  const names = new Map(mentions.map(({ id, name }) => [id, name]))
  return content.replace(mentionPattern, (_, name: string, id: string | undefined) =>
    id === undefined ? '@everyone' : `@${names.get(id.toLowerCase()) ?? name}`,
  )
}
