// An edit decision list (CMX 3600): one event of at least a frame for each thread, with its marker in the notation of
// DaVinci Resolve (`|C: |M: |D:`) and in that of Avid and others (`* LOC:`).
import { isDropFrame, timecode } from '../../core/frames.ts'
import { type CommentExport, lines, type Thread } from './export-thread.ts'

export function writeEdl({ fileName, threads, rate }: CommentExport): string {
  const head = [
    `TITLE: ${oneLine(fileName)}`,
    `FCM: ${isDropFrame(rate) ? 'DROP FRAME' : 'NON-DROP FRAME'}`,
    '',
  ]
  const events = threads.flatMap((thread, i) => event(thread, i + 1, (frame) => timecode(frame, rate)))
  return [...head, ...events].map((line) => `${line}\r\n`).join('')
}

function event(thread: Thread, number: number, code: (frame: number) => string): string[] {
  const { start, length, comment } = thread
  const [from, to] = [code(start), code(start + length)]
  const text = oneLine(lines(thread).join(' / ')) || 'Comment'
  const colour = comment.resolvedAt === null ? 'RED' : 'GREEN'
  const resolveColour = comment.resolvedAt === null ? 'ResolveColorRed' : 'ResolveColorGreen'
  return [
    `${String(number).padStart(3, '0')}  AX       V     C        ${from} ${to} ${from} ${to}`,
    ` |C:${resolveColour} |M:${text} |D:${length}`,
    `* LOC: ${from} ${colour.padEnd(7)} ${text}`,
    '',
  ]
}

/** Removes line breaks, which end a statement, and bars, which start a field. */
function oneLine(text: string): string {
  return text
    .replace(/[\s\p{Cc}]+/gu, ' ')
    .replaceAll('|', '/')
    .trim()
}
