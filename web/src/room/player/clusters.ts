// The positions of comment markers on the timeline. Comments on one frame get markers side by side; where there is no
// space left, comments share a marker.
import type { Marker } from '../room.ts'

export type Mark = {
  /** The centre of the marker, in pixels. */
  x: number
  /** The start of the comments and the end of the longest one, in pixels. */
  from: number
  to: number
  markers: Marker[]
}

/** How many markers may be side by side at the same position. */
const besides = 3

/** `width`: of the timeline; `size`: of one marker, which is also the smallest distance between two. */
export function placeMarks(
  markers: readonly Marker[],
  durationMs: number,
  width: number,
  size: number,
): Mark[] {
  const marks: Mark[] = []
  const pixels = (ms: number) => Math.min(1, ms / Math.max(1, durationMs)) * width
  for (const marker of markers.toSorted((a, b) => a.ms - b.ms)) {
    const from = pixels(marker.ms)
    const to = pixels(marker.ms + (marker.durationMs ?? 0))
    const last = marks.at(-1)
    const x = last ? Math.max(from, last.x + size) : from
    if (last && x - from > besides * size) {
      last.markers.push(marker)
      last.to = Math.max(last.to, to)
    } else marks.push({ x, from, to, markers: [marker] })
  }
  // At the end of the timeline, move the markers back into it.
  let limit = width
  for (const mark of marks.toReversed()) {
    if (mark.x <= limit) break
    mark.x = limit
    limit -= size
  }
  return marks
}

/** Clicking a marker again selects the next comment that shares it. */
export function nextOf({ markers }: Mark, selected: string | null): Marker {
  const index = markers.findIndex(({ commentId }) => commentId === selected)
  return markers[(index + 1) % markers.length]!
}
