// Numbers of short blocks of the audio of a file, from which findings are made. Samples are at 48 kHz.
import { type Loudness, LoudnessMeter, weightsOf } from './loudness.ts'

export const audioRate = 48_000
/** 10 ms. */
export const blockSamples = audioRate / 100

export type AudioSeries = {
  blocks: number
  channels: readonly string[]
  /** The peak of each block, for each channel in turn, from 0 to 1. */
  peaks: Float32Array
  /** Samples of each block that are at full scale beside another one, of all channels together. */
  clipped: Uint16Array
  /** The sums of left × right, left² and right² of each block; empty unless there are two channels. */
  products: Float32Array
  loudness: Loudness
}

/** One sample at full scale is allowed; two in a row are clipped. */
const fullScale = 0.9999

export class AudioMeter {
  private readonly names: readonly string[]
  private readonly loudness: LoudnessMeter
  private peaks: number[] = []
  private clipped: number[] = []
  private products: number[] = []
  private readonly peak: Float64Array
  private readonly wasFull: Uint8Array
  private readonly sums = new Float64Array(3)
  private clips = 0
  private filled = 0
  private rest: Buffer = Buffer.alloc(0)
  samples = 0

  constructor(names: readonly string[]) {
    this.names = names
    this.loudness = new LoudnessMeter(weightsOf(names))
    this.peak = new Float64Array(names.length)
    this.wasFull = new Uint8Array(names.length)
  }

  /** 32-bit floating point, little-endian, interleaved. */
  add(chunk: Buffer): void {
    const bytes = this.rest.length > 0 ? Buffer.concat([this.rest, chunk]) : chunk
    const whole = bytes.length - (bytes.length % (4 * this.names.length))
    const samples = new Float32Array(whole / 4)
    Buffer.from(samples.buffer).set(bytes.subarray(0, whole))
    this.rest = Buffer.from(bytes.subarray(whole))
    this.loudness.add(samples)
    for (let at = 0; at < samples.length; at += this.names.length) this.measure(samples, at)
  }

  end(): AudioSeries {
    if (this.filled > 0) this.endBlock()
    return {
      blocks: this.clipped.length,
      channels: this.names,
      peaks: Float32Array.from(this.peaks),
      clipped: Uint16Array.from(this.clipped),
      products: Float32Array.from(this.products),
      loudness: this.loudness.end(),
    }
  }

  private measure(samples: Float32Array, at: number): void {
    this.samples++
    for (let channel = 0; channel < this.names.length; channel++) {
      const size = Math.abs(samples[at + channel]!)
      if (size > this.peak[channel]!) this.peak[channel] = size
      const isFull = size >= fullScale
      if (isFull && this.wasFull[channel] === 1) this.clips++
      this.wasFull[channel] = isFull ? 1 : 0
    }
    if (this.names.length === 2) {
      const [left, right] = [samples[at]!, samples[at + 1]!]
      this.sums[0]! += left * right
      this.sums[1]! += left * left
      this.sums[2]! += right * right
    }
    if (++this.filled === blockSamples) this.endBlock()
  }

  private endBlock(): void {
    this.peaks.push(...this.peak)
    this.clipped.push(Math.min(65_535, this.clips))
    if (this.names.length === 2) this.products.push(...this.sums)
    this.peak.fill(0)
    this.sums.fill(0)
    this.clips = 0
    this.filled = 0
  }
}
