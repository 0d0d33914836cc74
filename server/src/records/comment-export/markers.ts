// The markers of a timeline: threads at their place, with the texts for the name and the note of a marker.
import {
  authorName,
  type CommentExport,
  commentBody,
  commentLine,
  type ExportedClip,
  lines,
  type Thread,
} from './export-thread.ts'

export type TimelineMarker = {
  /** In frames from the start of the timeline. */
  start: number
  /** At least one frame. */
  length: number
  /** At least one thread; several when they are merged. */
  threads: Thread[]
  clip: ExportedClip
}

export function markersOf({ clips }: CommentExport): TimelineMarker[] {
  return clips.flatMap((clip) =>
    clip.threads.map((thread) => ({
      start: clip.offset + thread.start,
      length: thread.length,
      threads: [thread],
      clip,
    })),
  )
}

/** For programs that keep one marker on a frame: threads on the same frame become one marker, as long as the longest. */
export function mergedMarkersOf(written: CommentExport): TimelineMarker[] {
  const byFrame = new Map<number, TimelineMarker>()
  for (const marker of markersOf(written)) {
    const there = byFrame.get(marker.start)
    if (there === undefined) byFrame.set(marker.start, marker)
    else {
      const length = Math.max(there.length, marker.length)
      byFrame.set(marker.start, { ...there, length, threads: [...there.threads, ...marker.threads] })
    }
  }
  return [...byFrame.values()].sort((a, b) => a.start - b.start)
}

/** Open if one of its threads is. */
export function isResolved({ threads }: TimelineMarker): boolean {
  return threads.every(({ comment }) => comment.resolvedAt !== null)
}

/** The people who started the threads; for a deleted comment, who replied first. */
export function markerName({ threads }: TimelineMarker): string {
  const names = threads.map(({ comment, replies }) =>
    authorName([comment, ...replies].find((part) => commentBody(part) !== '') ?? comment),
  )
  return [...new Set(names)].join(', ')
}

/** The text of the comment and its replies. The name has the author of a single thread already. */
export function markerNote({ threads }: TimelineMarker, separator: string): string {
  const [only] = threads
  const texts = threads.length === 1 ? ownLines(only!) : threads.flatMap(lines)
  return texts.join(separator)
}

function ownLines({ comment, replies }: Thread): string[] {
  const parts = [comment, ...replies].filter((part) => commentBody(part) !== '')
  return parts.flatMap((part, i) => (i === 0 ? commentBody(part) : (commentLine(part) ?? [])))
}

/** One line without control characters. */
export function oneLine(text: string): string {
  return text.replace(/[\s\p{Cc}\u2028\u2029]+/gu, ' ').trim()
}
