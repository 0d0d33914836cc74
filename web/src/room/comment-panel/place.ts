// The place of a comment, as text and in the format of the API.
import type { Comment, FileDetails } from '@dailies/sdk'
import type { NewComment } from '../../comments/target.ts'
import { type FrameRate, frameToMs, msToFrame, parseFrameRate } from '../../generated/frames.ts'
import type { Counting } from '../counting.ts'
import { type Counted, frameName, timeName } from '../place-names.ts'
import type { Place, Range } from '../room.ts'

type Media = (Pick<NonNullable<FileDetails['media']>, 'kind' | 'frameRate' | 'frameTable'> & Counted) | null

type Spot = Pick<Comment, 'anchor' | 'duration' | 'frame'> & { annotation?: Comment['annotation'] }

/** `00:00:12:04`, `0:12.500`, `Page 3`, `A view`; undefined for the whole file. */
export function placeLabel(
  { anchor, duration, frame, annotation }: Spot,
  media: Media,
  counting: Counting = 'source',
): string | undefined {
  if (annotation?.camera) return 'A view'
  if (media?.kind === 'DOCUMENT') return anchor === null ? undefined : pages(anchor, duration)
  const rate = rateOf(media)
  if (rate && media?.kind === 'VIDEO') {
    const start = frame ?? (anchor === null ? undefined : msToFrame(anchor, rate))
    if (start === undefined) return undefined
    const length = anchor === null || duration === null ? 0 : msToFrame(anchor + duration, rate) - start
    const name = (index: number) => frameName(index, rate, media, counting)
    const names = name(start) + (length > 1 ? ` – ${name(start + length - 1)}` : '')
    return inUnits(names, counting)
  }
  if (anchor === null) return undefined
  const name = (ms: number) => timeName(ms, media ?? {}, counting)
  return inUnits(name(anchor) + (duration ? ` – ${name(anchor + duration)}` : ''), counting, 'ms')
}

/** A number alone does not say what it counts. */
export function inUnits(names: string, counting: Counting, unit: 'frame' | 'ms' = 'frame'): string {
  if (counting === 'seconds') return `${names} s`
  return counting === 'frames' && unit === 'frame' ? `Frame ${names}` : names
}

function pages(from: number, more: number | null): string {
  return more ? `Pages ${from}–${from + more}` : `Page ${from}`
}

export function rateOf(media: Media): FrameRate | undefined {
  return media?.frameRate ? parseFrameRate(media.frameRate) : undefined
}

/** The place as fields of a comment. A range lasts from the start of its first frame to the end of its last. */
export function placeFields(
  place: Place,
  wholeRange: Range | null,
  media: Media,
): Pick<NewComment, 'anchor' | 'duration' | 'frame'> {
  // After moving away from the range, the comment is about the visible place.
  const at = place.page ?? place.frame ?? place.ms
  const range =
    wholeRange && at !== undefined && at >= wholeRange.from && at <= wholeRange.to ? wholeRange : null
  if (place.page !== undefined) {
    const page = range ? range.from : place.page
    return { anchor: page, ...(range && range.to > range.from && { duration: range.to - range.from }) }
  }
  const rate = rateOf(media)
  if (media?.kind === 'VIDEO' && rate && place.frame !== undefined) {
    const frame = range ? range.from : place.frame
    const start = frameToMs(frame, rate)
    // With a variable frame rate, the server cannot know when a frame begins.
    const anchor =
      media.frameTable !== null && !range && place.ms !== undefined ? Math.floor(place.ms) : start
    if (!range) return { frame, anchor }
    return { frame, anchor, duration: frameToMs(range.to + 1, rate) - start }
  }
  if (place.ms === undefined) return {}
  if (!range || media?.kind === 'VIDEO') return { anchor: Math.floor(place.ms) }
  return { anchor: Math.floor(range.from), duration: Math.floor(range.to) - Math.floor(range.from) }
}
