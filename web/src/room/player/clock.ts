// The unit of a player: frames on video, milliseconds on audio.
import type { Media } from '@dailies/sdk'
import {
  type FrameRate,
  frameToMs,
  isDropFrame,
  parseFrameRate,
  parseTimecode,
  timecode,
  timecodeBase,
} from '../../generated/frames.ts'
import type { Place } from '../room.ts'
import { clockTime, parseClockTime } from '../timecode.ts'

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
  label: (index: number) => string
  /** Parses a timecode or a number. */
  parse: (text: string) => number | undefined
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
    label: (frame) => (table ? unevenLabel(times.startOf(frame), rate) : timecode(frame, rate)),
    parse: (text) => parseFrame(text.trim(), rate, clock, table !== undefined),
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

/** With a variable rate, a timecode is the time: frames of the average rate since the second began. */
function unevenLabel(seconds: number, rate: FrameRate): string {
  const whole = Math.floor(seconds + 1e-6)
  const base = { num: timecodeBase(rate), den: 1 }
  const frames = Math.min(base.num - 1, Math.floor((seconds - whole + 1e-6) * base.num))
  return timecode(whole * base.num + frames, base)
}

function parseFrame(text: string, rate: FrameRate, clock: Times & { count: number }, uneven: boolean) {
  if (/^\d{1,9}$/.test(text)) return clamp(Number(text), clock.count)
  const base = { num: timecodeBase(rate), den: 1 }
  const frame = parseTimecode(text, uneven ? base : rate)
  if (frame === undefined) return undefined
  return uneven ? clock.at(frame / base.num) : clamp(frame, clock.count)
}

export function audioClock(durationMs: number): Clock {
  const count = Math.max(1, durationMs)
  const at = (seconds: number) => clamp(Math.round(seconds * 1000), count)
  return {
    ...{ unit: 'ms', count, seconds: count / 1000, perSecond: 1000, step: 100, at, startingAt: at },
    startOf: (ms) => ms / 1000,
    middleOf: (ms) => ms / 1000,
    msOf: (ms) => ms,
    label: clockTime,
    parse: (text) => {
      const ms = parseClockTime(text.trim())
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
  return `${perSecond} fps${isDropFrame(rate) ? ' drop frame' : ''}`
}
