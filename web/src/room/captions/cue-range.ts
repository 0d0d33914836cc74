// The frames that show a cue. Caption files have whole milliseconds, and frames begin between them: a time means the nearest beginning of
// a frame, so that captions that were written from frames come back on the same ones.
import type { FileDetails } from '@dailies/sdk'
import { type FrameRate, parseFrameRate } from '../../generated/frames.ts'
import type { Place, Range } from '../room.ts'
import type { Cue } from './caption-queries.ts'

type Media = Pick<NonNullable<FileDetails['media']>, 'kind' | 'frameRate' | 'frameTable'> | null

/** Undefined where frames cannot be counted from times: audio, and a variable rate. */
function steadyRate(media: Media): FrameRate | undefined {
  if (media?.kind !== 'VIDEO' || media.frameTable !== null || media.frameRate === null) return undefined
  return parseFrameRate(media.frameRate)
}

export const countsFrames = (media: Media) => steadyRate(media) !== undefined

/** From the first to the last frame, or millisecond where frames cannot be counted. */
export function cueRange({ startMs, endMs }: Pick<Cue, 'startMs' | 'endMs'>, media: Media): Range {
  const rate = steadyRate(media)
  if (!rate) return { from: startMs, to: endMs - 1 }
  const nearest = (ms: number) => Math.round((ms * rate.num) / (rate.den * 1000))
  const from = nearest(startMs)
  return { from, to: Math.max(from, nearest(endMs) - 1) }
}

/** The place in the unit of `cueRange`. */
export function momentOf({ frame, ms }: Place, media: Media): number | undefined {
  return countsFrames(media) ? frame : ms
}

/** The last of the sorted ranges that has begun, if it lasts; -1 for none. */
export function rangeAt(ranges: readonly Range[], moment: number | undefined): number {
  if (moment === undefined) return -1
  let [low, high] = [0, ranges.length]
  while (low < high) {
    const middle = (low + high) >>> 1
    if (ranges[middle]!.from <= moment) low = middle + 1
    else high = middle
  }
  return low > 0 && moment <= ranges[low - 1]!.to ? low - 1 : -1
}
