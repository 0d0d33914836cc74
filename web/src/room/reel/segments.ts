// The files of a reel, one after another, without their handles.
import type { FileDetails, Media } from '@dailies/sdk'
import type { Counting } from '../counting.ts'
import { type Clock, clamp } from '../player/clock.ts'

export type ReelFile = { file: FileDetails; media: Media; clock: Clock }

export type Segment = ReelFile & {
  /** The first and the last frame of the file that the reel shows. */
  first: number
  last: number
  /** The frame and the time, in seconds, at which the file begins in the reel. */
  offset: number
  start: number
  seconds: number
}

/** `handles`: frames that are cut off at both ends of each file. At least one frame stays. */
export function layOut(files: readonly ReelFile[], handles: number): Segment[] {
  let [offset, start] = [0, 0]
  return files.map((one) => {
    const { clock } = one
    const cut = Math.min(handles, Math.floor((clock.count - 1) / 2))
    const [first, last] = [cut, clock.count - 1 - cut]
    const seconds = clock.startOf(last + 1) - clock.startOf(first)
    const segment = { ...one, first, last, offset, start, seconds }
    offset += last - first + 1
    start += seconds
    return segment
  })
}

/** A frame of the reel as a frame of a file. */
export function frameIn(segments: readonly Segment[], index: number): { segment: Segment; frame: number } {
  const segment = segments.findLast(({ offset }) => offset <= index) ?? segments[0]!
  return { segment, frame: within(segment, index - segment.offset + segment.first) }
}

/** A frame of a file as a frame of the reel; the nearest one if it is part of a handle. */
export function indexIn(segment: Segment, frame: number): number {
  return segment.offset + within(segment, frame) - segment.first
}

function within({ first, last }: Segment, frame: number): number {
  return Math.min(last, Math.max(first, frame))
}

/** The unit of the reel: its frames. Places are named as in the file that is visible there. */
export function reelClock(segments: readonly Segment[]): Clock {
  const end = segments.at(-1)!
  const count = end.offset + end.last - end.first + 1
  const seconds = end.start + end.seconds
  const timeIn = (index: number, time: (clock: Clock, frame: number) => number) => {
    if (index >= count) return seconds
    const { segment, frame } = frameIn(segments, Math.max(0, index))
    return segment.start + time(segment.clock, frame) - segment.clock.startOf(segment.first)
  }
  const startOf = (index: number) => timeIn(index, (clock, frame) => clock.startOf(frame))
  const at = (time: number) => {
    const segment = segments.findLast(({ start }) => start <= time + 1e-6) ?? segments[0]!
    return indexIn(segment, segment.clock.at(time - segment.start + segment.clock.startOf(segment.first)))
  }
  const msOf = (index: number) => Math.ceil(startOf(index) * 1000 - 1e-6)
  return {
    ...{
      unit: 'frame',
      count,
      seconds,
      perSecond: count / seconds,
      step: 1,
      startOf,
      at,
      startingAt: at,
      msOf,
    },
    middleOf: (index) => timeIn(index, (clock, frame) => clock.middleOf(frame)),
    label(index, counting) {
      if (counting === 'frames') return String(index)
      const { segment, frame } = frameIn(segments, index)
      return segment.clock.label(frame, counting)
    },
    parse: (text, counting) => parse(text.trim(), counting, { segments, at, count }),
    placeOf: (index) => ({ frame: index, ms: msOf(index) }),
    indexOf: ({ frame, ms }) => frame ?? (ms === undefined ? undefined : at(ms / 1000 + 1e-6)),
  }
}

type Names = { segments: readonly Segment[]; at: (time: number) => number; count: number }

/** A number is a frame of the reel, `4.2s` a time in it, a timecode the first place where a file has it. */
function parse(text: string, counting: Counting | undefined, { segments, at, count }: Names) {
  if (/^\d{1,9}$/.test(text) && counting !== 'seconds') return clamp(Number(text), count)
  const [, seconds] = /^(\d{1,6}(?:[.,]\d{1,6})?) ?s?$/.exec(text) ?? []
  if (seconds !== undefined) return at(Number(seconds.replace(',', '.')))
  for (const segment of segments) {
    const frame = segment.clock.parse(text, counting)
    if (frame !== undefined && frame > segment.first && frame < segment.last) return indexIn(segment, frame)
  }
  const frame = segments[0]!.clock.parse(text, counting)
  return frame === undefined ? undefined : indexIn(segments[0]!, frame)
}
