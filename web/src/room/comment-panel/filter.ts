import type { Comment } from '@dailies/sdk'

export type Filter = {
  state: 'all' | 'open' | 'resolved'
  /** The id of a user; empty: everybody. */
  author: string
  text: string
  drawing: boolean
}

export const everything: Filter = { state: 'all', author: '', text: '', drawing: false }

export function isFiltering({ state, author, text, drawing }: Filter): boolean {
  return state !== 'all' || author !== '' || text.trim() !== '' || drawing
}

export function filtered(comments: readonly Comment[], filter: Filter): readonly Comment[] {
  if (!isFiltering(filter)) return comments
  const text = filter.text.trim().toLocaleLowerCase()
  return comments.filter(
    ({ content, author, annotation, resolvedAt, attachments }) =>
      (filter.state === 'all' || (filter.state === 'resolved') === (resolvedAt !== null)) &&
      (filter.author === '' || author?.id === filter.author) &&
      (!filter.drawing || (annotation?.shapes.length ?? 0) > 0) &&
      (text === '' ||
        (content ?? '').toLocaleLowerCase().includes(text) ||
        (author?.name ?? '').toLocaleLowerCase().includes(text) ||
        attachments.some(({ name }) => name.toLocaleLowerCase().includes(text))),
  )
}

/** The authors of the comments, by name. */
export function authorsOf(comments: readonly Comment[]): { id: string; name: string }[] {
  const authors = new Map(comments.flatMap(({ author }) => (author ? [[author.id, author]] : [])))
  return [...authors.values()].sort((a, b) => a.name.localeCompare(b.name))
}
