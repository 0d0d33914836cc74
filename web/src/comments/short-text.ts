import { type Comment, commentText } from '@dailies/sdk'

/** A deleted comment stays in the list while it has replies. */
export function isDeleted({ author, content, annotation, attachments }: Comment): boolean {
  return author === null && content === null && annotation === null && attachments.length === 0
}

/** The comment as one line of plain text, for hover cards and collapsed threads. */
export function shortText(comment: Comment): string {
  const { annotation, attachments } = comment
  const text = commentText(comment)
  if (text !== null) return text
  if (attachments.length > 0) return attachments.map(({ name }) => name).join(', ')
  if ((annotation?.shapes.length ?? 0) > 0) return 'Drawing'
  return isDeleted(comment) ? 'Deleted comment' : 'Marker'
}
