// The source timecode: what a file calls its first frame or, without video, its first sample. All values are claims of the file.
import { type FrameRate, frameToMs, isDropFrame, parseTimecode, timecodeBase } from '../core/frames.ts'

export type SourceTimecode = {
  /** Frames from 00:00:00:00 to the first frame; null for audio. */
  startFrame: number | null
  /** Whether the timecode skips numbers; null for audio. */
  dropFrame: boolean | null
  /** Milliseconds from midnight to the first sample; null for video. */
  startMs: number | null
  /** The same in samples, for Broadcast Wave. */
  startSample: number | null
}

export const noTimecode: SourceTimecode = {
  ...{ startFrame: null, dropFrame: null, startMs: null, startSample: null },
}

/** The claims of a file about its timecode. */
export type TimecodeClaims = {
  /** As `technical.timecode`. */
  text: string | null
  /** The rate of the timecode track, where the file has one. Cameras count 59.94 frames as 29.97 pairs. */
  trackRate: FrameRate | undefined
  /** The time reference of Broadcast Wave, in samples since midnight. */
  timeReference: number | null
  sampleRate: number | null
}

const dayMs = 86_400_000

/** `rate`: of the video; null where it varies, so that frames cannot be counted from a timecode. */
export function videoTimecode({ text, trackRate }: TimecodeClaims, rate: FrameRate | null): SourceTimecode {
  if (text === null || rate === null) return noTimecode
  const counted = countedIn(rate, trackRate)
  const dropFrame = /[;.]\d+$/.test(text) && isDropFrame(counted.rate)
  const frame = parseTimecode(text, counted.rate, { dropFrame })
  // Hours of the tape, not of the day, are cut off.
  if (frame === undefined || Number(text.slice(0, 2)) > 23) return noTimecode
  return { ...noTimecode, startFrame: frame * counted.frames, dropFrame }
}

/** The rate that the timecode counts in, and how many frames of the video it counts as one. */
function countedIn(rate: FrameRate, track: FrameRate | undefined): { rate: FrameRate; frames: number } {
  const same = { rate, frames: 1 }
  if (track === undefined) return same
  const frames = timecodeBase(rate) / timecodeBase(track)
  if (frames === 1 || !Number.isInteger(frames)) return same
  return { rate: { num: rate.num, den: rate.den * frames }, frames }
}

export function audioTimecode({
  text,
  trackRate,
  timeReference,
  sampleRate,
}: TimecodeClaims): SourceTimecode {
  // Recorders without a clock write 0.
  if (timeReference && sampleRate) {
    const startMs = Number((BigInt(timeReference) * 1000n) / BigInt(sampleRate)) % dayMs
    return { ...noTimecode, startMs, startSample: timeReference }
  }
  if (text === null || trackRate === undefined) return noTimecode
  const { startFrame } = videoTimecode({ text, trackRate, timeReference, sampleRate }, trackRate)
  return startFrame === null ? noTimecode : { ...noTimecode, startMs: frameToMs(startFrame, trackRate) }
}
