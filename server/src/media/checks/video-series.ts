// Numbers of every frame of a video, from which findings are made. Frames are measured on a grid of averages, so that noise and
// single pixels do not count.
import { barsOf } from './bars.ts'
import { FlashCounter, gridPoints } from './flashes.ts'

/** One value for each frame. Levels are 8 bits, limited range: black is 16, white 235. */
export type VideoSeries = {
  frames: number
  meanLuma: Float32Array
  minLuma: Uint8Array
  maxLuma: Uint8Array
  /** The largest distance of a point from the mean colour of the frame. */
  spread: Float32Array
  /** The mean difference from the frame before; 255 for the first frame. */
  difference: Float32Array
  /** The share of points that are darker than black or brighter than white, by more than the tolerance of EBU R 103. */
  outOfRange: Float32Array
  /** Black lines and columns at the top, the bottom, the left and the right, in points of the grid, for each frame in turn. */
  bars: Uint8Array
  lightChanges: Int8Array
  redChanges: Int8Array
}

/** EBU R 103 allows 5 to 246 for luma, and ignores less than 1 % of the image. */
const leastLuma = 5
const mostLuma = 246
/** Saturated red: more than this part of red, green and blue together. */
const redShare = 0.8

export class VideoMeter {
  private readonly series: VideoSeries
  private readonly flashes = new FlashCounter()
  private readonly red = new Uint8Array(gridPoints)
  private before: Uint8Array | undefined
  private rest: Buffer = Buffer.alloc(0)
  frames = 0

  constructor(frames: number) {
    this.series = {
      frames,
      meanLuma: new Float32Array(frames),
      minLuma: new Uint8Array(frames),
      maxLuma: new Uint8Array(frames),
      spread: new Float32Array(frames),
      difference: new Float32Array(frames),
      outOfRange: new Float32Array(frames),
      bars: new Uint8Array(frames * 4),
      lightChanges: new Int8Array(frames),
      redChanges: new Int8Array(frames),
    }
  }

  /** Frames of the grid in YUV 4:4:4, one plane after the other. */
  add(chunk: Buffer): void {
    const bytes = this.rest.length > 0 ? Buffer.concat([this.rest, chunk]) : chunk
    const size = gridPoints * 3
    let at = 0
    for (; at + size <= bytes.length; at += size) this.measure(bytes.subarray(at, at + size))
    this.rest = Buffer.from(bytes.subarray(at))
  }

  end(): VideoSeries {
    return this.series
  }

  private measure(frame: Uint8Array): void {
    const n = this.frames++
    if (n >= this.series.frames) return
    const luma = frame.subarray(0, gridPoints)
    const mean = means(frame)
    this.measureLevels(n, luma, mean[0])
    this.series.bars.set(barsOf(luma), n * 4)
    this.series.spread[n] = spreadOf(frame, mean)
    this.series.difference[n] = this.before ? differenceOf(frame, this.before) : 255
    markRed(frame, this.red)
    const { light, red } = this.flashes.add(luma, this.red)
    this.series.lightChanges[n] = light
    this.series.redChanges[n] = red
    this.before = Uint8Array.from(frame)
  }

  private measureLevels(n: number, luma: Uint8Array, mean: number): void {
    let [least, most, outside] = [255, 0, 0]
    for (let point = 0; point < gridPoints; point++) {
      const level = luma[point]!
      if (level < least) least = level
      if (level > most) most = level
      if (level < leastLuma || level > mostLuma) outside++
    }
    this.series.meanLuma[n] = mean
    this.series.minLuma[n] = least
    this.series.maxLuma[n] = most
    this.series.outOfRange[n] = outside / gridPoints
  }
}

function means(frame: Uint8Array): [luma: number, blue: number, red: number] {
  const sums: [number, number, number] = [0, 0, 0]
  for (let plane = 0; plane < 3; plane++) {
    let sum = 0
    for (let point = plane * gridPoints; point < (plane + 1) * gridPoints; point++) sum += frame[point]!
    sums[plane] = sum / gridPoints
  }
  return sums
}

function spreadOf(frame: Uint8Array, mean: readonly number[]): number {
  let most = 0
  for (let plane = 0; plane < 3; plane++) {
    for (let point = plane * gridPoints; point < (plane + 1) * gridPoints; point++) {
      const distance = Math.abs(frame[point]! - mean[plane]!)
      if (distance > most) most = distance
    }
  }
  return most
}

function differenceOf(frame: Uint8Array, before: Uint8Array): number {
  let sum = 0
  for (let i = 0; i < frame.length; i++) sum += Math.abs(frame[i]! - before[i]!)
  return sum / frame.length
}

/** BT.709 by way of red, green and blue. */
function markRed(frame: Uint8Array, marked: Uint8Array): void {
  for (let point = 0; point < gridPoints; point++) {
    const y = 1.164 * (frame[point]! - 16)
    const u = frame[gridPoints + point]! - 128
    const v = frame[2 * gridPoints + point]! - 128
    const red = Math.max(0, y + 1.793 * v)
    const green = Math.max(0, y - 0.213 * u - 0.533 * v)
    const blue = Math.max(0, y + 2.112 * u)
    const sum = red + green + blue
    marked[point] = sum > 40 && red / sum >= redShare ? 1 : 0
  }
}
