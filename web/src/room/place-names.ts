// Names of frames and times in each way of counting.
import type { Media } from '@dailies/sdk'
import {
  type FrameRate,
  parseTimecode,
  type TimecodeOptions,
  timecode,
  timecodeBase,
} from '../generated/frames.ts'
import type { Counting } from './counting.ts'
import { clockTime, parseClockTime } from './timecode.ts'

export type Counted = { timecode?: Media['timecode'] | undefined }

/** Where record timecode begins, as in editing software. */
const recordHours = 1

/** The options of `timecode` for a video. Frames and seconds have none. */
export function timecodeOptions(
  rate: FrameRate,
  { timecode: source }: Counted,
  counting: Counting,
): TimecodeOptions {
  const dropFrame = source?.dropFrame
  if (counting === 'source') return { dropFrame, start: source?.startFrame ?? 0 }
  return { dropFrame, start: parseTimecode(`0${recordHours}:00:00:00`, rate, { dropFrame }) }
}

export function frameName(frame: number, rate: FrameRate, media: Counted, counting: Counting): string {
  if (counting === 'frames') return String(frame)
  if (counting === 'seconds') return secondsName((frame * rate.den) / rate.num)
  return timecode(frame, rate, timecodeOptions(rate, media, counting))
}

/** With a variable rate, a timecode is the time: frames of the average rate since the second began. */
export function unevenName(frame: number, seconds: number, rate: FrameRate, counting: Counting): string {
  if (counting === 'frames') return String(frame)
  if (counting === 'seconds') return secondsName(seconds)
  const whole = Math.floor(seconds + 1e-6)
  const base = { num: timecodeBase(rate), den: 1 }
  const frames = Math.min(base.num - 1, Math.floor((seconds - whole + 1e-6) * base.num))
  const start = counting === 'record' ? recordHours * 3600 * base.num : 0
  return timecode(whole * base.num + frames, base, { start })
}

/** On audio; frames do not exist there. */
export function timeName(ms: number, { timecode: source }: Counted, counting: Counting): string {
  if (counting === 'seconds') return secondsName(ms / 1000)
  const start = counting === 'record' ? recordHours * 3_600_000 : (source?.startMs ?? 0)
  return clockTime((start + ms) % 86_400_000)
}

/** Truncated to milliseconds: a name must not be later than its frame. */
function secondsName(seconds: number): string {
  return (Math.floor(seconds * 1000 + 1e-6) / 1000).toFixed(3)
}

/**
 * The number of frames from the start that a typed timecode means: in the shown way of counting, else in another one that has such a
 * frame, else the nearest. A timecode without hours is counted from the start.
 */
export function typedFrame(
  text: string,
  rate: FrameRate,
  media: Counted,
  { counting, count }: { counting: Counting; count: number },
): number | undefined {
  const dropFrame = media.timecode?.dropFrame
  const fromZero = parseTimecode(text, rate, { dropFrame })
  if (fromZero === undefined) return undefined
  const isShort = text.split(/[:;.,]/).length < 4
  if (isShort) return fromZero
  const starts = [counting, 'source', 'record'] as const
  const frames = starts.map((one) => fromZero - (timecodeOptions(rate, media, one).start ?? 0))
  return [...frames, fromZero].find((frame) => frame >= 0 && frame < count) ?? frames[0]!
}

/** Milliseconds from the start that a typed time means on audio. */
export function typedTime(
  text: string,
  media: Counted,
  { counting, count }: { counting: Counting; count: number },
): number | undefined {
  const ms = parseClockTime(text)
  if (ms === undefined) return undefined
  const [source, record] = [media.timecode?.startMs ?? 0, recordHours * 3_600_000]
  const starts = counting === 'record' ? [record, source, 0] : [source, record, 0]
  // Without hours, the time is counted from the start.
  if (text.split(':').length < 3) return ms
  return starts.map((start) => ms - start).find((time) => time >= 0 && time < count) ?? ms
}
