// CSV by RFC 4180 with a byte order mark, without which Excel does not recognise UTF-8.
import { type FrameRate, timecode } from '../../core/frames.ts'
import type { Comment } from '../comment.ts'
import { type CommentExport, type Thread, textOf } from './export-thread.ts'

export const csvHeader = [
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

export const byteOrderMark = '\ufeff'

export function writeCsv({ threads, rate }: CommentExport): string {
  return byteOrderMark + [csvHeader, ...csvRows(threads, rate)].map(csvLine).join('')
}

/** The cells of each comment, replies after the comment that they reply to. */
export function csvRows(threads: readonly Thread[], rate: FrameRate): string[][] {
  return threads.flatMap((thread) =>
    [thread.comment, ...thread.replies].map((comment) => row(comment, thread, rate)),
  )
}

export function csvLine(cells: readonly string[]): string {
  return `${cells.map(cell).join(',')}\r\n`
}

function row(comment: Comment, { placed, start }: Thread, rate: FrameRate): string[] {
  return [
    comment.id,
    comment.parent?.id ?? '',
    placed ? timecode(start, rate) : '',
    placed ? String(start) : '',
    String(comment.anchor ?? ''),
    String(comment.duration ?? ''),
    comment.author?.name ?? '',
    textOf(comment),
    comment.attachments.map(({ name }) => name).join(', '),
    comment.resolvedAt ?? '',
    comment.createdAt,
  ]
}

/** Spreadsheets execute cells that start like a formula, full-width characters included; an apostrophe makes them text. */
function cell(text: string): string {
  const safe = /^[\s\p{Cc}]*[=+\-@＝＋－＠]|^[\t\r\n]/u.test(text) ? `'${text}` : text
  return /[",\r\n]/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe
}
