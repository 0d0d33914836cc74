// Timecodes and clock times that people type and read. The arithmetic of frames is the server's (generated/frames.ts).
import { type FrameRate, isDropFrame, timecodeBase } from '../generated/frames.ts'

/**
 * The frame of a timecode. Leading fields may be omitted, as in `2:05` for two seconds and five frames. A number that
 * drop-frame timecode skips means the next frame.
 */
export function parseTimecode(text: string, rate: FrameRate): number | undefined {
  if (!/^\d{1,4}([:;.,]\d{1,4}){1,3}$/.test(text)) return undefined
  const [frames = 0, seconds = 0, minutes = 0, hours = 0] = text
    .split(/[:;.,]/)
    .map(Number)
    .toReversed()
  const base = timecodeBase(rate)
  if (frames >= base || seconds >= 60 || minutes >= 60) return undefined
  const allMinutes = hours * 60 + minutes
  const number = (allMinutes * 60 + seconds) * base + frames
  if (!isDropFrame(rate)) return number
  const left = base / 15
  const isLeftOut = seconds === 0 && frames < left && minutes % 10 !== 0
  const dropped = left * (allMinutes - Math.floor(allMinutes / 10))
  return number - dropped + (isLeftOut ? left - frames : 0)
}

/** `H:MM:SS.mmm`, for audio. */
export function clockTime(ms: number): string {
  const seconds = Math.floor(ms / 1000)
  const [hours, minutes] = [Math.floor(seconds / 3600), Math.floor(seconds / 60) % 60]
  const rest = `${twoDigits(minutes)}:${twoDigits(seconds % 60)}.${String(ms % 1000).padStart(3, '0')}`
  return hours > 0 ? `${hours}:${rest}` : rest
}

/** Milliseconds of `90`, `1:30`, `1:30.5` or `0:01:30.500`. */
export function parseClockTime(text: string): number | undefined {
  const match = /^(?:(?:(\d{1,4}):)?(\d{1,4}):)?(\d{1,6})(?:[.,](\d{1,3}))?$/.exec(text)
  if (!match) return undefined
  const [hours, minutes, seconds] = match.slice(1, 4).map((part) => Number(part ?? 0)) as [
    number,
    number,
    number,
  ]
  return ((hours * 60 + minutes) * 60 + seconds) * 1000 + Number((match[4] ?? '').padEnd(3, '0'))
}

function twoDigits(number: number): string {
  return String(number).padStart(2, '0')
}
