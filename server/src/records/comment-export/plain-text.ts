// Plain text to read, print or paste into a mail.
import { type FrameRate, type TimecodeOptions, timecode } from '../../core/frames.ts'
import { type CommentExport, lines, type Thread } from './export-thread.ts'

export function writeText({ title, clips, rate, dropFrame, start }: CommentExport): string {
  const options = { dropFrame, start }
  const entries = clips.flatMap(({ threads }) => threads.flatMap((thread) => entry(thread, rate, options)))
  return `${[title.replace(/[\s\p{Cc}]+/gu, ' ').trim(), ...entries].join('\n\n')}\n`
}

function entry(thread: Thread, rate: FrameRate, options: TimecodeOptions): string[] {
  const text = lines(thread)
  if (text.length === 0) return []
  const done = thread.comment.resolvedAt === null ? [] : ['resolved']
  const head = [...place(thread, rate, options), ...done].join(', ')
  const body = text.flatMap((line, i) =>
    line.split(/\r\n|[\n\r]/).map((part) => `${i === 0 ? '' : '  '}${part}`),
  )
  return [[...(head === '' ? [] : [`[${head}]`]), ...body].join('\n')]
}

function place(
  { placed, start, length, comment }: Thread,
  rate: FrameRate,
  options: TimecodeOptions,
): string[] {
  if (!placed) return comment.anchor === null ? [] : [`page ${comment.anchor}`]
  const from = timecode(start, rate, options)
  return [length === 1 ? from : `${from} – ${timecode(start + length - 1, rate, options)}`]
}
