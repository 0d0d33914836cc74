// The unit of a player: frames on video, milliseconds on audio.
import type { Media } from '@dailies/sdk'
import {
  type FrameRate,
  frameToMs,
  isDropFrame,
  parseFrameRate,
  timecodeBase,
} from '../../generated/frames.ts'
import type { Counting } from '../counting.ts'
import { type Counted, frameName, timeName, typedFrame, typedTime, unevenName } from '../place-names.ts'
import type { Place } from '../room.ts'

export type Clock = {
  /** The unit: `frame`s, or milliseconds. */
  unit: 'frame' | 'ms'
  /** The number of frames or milliseconds. */
  count: number
  /** The length, in seconds. */
  seconds: number
  /** Frames or milliseconds per second, approximately. */
  perSecond: number
  /** When an index begins, in seconds. */
  startOf: (index: number) => number
  /** A time at which only this index is shown. */
  middleOf: (index: number) => number
  /** The index that is shown at a time. */
  at: (seconds: number) => number
  /** The index that begins at a time that a browser has rounded. */
  startingAt: (seconds: number) => number
  /** The first whole millisecond of an index: comments are anchored to it. */
  msOf: (index: number) => number
  label: (index: number, counting?: Counting) => string
  /** Parses a timecode or a number, in seconds where these are shown. */
  parse: (text: string, counting?: Counting) => number | undefined
  /** The step of ← and →; with ⇧ it is ten times as large. */
  step: number
  placeOf: (index: number) => Place
  /** The index of a place; undefined if the place has no time. */
  indexOf: (place: Place) => number | undefined
}

export type FrameTable = { starts: readonly number[] }

/** `table` has the start time of each frame for a variable rate. */
export function videoClock(media: Media, table?: FrameTable): Clock {
  const rate = parseFrameRate(media.frameRate ?? '') ?? { num: 25, den: 1 }
  const seconds = (media.durationMs ?? 0) / 1000
  const count = Math.max(1, media.frames ?? Math.floor((seconds * rate.num) / rate.den))
  const times = table ? unevenTimes(table.starts, seconds) : evenTimes(rate, count)
  const msOf = table
    ? (frame: number) => Math.ceil(table.starts[frame] ?? seconds * 1000)
    : (frame: number) => frameToMs(frame, rate)
  const clock = { ...times, count, seconds }
  return {
    ...clock,
    ...{ unit: 'frame', perSecond: rate.num / rate.den, step: 1, msOf },
    label: (frame, counting = 'source') =>
      table
        ? unevenName(frame, times.startOf(frame), rate, counting)
        : frameName(frame, rate, media, counting),
    parse: (text, counting = 'source') => {
      const seconds = typedSeconds(text.trim(), counting)
      if (seconds !== undefined) return clock.at(seconds)
      return table
        ? unevenFrame(text.trim(), rate, clock)
        : parseFrame(text.trim(), rate, media, { ...clock, counting })
    },
    placeOf: (frame) => ({ frame, ms: msOf(frame) }),
    indexOf: ({ frame, ms }) => frame ?? (ms === undefined ? undefined : clock.at(ms / 1000 + 1e-6)),
  }
}

type Times = Pick<Clock, 'startOf' | 'middleOf' | 'at' | 'startingAt'>

function evenTimes({ num, den }: FrameRate, count: number): Times {
  const within = (frame: number) => clamp(frame, count)
  return {
    startOf: (frame) => (frame * den) / num,
    middleOf: (frame) => ((frame + 0.5) * den) / num,
    at: (seconds) => within(Math.floor((seconds * num) / den + 1e-6)),
    startingAt: (seconds) => within(Math.round((seconds * num) / den)),
  }
}

function unevenTimes(starts: readonly number[], seconds: number): Times {
  const startOf = (frame: number) => (starts[frame] ?? seconds * 1000) / 1000
  const at = (time: number) => clamp(countUpTo(starts, time * 1000 + 1e-3) - 1, starts.length)
  return {
    startOf,
    at,
    middleOf: (frame) => (startOf(frame) + Math.max(startOf(frame + 1), startOf(frame) + 0.001)) / 2,
    startingAt: (time) => {
      const frame = at(time)
      return startOf(frame + 1) - time < time - startOf(frame) ? clamp(frame + 1, starts.length) : frame
    },
  }
}

/** How many of the sorted numbers are not greater than a value. */
function countUpTo(sorted: readonly number[], value: number): number {
  let [low, high] = [0, sorted.length]
  while (low < high) {
    const middle = (low + high) >>> 1
    if (sorted[middle]! <= value) low = middle + 1
    else high = middle
  }
  return low
}

/** `4.2s`; where seconds are shown, also `4.2` and `4`. */
function typedSeconds(text: string, counting: Counting): number | undefined {
  const [, number, unit] = /^(\d{1,6}(?:[.,]\d{1,6})?) ?(s?)$/.exec(text) ?? []
  if (number === undefined || (unit === '' && counting !== 'seconds')) return undefined
  return Number(number.replace(',', '.'))
}

function parseFrame(
  text: string,
  rate: FrameRate,
  media: Counted,
  { count, counting }: { count: number; counting: Counting },
) {
  const frame = /^\d{1,9}$/.test(text) ? Number(text) : typedFrame(text, rate, media, { counting, count })
  return frame === undefined ? undefined : clamp(frame, count)
}

/** With a variable rate, a timecode is the time: frames of the average rate since the second began. */
function unevenFrame(text: string, rate: FrameRate, clock: Times & { count: number }) {
  if (/^\d{1,9}$/.test(text)) return clamp(Number(text), clock.count)
  const base = { num: timecodeBase(rate), den: 1 }
  const frame = typedFrame(text, base, {}, { counting: 'source', count: clock.count })
  return frame === undefined ? undefined : clock.at(frame / base.num)
}

export function audioClock(durationMs: number, media: Counted = {}): Clock {
  const count = Math.max(1, durationMs)
  const at = (seconds: number) => clamp(Math.round(seconds * 1000), count)
  return {
    ...{ unit: 'ms', count, seconds: count / 1000, perSecond: 1000, step: 100, at, startingAt: at },
    startOf: (ms) => ms / 1000,
    middleOf: (ms) => ms / 1000,
    msOf: (ms) => ms,
    label: (ms, counting = 'source') => timeName(ms, media, counting),
    parse: (text, counting = 'source') => {
      const ms = typedTime(text.trim(), media, { counting, count })
      return ms === undefined ? undefined : clamp(ms, count)
    },
    placeOf: (ms) => ({ ms }),
    indexOf: ({ ms }) => ms,
  }
}

export function clamp(index: number, count: number): number {
  return Math.min(Math.max(0, index), count - 1)
}

/** Drop-frame is indicated beside the timecode. */
export function rateInWords(media: Media): string | undefined {
  const rate = parseFrameRate(media.frameRate ?? '')
  if (!rate) return undefined
  const perSecond = Number((rate.num / rate.den).toFixed(3))
  if (media.frameTable) return `${Number(perSecond.toFixed(2))} fps on average`
  return `${perSecond} fps${(media.timecode?.dropFrame ?? isDropFrame(rate)) ? ' drop frame' : ''}`
}
