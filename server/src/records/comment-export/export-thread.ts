// What all formats are written from: the threads on a file, in the order of where they are on its timeline.
import { type FrameRate, msToFrame } from '../../core/frames.ts'
import type { Comment } from '../comment.ts'

export type Thread = {
  comment: Comment
  replies: Comment[]
  /** Whether it is somewhere on a timeline. */
  placed: boolean
  /** Where it is, in frames. What points to nothing is at the start. */
  start: number
  /** At least one frame. */
  length: number
}

export type CommentExport = {
  fileId: string
  fileName: string
  rate: FrameRate
  /** Of the picture; null: not known. */
  size: { width: number; height: number } | null
  threads: Thread[]
}

/** Comments on a file, replies among them, as threads; `timed` when anchors are milliseconds. */
export function threadsOf(comments: Comment[], rate: FrameRate, timed: boolean): Thread[] {
  const threads = new Map<string, Thread>()
  for (const comment of comments) {
    if (comment.parent === null)
      threads.set(comment.id, { comment, replies: [], ...place(comment, rate, timed) })
  }
  for (const comment of comments) {
    if (comment.parent !== null) threads.get(comment.parent.id)?.replies.push(comment)
  }
  // The sort keeps the order of time among what is at the same place.
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
export function said(comment: Comment): string | undefined {
  const { author, attachments } = comment
  const files = attachments.length === 0 ? '' : `(${attachments.map(({ name }) => name).join(', ')})`
  const text = [textOf(comment), files].filter((part) => part !== '').join(' ')
  return text === '' ? undefined : `${author?.name ?? 'Unknown'}: ${text}`
}

/** A comment without text stands for its drawing or its place. A deleted one has no author either. */
export function textOf({ author, content, annotation, attachments }: Comment): string {
  if (content !== null) return content
  if ((annotation?.shapes.length ?? 0) > 0) return '(drawing)'
  return author === null || attachments.length > 0 ? '' : '(marker)'
}

/** The comment and its replies, one line each or more. */
export function lines({ comment, replies }: Thread): string[] {
  return [comment, ...replies].flatMap((part) => said(part) ?? [])
}
