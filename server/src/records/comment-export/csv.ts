import { type FrameRate, type TimecodeOptions, timecode } from '../../core/frames.ts'
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

export function writeCsv({ clips, rate, dropFrame, start }: CommentExport): string {
  const rows = clips.flatMap(({ threads }) => csvRows(threads, rate, { dropFrame, start }))
  return byteOrderMark + [csvHeader, ...rows].map(csvLine).join('')
}

/** The cells of each comment, replies after the comment that they reply to. */
export function csvRows(
  threads: readonly Thread[],
  rate: FrameRate,
  options: TimecodeOptions = {},
): string[][] {
  return threads.flatMap((thread) =>
    [thread.comment, ...thread.replies].map((comment) => row(comment, thread, rate, options)),
  )
}

function row(
  comment: Comment,
  { placed, start }: Thread,
  rate: FrameRate,
  options: TimecodeOptions,
): string[] {
  return [
    comment.id,
    comment.parent?.id ?? '',
    placed ? timecode(start, rate, options) : '',
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
