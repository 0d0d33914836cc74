// RFC 4180, with a byte order mark: without it Excel takes UTF-8 for something else.
import { timecode } from '../../core/frames.ts'
import type { Comment } from '../comment.ts'
import type { CommentExport, Thread } from './export-thread.ts'

const header = [
  'id',
  'replyTo',
  'timecode',
  'frame',
  'anchor',
  'duration',
  'author',
  'content',
  'attachments',
  'resolvedAt',
  'createdAt',
]

export function writeCsv({ threads, rate }: CommentExport): string {
  const rows = threads.flatMap((thread) =>
    [thread.comment, ...thread.replies].map((comment) => row(comment, thread, timecode(thread.start, rate))),
  )
  return `\ufeff${[header, ...rows].map((cells) => `${cells.map(cell).join(',')}\r\n`).join('')}`
}

function row(comment: Comment, thread: Thread, code: string): string[] {
  const top = comment.parent === null
  return [
    comment.id,
    comment.parent?.id ?? '',
    code,
    top ? String(thread.start) : '',
    String(comment.anchor ?? ''),
    String(comment.duration ?? ''),
    comment.author?.name ?? '',
    comment.content ?? '',
    comment.attachments.map(({ name }) => name).join(', '),
    comment.resolvedAt ?? '',
    comment.createdAt,
  ]
}

/** A spreadsheet would run what begins like a formula; the apostrophe makes it text. */
function cell(text: string): string {
  const safe = /^[=+\-@\t\r]/.test(text) ? `'${text}` : text
  return /[",\r\n]/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe
}
