// Made by `npm run generate` from server/src/core/frames.ts.
// Frames, milliseconds and timecodes, exactly. A frame rate is a fraction, so that 23.976 is 24000/1001 and nothing else.

export type FrameRate = { num: number; den: number }

/** `24000/1001` or `25`; undefined when it is no rate from 1 to 1000 frames a second. */
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

/** How many frames a timecode counts in a second: 24 for 24000/1001. */
export function timecodeBase({ num, den }: FrameRate): number {
  return Math.round(num / den)
}

/**
 * Whether timecodes leave out numbers, so that they keep up with the clock: as broadcast does with 29.97 and 59.94.
 */
export function isDropFrame({ num, den }: FrameRate): boolean {
  return num * 1001 === den * 30_000 || num * 1001 === den * 60_000
}

/** `HH:MM:SS:FF`; with drop frames `HH:MM:SS;FF`. A day later it starts over. */
export function timecode(frame: number, rate: FrameRate): string {
  const base = timecodeBase(rate)
  const dropped = isDropFrame(rate)
  const number = dropped ? undropped(frame, base) : frame
  const [frames, seconds] = [number % base, Math.floor(number / base)]
  const parts = [Math.floor(seconds / 3600) % 24, Math.floor(seconds / 60) % 60, seconds % 60]
  return `${parts.map(twoDigits).join(':')}${dropped ? ';' : ':'}${twoDigits(frames)}`
}

/** The number in a count that leaves out the first numbers of each minute, but of every tenth. */
function undropped(frame: number, base: number): number {
  const left = base / 15
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
