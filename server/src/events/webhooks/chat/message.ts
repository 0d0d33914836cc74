// A chat message before it has a format: plain text, links and a still. The formats escape and cut the texts.

export type ChatMessage = {
  /** `Ann commented on Teaser.mov at 00:00:12:05` */
  headline: string
  /** The page in the web app. */
  link: string
  items: readonly ChatItem[]
  /** The number of further events without an item. */
  more: number
  /** The name of the project. */
  project: string | null
  still: Still | null
}

export type ChatItem = {
  /** The person and the file of the item; null where the headline names them. */
  label: string | null
  /** An excerpt of a comment. */
  text: string | null
  link: string
}

export type Still = { url: string; alt: string }

/** A request to a chat service. */
export type ChatRequest = { url: string; headers: Record<string, string>; body: string }

/** Items of one message: enough to see what happened, and within the limits of every service. */
export const maxItems = 5

export function moreText(more: number): string {
  return more === 1 ? 'and 1 more' : `and ${more} more`
}
