import { type FrameRate, type TimecodeOptions, timecode } from '../core/frames.ts'

export type CommentPlace = {
  fileKind: string | null
  /** Milliseconds, or the page. */
  anchor: number | null
  frame: number | null
  /** Frames per second, unless unknown or variable, and the source timecode. */
  rate: (FrameRate & TimecodeOptions) | null
}

/** The place of a comment on its file, in words: `at 00:00:12:05`, `at 1:12`, `on page 3`; empty for the whole file. */
export function commentPlace({ fileKind, anchor, frame, rate }: CommentPlace): string {
  if (frame !== null && rate !== null) return `at ${timecode(frame, rate, rate)}`
  if (anchor === null) return ''
  if (fileKind === 'document') return `on page ${anchor}`
  if (fileKind !== 'video' && fileKind !== 'audio') return ''
  const seconds = Math.floor(anchor / 1000)
  return `at ${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, '0')}`
}
