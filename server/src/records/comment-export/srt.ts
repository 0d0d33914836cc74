// SubRip subtitles: each comment is shown at its place in the video.
import { type FrameRate, frameToMs } from '../../core/frames.ts'
import { type CommentExport, lines, type Thread } from './export-thread.ts'

/** Display time of a comment on a single frame. */
const singleFrameMs = 2_000

export function writeSrt({ threads, rate }: CommentExport): string {
  const cues = threads.flatMap((thread) => cue(thread, rate) ?? [])
  return cues.map((text, i) => `${i + 1}\r\n${text}\r\n`).join('')
}

function cue(thread: Thread, rate: FrameRate): string | undefined {
  const text = lines(thread).map(cueText)
  if (text.length === 0) return undefined
  const from = frameToMs(thread.start, rate)
  const to = thread.length > 1 ? frameToMs(thread.start + thread.length, rate) : from + singleFrameMs
  return `${clock(from)} --> ${clock(to)}\r\n${text.join('\r\n')}\r\n`
}

/** Removes empty lines, which end a cue, and arrows, which start another. */
function cueText(text: string): string {
  const kept = text.split(/\r\n|[\n\r\u0085\u2028\u2029]/).map((line) => line.trim())
  return kept
    .filter((line) => line !== '')
    .join('\r\n')
    .replaceAll('-->', '→')
}

function clock(ms: number): string {
  const seconds = Math.floor(ms / 1000)
  const parts = [Math.floor(seconds / 3600), Math.floor(seconds / 60) % 60, seconds % 60]
  const padded = parts.map((part) => String(part).padStart(2, '0')).join(':')
  return `${padded},${String(ms % 1000).padStart(3, '0')}`
}
