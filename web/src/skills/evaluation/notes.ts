// Expected notes: made from the comments on a file, or pasted as JSON.
import type { Comment, Media, PlacedNote } from '@dailies/sdk'
import { msToFrame, parseFrameRate } from '../../generated/frames.ts'

export const noPlace = {
  firstFrame: null,
  lastFrame: null,
  firstMs: null,
  lastMs: null,
  page: null,
  area: null,
}

/**
 * The threads of a file as notes, in the order of their places. Replies, deleted comments and drawings without text say nothing
 * that a skill could find.
 */
export function notesOf(comments: readonly Comment[], media: Media | null): PlacedNote[] {
  const notes = comments.flatMap((comment) => {
    const text = comment.content?.trim()
    if (!text || comment.parent !== null) return []
    return [{ ...noPlace, ...placeOf(comment, media), text }]
  })
  return notes.sort((one, other) => startOf(one) - startOf(other))
}

/** Notes about the whole file come last. */
function startOf({ firstFrame, firstMs, page }: PlacedNote): number {
  return firstFrame ?? firstMs ?? page ?? Number.MAX_SAFE_INTEGER
}

function placeOf({ frame, anchor, duration }: Comment, media: Media | null): Partial<PlacedNote> {
  if (media?.kind === 'DOCUMENT') return { page: anchor }
  if (anchor === null && frame === null) return {}
  const rate = media?.frameRate ? parseFrameRate(media.frameRate) : undefined
  if (frame !== null) {
    const end = rate && duration && anchor !== null ? msToFrame(anchor + duration, rate) - 1 : frame
    return { firstFrame: frame, lastFrame: Math.max(frame, end) }
  }
  return media?.kind === 'AUDIO' ? { firstMs: anchor, lastMs: anchor! + (duration ?? 0) } : {}
}

/** `frames 10–20`, `0:12.5`, `page 3`, `whole file`. */
export function placeText({ firstFrame, lastFrame, firstMs, page }: PlacedNote): string {
  if (page !== null) return `Page ${page}`
  if (firstFrame !== null)
    return lastFrame === null || lastFrame === firstFrame
      ? `Frame ${firstFrame}`
      : `Frames ${firstFrame}–${lastFrame}`
  if (firstMs !== null) return `${(firstMs / 1000).toFixed(1)} s`
  return 'Whole file'
}

/** Notes as a model or agent writes them: an array, or an object with `notes`. A string says what is wrong. */
export function parseNotes(json: string): PlacedNote[] | string {
  let value: unknown
  try {
    value = JSON.parse(json)
  } catch {
    return 'This is not JSON.'
  }
  const list = Array.isArray(value) ? value : (value as { notes?: unknown } | null)?.notes
  if (!Array.isArray(list)) return 'Paste a list of notes, or an object with `notes`.'
  const notes: PlacedNote[] = []
  for (const [index, one] of list.entries()) {
    const { text, ...place } = (one ?? {}) as Partial<PlacedNote>
    if (typeof text !== 'string' || text.trim() === '') return `Note ${index + 1} has no text.`
    notes.push({ ...noPlace, ...known(place), text })
  }
  return notes
}

function known(place: Partial<PlacedNote>): Partial<PlacedNote> {
  const names = Object.keys(noPlace) as (keyof typeof noPlace)[]
  return Object.fromEntries(names.filter((name) => place[name] != null).map((name) => [name, place[name]]))
}

/** Precision and recall in whole percent; a dash where there is nothing to count. */
export function percent(part: number | null): string {
  return part === null ? '–' : `${Math.round(part * 100)} %`
}
