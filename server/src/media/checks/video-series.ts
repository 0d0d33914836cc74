// Numbers of every frame of a video, from which findings are made: 18 bytes for each, so that ten hours fit into memory.
import { barsOf } from './bars.ts'
import { fieldsOf } from './fields.ts'
import { FlashCounter, type Transfer } from './flashes.ts'
import { type FrameLayout, gridPoints, gridWidth, partsOf } from './frame-layout.ts'
import { type Matrix, markRed } from './red.ts'

/** One value for each frame. Levels are 8 bits, limited range: black is 16, white 235. */
export type VideoSeries = {
  frames: number
  /** The mean luma of the grid, × 256. */
  meanLuma: Uint16Array
  /** The brightest point of the grid. */
  maxLuma: Uint8Array
  /** The largest distance of a point from the mean colour of the frame. */
  spread: Uint8Array
  /** The mean difference from the frame before, × 256; 65,535 for the first frame. */
  difference: Uint16Array
  /** The difference of the point that differs most; 255 for the first frame. */
  mostDifference: Uint8Array
  /** The share of samples darker than black or brighter than white, by more than the tolerance of EBU R 103, × 65,535. */
  outOfRange: Uint16Array
  /** Bars at the top, the bottom, the left and the right of each frame in turn, in ten-thousandths of the image. */
  bars: Uint16Array
  /** See `fields.ts`. */
  fields: Uint8Array
  lightChanges: Int8Array
  redChanges: Int8Array
  /** 1: the frame could not be decoded, and one beside it is shown instead. */
  repeated: Uint8Array
}

/** EBU R 103 allows 5 to 246 for luma, and ignores less than 1 % of the image. */
const leastLuma = 5
const mostLuma = 246

export class VideoMeter {
  private readonly layout: FrameLayout
  private readonly series: VideoSeries
  private readonly flashes: FlashCounter
  private readonly matrix: Matrix
  private readonly red = new Uint8Array(gridPoints)
  private readonly gridBefore = new Uint8Array(gridPoints * 3)
  /** The samples of the last three frames, the newest last. */
  private samples: [Uint8Array, Uint8Array, Uint8Array]
  private readonly frame: Buffer
  private filled = 0
  frames = 0

  constructor(frames: number, layout: FrameLayout, colour: { transfer: Transfer; matrix: Matrix }) {
    this.layout = layout
    this.matrix = colour.matrix
    this.flashes = new FlashCounter(colour.transfer)
    this.frame = Buffer.alloc(layout.bytes)
    const plane = () => new Uint8Array(layout.lines * gridWidth)
    this.samples = [plane(), plane(), plane()]
    this.series = {
      frames,
      meanLuma: new Uint16Array(frames),
      maxLuma: new Uint8Array(frames),
      spread: new Uint8Array(frames),
      difference: new Uint16Array(frames),
      mostDifference: new Uint8Array(frames),
      outOfRange: new Uint16Array(frames),
      bars: new Uint16Array(frames * 4),
      fields: new Uint8Array(frames),
      lightChanges: new Int8Array(frames),
      redChanges: new Int8Array(frames),
      repeated: new Uint8Array(frames),
    }
  }

  /** Frames in the layout of `frame-layout.ts`. */
  add(chunk: Buffer): void {
    for (let at = 0; at < chunk.length; ) {
      const taken = chunk.copy(this.frame, this.filled, at)
      this.filled += taken
      at += taken
      if (this.filled < this.frame.length) return
      this.filled = 0
      this.measure(this.frame)
    }
  }

  /** Frames that never came, because the end of the file could not be decoded, are no frames. */
  end(): VideoSeries {
    const frames = Math.min(this.frames, this.series.frames)
    const [, before, last] = this.samples
    if (frames > 0) this.measureFields(frames - 1, before, last, last)
    return frames === this.series.frames ? this.series : shortened(this.series, frames)
  }

  private measure(frame: Uint8Array): void {
    const n = this.frames++
    if (n >= this.series.frames) return
    const { number, grid, samples } = partsOf(frame)
    this.series.repeated[n] = number === n ? 0 : 1
    this.measureGrid(n, grid)
    this.measureDifference(n, grid)
    markRed(grid, this.red, this.matrix)
    const { light, red } = this.flashes.add(grid.subarray(0, gridPoints), this.red)
    this.series.lightChanges[n] = light
    this.series.redChanges[n] = red
    this.series.bars.set(barsOf(samples, this.layout.lines), n * 4)
    this.series.outOfRange[n] = Math.round(outside(samples) * 65_535)
    const [oldest, before, last] = this.samples
    oldest.set(samples)
    this.samples = [before, last, oldest]
    if (n > 0) this.measureFields(n - 1, ...this.samples)
  }

  /** A frame is compared with the one before and the one after; at the ends of the file with itself. */
  private measureFields(n: number, before: Uint8Array, frame: Uint8Array, after: Uint8Array): void {
    const { isWhole, lines } = this.layout
    const first = n === 0 ? frame : before
    if (isWhole) this.series.fields[n] = fieldsOf(first, frame, after, gridWidth, lines)
  }

  private measureGrid(n: number, grid: Uint8Array): void {
    let [most, spread] = [0, 0]
    for (let plane = 0; plane < 3; plane++) {
      let [sum, least, largest] = [0, 255, 0]
      for (let point = plane * gridPoints; point < (plane + 1) * gridPoints; point++) {
        const level = grid[point]!
        sum += level
        if (level < least) least = level
        if (level > largest) largest = level
      }
      const mean = sum / gridPoints
      spread = Math.max(spread, largest - mean, mean - least)
      if (plane > 0) continue
      this.series.meanLuma[n] = Math.round(mean * 256)
      most = largest
    }
    this.series.maxLuma[n] = most
    this.series.spread[n] = Math.ceil(spread)
  }

  private measureDifference(n: number, grid: Uint8Array): void {
    const before = this.gridBefore
    let [sum, most] = [0, 0]
    for (let at = 0; at < grid.length; at++) {
      const difference = Math.abs(grid[at]! - before[at]!)
      sum += difference
      if (difference > most) most = difference
    }
    before.set(grid)
    this.series.difference[n] = n === 0 ? 65_535 : Math.min(65_535, Math.round((sum / grid.length) * 256))
    this.series.mostDifference[n] = n === 0 ? 255 : most
  }
}

function outside(samples: Uint8Array): number {
  let count = 0
  for (let at = 0; at < samples.length; at++) {
    const level = samples[at]!
    if (level < leastLuma || level > mostLuma) count++
  }
  return count / samples.length
}

function shortened(series: VideoSeries, frames: number): VideoSeries {
  const parts = Object.entries(series).map(([name, values]) => {
    if (typeof values === 'number') return [name, frames]
    return [name, values.slice(0, name === 'bars' ? frames * 4 : frames)]
  })
  return Object.fromEntries(parts) as VideoSeries
}
