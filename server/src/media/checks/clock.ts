// The times of frames. With a constant rate they follow from it; otherwise the file lists them.
import type { FrameRate } from '../../core/frames.ts'
import type { Stretch } from './stretches.ts'

export type Clock = {
  frames: number
  /** In seconds since the first frame; `frames` is the end of the last frame. */
  startOf(frame: number): number
}

export type Timed = {
  rate: FrameRate | null
  starts: Float64Array | null
  video: { frames: number } | null
  info: { durationMs: number | null }
}

/** Undefined without video, and for a variable rate without times. */
export function clockOf({ rate, starts, video, info }: Timed): Clock | undefined {
  if (!video) return undefined
  const { frames } = video
  if (rate) return { frames, startOf: (frame) => (frame * rate.den) / rate.num }
  if (!starts) return undefined
  const end = Math.max((info.durationMs ?? 0) / 1000, starts[frames - 1] ?? 0)
  return { frames, startOf: (frame) => (frame < frames ? starts[frame]! : end) }
}

/** From the start of the first frame to the end of the last. */
export function secondsOf({ first, last }: Stretch, clock: Clock): number {
  return rounded(clock.startOf(last + 1) - clock.startOf(first))
}

/** Whether a stretch lasts at least so long. Half a frame of tolerance would hide a fault, a rounding error must not. */
export function lasts(place: Stretch, seconds: number, clock: Clock): boolean {
  return clock.startOf(place.last + 1) - clock.startOf(place.first) >= seconds - 1e-6
}

/** The frames of which at least half is within these seconds; the frame that is shown at the start if there are none. */
export function framesWithin(start: number, end: number, clock: Clock): Stretch {
  const first = Math.min(frameAt(start, clock), clock.frames - 1)
  const last = Math.min(frameAt(end, clock), clock.frames - 1)
  const half = (frame: number) => (clock.startOf(frame + 1) - clock.startOf(frame)) / 2
  const from = first + (clock.startOf(first + 1) - start < half(first) - 1e-6 ? 1 : 0)
  const to = last - (end - clock.startOf(last) < half(last) - 1e-6 ? 1 : 0)
  return from <= to ? { first: from, last: to } : { first, last: first }
}

/** The frame that is shown at this second. A time that is nearly that of the next frame is the next frame's: rounding. */
export function frameAt(seconds: number, { frames, startOf }: Clock): number {
  let [low, high] = [0, frames - 1]
  while (low < high) {
    const middle = Math.ceil((low + high) / 2)
    if (startOf(middle) <= seconds + 1e-6) low = middle
    else high = middle - 1
  }
  return low
}

export const rounded = (value: number) => Math.round(value * 1000) / 1000
