// The input of all formats: the comment threads of a file, in the order of its timeline.
import { type FrameRate, msToFrame } from '../../core/frames.ts'
import type { Comment } from '../comment.ts'
import { readableText } from '../mention.ts'

export type Thread = {
  comment: Comment
  replies: Comment[]
  /** Whether the thread has a place on a timeline. */
  placed: boolean
  /** Position in frames; 0 for a thread without a place. */
  start: number
  /** At least one frame. */
  length: number
}

export type CommentExport = {
  fileId: string
  fileName: string
  rate: FrameRate
  /** Size of the video; null if unknown. */
  size: { width: number; height: number } | null
  threads: Thread[]
}

/** Groups the comments on a file and their replies into threads; `timed` if anchors are milliseconds. */
export function threadsOf(comments: Comment[], rate: FrameRate, timed: boolean): Thread[] {
  const threads = new Map<string, Thread>()
  for (const comment of comments) {
    if (comment.parent === null)
      threads.set(comment.id, { comment, replies: [], ...place(comment, rate, timed) })
  }
  for (const comment of comments) {
    if (comment.parent !== null) threads.get(comment.parent.id)?.replies.push(comment)
  }
  // The sort is stable: threads at the same place keep the order of creation.
  const order = (thread: Thread) =>
    timed ? thread.start : (thread.comment.anchor ?? Number.MAX_SAFE_INTEGER)
  return [...threads.values()].sort((a, b) => order(a) - order(b))
}

function place({ anchor, duration, frame }: Comment, rate: FrameRate, timed: boolean) {
  const at = timed ? anchor : null
  const start = frame ?? (at === null ? 0 : msToFrame(at, rate))
  const end = at === null || duration === null ? start : msToFrame(at + duration, rate)
  return { placed: (frame ?? at) !== null, start, length: Math.max(1, end - start) }
}

/** `Ann: Too dark (sketch.png)`, `Ann: (drawing)`; undefined for a deleted comment. */
export function commentLine(comment: Comment): string | undefined {
  const { author, attachments } = comment
  const files = attachments.length === 0 ? '' : `(${attachments.map(({ name }) => name).join(', ')})`
  const text = [textOf(comment), files].filter((part) => part !== '').join(' ')
  return text === '' ? undefined : `${author?.name ?? 'Unknown'}: ${text}`
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
