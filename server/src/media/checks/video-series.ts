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
  private readonly frame: Uint8Array
  private filled = 0
  frames = 0

  constructor(frames: number, layout: FrameLayout, colour: { transfer: Transfer; matrix: Matrix }) {
    this.layout = layout
    this.matrix = colour.matrix
    this.flashes = new FlashCounter(colour.transfer)
    this.frame = new Uint8Array(layout.bytes)
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
    const [oldest, before, last] = this.samples
    if (n > 0 && isSame(grid, this.gridBefore) && isSame(samples, last)) this.repeatNumbers(n)
    else this.measureImage(n, grid, samples)
    oldest.set(samples)
    this.samples = [before, last, oldest]
    if (n > 0) this.measureFields(n - 1, ...this.samples)
  }

  private measureImage(n: number, grid: Uint8Array, samples: Uint8Array): void {
    this.measureGrid(n, grid)
    markRed(grid, this.red, this.matrix)
    const { light, red } = this.flashes.add(grid, this.red)
    this.series.lightChanges[n] = light
    this.series.redChanges[n] = red
    this.series.bars.set(barsOf(samples, this.layout.lines), n * 4)
    this.series.outOfRange[n] = Math.round(outside(samples) * 65_535)
  }

  /** For a frame like the one before, as in held shots and slates: nothing differs and nothing changes. */
  private repeatNumbers(n: number): void {
    const { meanLuma, maxLuma, spread, outOfRange, bars } = this.series
    for (const numbers of [meanLuma, maxLuma, spread, outOfRange]) numbers[n] = numbers[n - 1]!
    bars.copyWithin(n * 4, (n - 1) * 4, n * 4)
  }

  /** A frame is compared with the one before and the one after; at the ends of the file with itself. */
  private measureFields(n: number, before: Uint8Array, frame: Uint8Array, after: Uint8Array): void {
    const { isWhole, lines } = this.layout
    const first = n === 0 ? frame : before
    if (isWhole) this.series.fields[n] = fieldsOf(first, frame, after, gridWidth, lines)
  }

  /** The levels of the frame, and their differences from the frame before. */
  private measureGrid(n: number, grid: Uint8Array): void {
    const before = this.gridBefore
    const { meanLuma, maxLuma, difference, mostDifference } = this.series
    let [spread, changed, mostChanged] = [0, 0, 0]
    for (let plane = 0; plane < 3; plane++) {
      const from = plane * gridPoints
      const levels = levelsOf(grid, before, from, from + gridPoints)
      const mean = levels.sum / gridPoints
      spread = Math.max(spread, levels.largest - mean, mean - levels.least)
      changed += levels.changed
      mostChanged = Math.max(mostChanged, levels.mostChanged)
      if (plane > 0) continue
      meanLuma[n] = Math.round(mean * 256)
      maxLuma[n] = levels.largest
    }
    before.set(grid)
    this.series.spread[n] = Math.ceil(spread)
    difference[n] = n === 0 ? 65_535 : Math.min(65_535, Math.round((changed / grid.length) * 256))
    mostDifference[n] = n === 0 ? 255 : mostChanged
  }
}

function isSame(bytes: Uint8Array, others: Uint8Array): boolean {
  return Buffer.compare(bytes, others) === 0
}

type Levels = { sum: number; least: number; largest: number; changed: number; mostChanged: number }

/** One pass over a plane: these loops take most of the time of a check. */
function levelsOf(grid: Uint8Array, before: Uint8Array, from: number, to: number): Levels {
  let sum = 0
  let least = 255
  let largest = 0
  let changed = 0
  let mostChanged = 0
  for (let point = from; point < to; point++) {
    const level = grid[point]!
    const change = Math.abs(level - before[point]!)
    sum += level
    changed += change
    if (level < least) least = level
    if (level > largest) largest = level
    if (change > mostChanged) mostChanged = change
  }
  return { sum, least, largest, changed, mostChanged }
}

/** `outOfRange` for each level. */
const isOutside = Uint8Array.from({ length: 256 }, (_, level) =>
  level < leastLuma || level > mostLuma ? 1 : 0,
)

function outside(samples: Uint8Array): number {
  const { length } = samples
  let count = 0
  for (let at = 0; at < length; at++) count += isOutside[samples[at]!]!
  return count / length
}

function shortened(series: VideoSeries, frames: number): VideoSeries {
  const parts = Object.entries(series).map(([name, values]) => {
    if (typeof values === 'number') return [name, frames]
    return [name, values.slice(0, name === 'bars' ? frames * 4 : frames)]
  })
  return Object.fromEntries(parts) as VideoSeries
}
