// The input of all formats: the comment threads of one or more files, in the order of a timeline.
import { type FrameRate, msToFrame } from '../../core/frames.ts'
import type { Comment } from '../comment.ts'
import { readableText } from '../mention.ts'

export type Thread = {
  comment: Comment
  replies: Comment[]
  /** Whether the thread has a place on a timeline. */
  placed: boolean
  /** Position in frames from the start of the file; 0 for a thread without a place. */
  start: number
  /** At least one frame. */
  length: number
}

/** A file on the timeline of an export. */
export type ExportedClip = {
  fileId: string
  fileName: string
  kind: 'video' | 'audio'
  /** Size of the video; null if unknown. */
  size: { width: number; height: number } | null
  /** Timecode of its first frame, as a number of frames; null if the file has none. */
  sourceStart: number | null
  /** Where it starts, in frames from the start of the timeline. */
  offset: number
  /** The frames of the file, or as many as its comments need; at least one. */
  length: number
  threads: Thread[]
}

export type CommentExport = {
  /** The name of the file or the version. */
  title: string
  rate: FrameRate
  dropFrame: boolean
  /** Timecode of the first frame, as a number of frames. */
  start: number
  clips: ExportedClip[]
}

/**
 * Groups the comments on a file and their replies into threads; `timed` if anchors are milliseconds. Frames count at the rate of the
 * file: for an export at another rate, the time of the comment says the frame.
 */
export function threadsOf(
  comments: Comment[],
  rate: FrameRate,
  timed: boolean,
  fileRate: FrameRate = rate,
): Thread[] {
  const threads = new Map<string, Thread>()
  const sameRate = rate.num * fileRate.den === fileRate.num * rate.den
  for (const comment of comments) {
    if (comment.parent === null)
      threads.set(comment.id, { comment, replies: [], ...place(comment, rate, timed, sameRate) })
  }
  for (const comment of comments) {
    if (comment.parent !== null) threads.get(comment.parent.id)?.replies.push(comment)
  }
  // The sort is stable: threads at the same place keep the order of creation.
  const order = (thread: Thread) =>
    timed ? thread.start : (thread.comment.anchor ?? Number.MAX_SAFE_INTEGER)
  return [...threads.values()].sort((a, b) => order(a) - order(b))
}

function place({ anchor, duration, frame }: Comment, rate: FrameRate, timed: boolean, sameRate: boolean) {
  const at = timed ? anchor : null
  const start = frameOf(frame, at, rate, sameRate)
  const end = at === null || duration === null ? start : msToFrame(at + duration, rate)
  return { placed: (frame ?? at) !== null, start, length: Math.max(1, end - start) }
}

function frameOf(frame: number | null, ms: number | null, rate: FrameRate, sameRate: boolean): number {
  if (frame !== null && (sameRate || ms === null)) return frame
  return ms === null ? 0 : msToFrame(ms, rate)
}

export type ThreadFilter = {
  /** true: only resolved threads; false: only open ones; null: both. */
  resolved: boolean | null
  /** Ids of the people who started the threads; null for everyone. */
  authors: readonly string[] | null
  /** Only threads with a comment or reply since then; null for all. */
  since: string | null
}

export const allThreads: ThreadFilter = { resolved: null, authors: null, since: null }

/** Timestamps of records compare as text. */
export function filterThreads(threads: Thread[], { resolved, authors, since }: ThreadFilter): Thread[] {
  return threads.filter(({ comment, replies }) => {
    if (resolved !== null && (comment.resolvedAt !== null) !== resolved) return false
    if (authors !== null && !authors.includes(comment.author?.id ?? '')) return false
    return since === null || [comment, ...replies].some(({ createdAt }) => createdAt >= since)
  })
}

/** The frames that hold all threads; at least one. */
export function neededLength(threads: readonly Thread[]): number {
  return threads.reduce((last, { start, length }) => Math.max(last, start + length), 1)
}

/** `Ann: Too dark (sketch.png)`, `Ann: (drawing)`; undefined for a deleted comment. */
export function commentLine(comment: Comment): string | undefined {
  const text = commentBody(comment)
  return text === '' ? undefined : `${authorName(comment)}: ${text}`
}

/** The author that a marker file named, before the person who imported it. */
export function authorName({ author, imported }: Comment): string {
  return imported?.author ?? author?.name ?? 'Unknown'
}

/** `Too dark (sketch.png)`; empty for a deleted comment. */
export function commentBody(comment: Comment): string {
  const { attachments } = comment
  const files = attachments.length === 0 ? '' : `(${attachments.map(({ name }) => name).join(', ')})`
  return [textOf(comment), files].filter((part) => part !== '').join(' ')
}

/** The text of a comment, or a note about its drawing or place. A deleted comment has neither text nor author. */
export function textOf({ author, content, annotation, attachments, mentions }: Comment): string {
  if (content !== null) return readableText(content, mentions)
  if ((annotation?.shapes.length ?? 0) > 0) return '(drawing)'
  return author === null || attachments.length > 0 ? '' : '(marker)'
}

/** The comment and its replies, one or more lines each. */
export function lines({ comment, replies }: Thread): string[] {
  return [comment, ...replies].flatMap((part) => commentLine(part) ?? [])
}
