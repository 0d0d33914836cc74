// Derives a frame rate from the times of frames. A rate is constant when every frame lies on its grid,
// however a container has rounded; then a frame and its time follow from each other. Otherwise the times
// themselves are stored.
import type { FrameRate } from '../../core/frames.ts'

/** In ticks of `base` seconds, in the order in which frames are shown. */
export type FrameTimes = { starts: Float64Array; lastDuration: number; base: FrameRate }

export type Timing = {
  frames: number
  /** The average when it is not constant. Null when it is outside of the range of frame rates. */
  rate: FrameRate | null
  constant: boolean
  /** Whether the container gives each frame a time, each later than the one before. */
  timed: boolean
  /** The time of the first frame in the file, in seconds. */
  start: FrameRate
  seconds: number
}

/** 1/1001 below a whole number: a legacy of colour television. */
const standardRates: readonly FrameRate[] = [24, 25, 30, 48, 50, 60, 100, 120, 240].flatMap((whole) => [
  { num: whole, den: 1 },
  { num: whole * 1000, den: 1001 },
])

export function timingOf(times: FrameTimes, declared: readonly FrameRate[]): Timing {
  const { starts, base } = times
  const frames = starts.length
  const start = ratio((starts[0] || 0) * base.num, base.den)
  const timed = isIncreasing(starts)
  const grid = timed ? gridOf(times, declared) : (declared.find(isRate) ?? { num: 25, den: 1 })
  if (grid)
    return { frames, rate: grid, constant: true, timed, start, seconds: (frames * grid.den) / grid.num }
  const ticks = starts.at(-1)! - starts[0]! + times.lastDuration
  const rate = bounded(frames * base.den, ticks * base.num)
  return { frames, rate, constant: false, timed, start, seconds: (ticks * base.num) / base.den }
}

function gridOf(times: FrameTimes, declared: readonly FrameRate[]): FrameRate | undefined {
  const { starts, base, lastDuration } = times
  const rates = declared.filter(isRate)
  if (starts.length === 1) {
    const own = lastDuration > 0 ? [ratio(base.den, lastDuration * base.num)] : []
    return [...rates, ...own].find(isRate) ?? { num: 25, den: 1 }
  }
  const near = rates.flatMap((rate) => standardRates.filter((standard) => isNear(rate, standard)))
  const grid = [...near, ...rates].find((rate) => isRoundedOnly(starts, base, rate))
  if (grid) return grid
  const even = (starts.at(-1)! - starts[0]!) / (starts.length - 1)
  const isEven = Number.isInteger(even) && starts.every((start, n) => start === starts[0]! + n * even)
  const exact = ratio(base.den, even * base.num)
  if (isEven && isRate(exact)) return exact
  return [...near, ...rates, ...standardRates].find((rate) => isOnGrid(starts, base, rate))
}

/** Whether the times match the rate except for rounding to a tick of the container. */
function isRoundedOnly(starts: Float64Array, base: FrameRate, rate: FrameRate): boolean {
  const ticksPerFrame = (base.den * rate.den) / (base.num * rate.num)
  return starts.every((start, n) => Math.abs(start - starts[0]! - n * ticksPerFrame) < 0.9999)
}

/**
 * Containers round the times of frames, for instance to milliseconds; the error never comes near half a
 * frame.
 */
function isOnGrid(starts: Float64Array, base: FrameRate, rate: FrameRate): boolean {
  const framesPerTick = (base.num * rate.num) / (base.den * rate.den)
  return starts.every((start, n) => Math.abs((start - starts[0]!) * framesPerTick - n) < 0.4)
}

function isIncreasing(starts: Float64Array): boolean {
  return starts.every((start, n) => !Number.isNaN(start) && (n === 0 || start > starts[n - 1]!))
}

/** 2997/100 means 30000/1001; 2398/100 does not mean 24000/1001. */
function isNear(a: FrameRate, b: FrameRate): boolean {
  return Math.abs((a.num * b.den) / (a.den * b.num) - 1) < 1e-4
}

/** The same range as in `parseFrameRate`. */
function isRate({ num, den }: FrameRate): boolean {
  return num > 0 && den > 0 && num < 1e9 && den < 1e9 && num >= den && num <= 1000 * den
}

/** `30000/1001`, as ffprobe writes it; in lowest terms. */
export function parseRatio(text: string | undefined): FrameRate | undefined {
  const [, num, den] = /^(\d{1,10})[/:](\d{1,10})$/.exec(text ?? '') ?? []
  return Number(num) > 0 && Number(den) > 0 ? ratio(Number(num), Number(den)) : undefined
}

/** In lowest terms. */
export function ratio(num: number, den: number): FrameRate {
  let [a, b] = [Math.abs(num), den]
  while (b > 0) [a, b] = [b, a % b]
  return { num: num / (a || 1), den: den / (a || 1) }
}

/** Rounded to nine digits, which is exact enough for an average. */
function bounded(num: number, den: number): FrameRate | null {
  let rate = ratio(num, den)
  for (let divisor = 2; Math.max(rate.num, rate.den) >= 1e9; divisor *= 2)
    rate = ratio(Math.round(num / divisor), Math.round(den / divisor))
  return isRate(rate) ? rate : null
}
