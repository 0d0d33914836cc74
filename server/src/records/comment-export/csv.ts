import { type FrameRate, timecode } from '../../core/frames.ts'
import type { Comment } from '../comment.ts'
import { byteOrderMark, csvLine } from '../csv.ts'
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

export function writeCsv({ threads, rate }: CommentExport): string {
  return byteOrderMark + [csvHeader, ...csvRows(threads, rate)].map(csvLine).join('')
}

/** The cells of each comment, replies after the comment that they reply to. */
export function csvRows(threads: readonly Thread[], rate: FrameRate): string[][] {
  return threads.flatMap((thread) =>
    [thread.comment, ...thread.replies].map((comment) => row(comment, thread, rate)),
  )
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
