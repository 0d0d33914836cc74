// Exact arithmetic of frames, milliseconds and timecodes. A frame rate is a fraction, so that 23.976 is exactly
// 24000/1001.

export type FrameRate = { num: number; den: number }

/** `24000/1001` or `25`; undefined unless it is a rate from 1 to 1000 frames per second. */
export function parseFrameRate(text: string): FrameRate | undefined {
  const match = /^([1-9]\d{0,8})(?:\/([1-9]\d{0,8}))?$/.exec(text)
  if (!match) return undefined
  const rate = { num: Number(match[1]), den: Number(match[2] ?? 1) }
  return rate.num >= rate.den && rate.num <= 1000 * rate.den ? rate : undefined
}

/** The first whole millisecond in which the frame is shown. */
export function frameToMs(frame: number, { num, den }: FrameRate): number {
  const [time, divisor] = [BigInt(frame) * 1000n * BigInt(den), BigInt(num)]
  return Number((time + divisor - 1n) / divisor)
}

/** The frame that is shown at a millisecond. */
export function msToFrame(ms: number, { num, den }: FrameRate): number {
  return Number((BigInt(ms) * BigInt(num)) / (1000n * BigInt(den)))
}

/** The number of frames that a timecode counts per second: 24 for 24000/1001. */
export function timecodeBase({ num, den }: FrameRate): number {
  return Math.round(num / den)
}

/** Whether the rate has drop-frame timecode, which skips numbers to stay in step with the clock: 29.97 and 59.94. */
export function isDropFrame({ num, den }: FrameRate): boolean {
  return num * 1001 === den * 30_000 || num * 1001 === den * 60_000
}

export type TimecodeOptions = {
  /** Defaults to true for rates that have drop-frame timecode; ignored for all others. */
  dropFrame?: boolean | undefined
  /** The timecode of frame 0, as a number of frames since 00:00:00:00. Defaults to 0. */
  start?: number | undefined
}

/** The number of frames until timecode restarts at zero. */
export function framesPerDay(rate: FrameRate, dropFrame?: boolean): number {
  const tenMinutes = 600 * timecodeBase(rate) - (drops(rate, dropFrame) ? 9 * skippedNumbers(rate) : 0)
  return 144 * tenMinutes
}

/** `HH:MM:SS:FF`; with drop frames `HH:MM:SS;FF`. Restarts at zero after 24 hours. */
export function timecode(frame: number, rate: FrameRate, options: TimecodeOptions = {}): string {
  const base = timecodeBase(rate)
  const dropFrame = drops(rate, options.dropFrame)
  const counted = (frame + (options.start ?? 0)) % framesPerDay(rate, dropFrame)
  const number = dropFrame ? undropped(counted, rate) : counted
  const [frames, seconds] = [number % base, Math.floor(number / base)]
  const parts = [Math.floor(seconds / 3600), Math.floor(seconds / 60) % 60, seconds % 60]
  return `${parts.map(twoDigits).join(':')}${dropFrame ? ';' : ':'}${twoDigits(frames)}`
}

/**
 * The frame of a timecode. Leading fields may be omitted, as in `2:05` for two seconds and five frames. A number that
 * drop-frame timecode skips means the next frame. With a start, a timecode before it is one after midnight; callers
 * compare the result with the length of the file.
 */
export function parseTimecode(
  text: string,
  rate: FrameRate,
  options: TimecodeOptions = {},
): number | undefined {
  if (!/^\d{1,4}([:;.,]\d{1,4}){1,3}$/.test(text)) return undefined
  const [frames = 0, seconds = 0, minutes = 0, hours = 0] = text
    .split(/[:;.,]/)
    .map(Number)
    .toReversed()
  const base = timecodeBase(rate)
  if (frames >= base || seconds >= 60 || minutes >= 60) return undefined
  const dropFrame = drops(rate, options.dropFrame)
  const allMinutes = hours * 60 + minutes
  const number = (allMinutes * 60 + seconds) * base + frames
  const counted = dropFrame ? number - dropped(allMinutes, seconds, frames, rate) : number
  const { start = 0 } = options
  if (start === 0) return counted
  const day = framesPerDay(rate, dropFrame)
  return (((counted - start) % day) + day) % day
}

function drops(rate: FrameRate, dropFrame: boolean | undefined): boolean {
  return dropFrame !== false && isDropFrame(rate)
}

/** How many numbers drop-frame timecode skips in a minute: 2 at 29.97, 4 at 59.94. */
function skippedNumbers(rate: FrameRate): number {
  return timecodeBase(rate) / 15
}

/** How many numbers were skipped before this one; for a skipped number, minus the frames to the next one. */
function dropped(allMinutes: number, seconds: number, frames: number, rate: FrameRate): number {
  const left = skippedNumbers(rate)
  const isLeftOut = seconds === 0 && frames < left && allMinutes % 10 !== 0
  return left * (allMinutes - Math.floor(allMinutes / 10)) - (isLeftOut ? left - frames : 0)
}

/** The timecode number of a frame, in a count that skips the first numbers of each minute except every tenth. */
function undropped(frame: number, rate: FrameRate): number {
  const base = timecodeBase(rate)
  const left = skippedNumbers(rate)
  const minute = 60 * base - left
  const tenMinutes = 10 * minute + left
  const tens = Math.floor(frame / tenMinutes)
  const within = frame % tenMinutes
  const minutes = within < 60 * base ? 0 : 1 + Math.floor((within - 60 * base) / minute)
  return frame + left * (9 * tens + minutes)
}

function twoDigits(number: number): string {
  return String(number).padStart(2, '0')
}
