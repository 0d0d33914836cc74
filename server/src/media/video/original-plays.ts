// Whether browsers play an original as it is and show the same frame numbers as for its proxy. Then people can watch it before
// the proxy exists.
import { needsCube } from './colour-cube.ts'
import type { Streams } from './streams.ts'
import type { FrameTimes, Timing } from './timing.ts'

/** Decoders of phones and laptops refuse larger frames in H.264. */
const maxPixels = 4096 * 2304

/** H.264 with 8 bits, 4:2:0, and AAC or no audio, in MP4 or QuickTime, displayed as stored. */
export function playsInBrowsers({ container, video, technical }: Streams): boolean {
  if (!video || !/^mov\b/.test(container)) return false
  const { codec, upright, alone, interlaced, width, height, colour } = video
  return (
    codec === 'h264' &&
    /^yuvj?420p$/.test(technical.video?.pixelFormat ?? '') &&
    interlaced === false &&
    upright &&
    alone &&
    width * height <= maxPixels &&
    !needsCube(colour) &&
    technical.audio.every((track) => track.codec === 'aac')
  )
}

/** Of a frame. Browsers calculate frames from times, and a container rounds times to its ticks. */
const maxDeviation = 0.05

/** The first frame is at 0, where browsers begin, and each frame where its number says. */
export function isExact({ starts, base }: FrameTimes, { constant, timed, rate }: Timing): boolean {
  if (!constant || !timed || starts[0] !== 0) return false
  const framesPerTick = (base.num * rate!.num) / (base.den * rate!.den)
  return starts.every((start, n) => Math.abs(start * framesPerTick - n) < maxDeviation)
}
