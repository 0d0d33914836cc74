// Numbers of short blocks of the audio of a file, from which findings are made: a few bytes for each block, so that ten hours fit
// into memory. Samples are at 48 kHz. With a constant frame rate each frame has a whole number of blocks, so that a fault begins
// with its frame.
import type { FrameRate } from '../../core/frames.ts'
import { weightsOf } from './channel-weights.ts'
import { type Loudness, LoudnessMeter } from './loudness.ts'

export const audioRate = 48_000
const mostBlockSeconds = 0.01

export type AudioSeries = {
  blocks: number
  /** Seconds of a block. */
  block: FrameRate
  channels: readonly string[]
  /** The peak of each block, for each channel in turn: 0 for silence, else 255 + 2 × dBFS. */
  peaks: Uint8Array
  /** Samples of each block at full scale beside another one, of all channels together. */
  clipped: Uint16Array
  /** Of left and right in each block: 127 × correlation, or -128 where one side is silent; empty unless there are two channels. */
  correlation: Int8Array
  loudness: Loudness
}

/** One sample at full scale is allowed; two in a row are clipped. */
const fullScale = 0.9999
/** The mean energy under which a side is silent, −80 dB. */
const silentEnergy = 1e-8

export function blockOf(rate: FrameRate | null): FrameRate {
  if (!rate) return { num: 1, den: 100 }
  const inFrame = Math.ceil(rate.den / rate.num / mostBlockSeconds)
  return { num: rate.den, den: rate.num * inFrame }
}

export const peakNumber = (size: number) =>
  size === 0 ? 0 : Math.min(255, Math.max(0, Math.round(255 + 40 * Math.log10(size))))

export class AudioMeter {
  private readonly names: readonly string[]
  private readonly block: FrameRate
  private readonly loudness: LoudnessMeter
  private readonly peaks: Uint8Array
  private readonly clipped: Uint16Array
  private readonly correlation: Int8Array
  private readonly peak: Float64Array
  private readonly wasFull: Uint8Array
  private readonly sums = new Float64Array(3)
  private clips = 0
  private inBlock = 0
  private blocks = 0
  private end = 0
  private rest: Buffer = Buffer.alloc(0)
  private samples = 0

  constructor(names: readonly string[], block: FrameRate, seconds: number) {
    this.names = names
    this.block = block
    this.loudness = new LoudnessMeter(weightsOf(names))
    this.peak = new Float64Array(names.length)
    this.wasFull = new Uint8Array(names.length)
    const most = Math.ceil((seconds * block.den) / block.num) + 1
    this.peaks = new Uint8Array(most * names.length)
    this.clipped = new Uint16Array(most)
    this.correlation = new Int8Array(names.length === 2 ? most : 0)
    this.end = this.endOf(0)
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

  finish(): AudioSeries {
    if (this.inBlock > 0) this.endBlock()
    const { names, block, blocks } = this
    return {
      ...{ blocks, block, channels: names },
      peaks: this.peaks.slice(0, blocks * names.length),
      clipped: this.clipped.slice(0, blocks),
      correlation: this.correlation.slice(0, names.length === 2 ? blocks : 0),
      loudness: this.loudness.end(),
    }
  }

  private measure(samples: Float32Array, at: number): void {
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
    this.inBlock++
    if (++this.samples === this.end) this.endBlock()
  }

  /** The samples that begin before the block ends. */
  private endOf(block: number): number {
    return Math.ceil(((block + 1) * audioRate * this.block.num) / this.block.den - 1e-6)
  }

  private endBlock(): void {
    const n = this.blocks
    if (n < this.clipped.length) {
      this.peaks.set(Array.from(this.peak, peakNumber), n * this.names.length)
      this.clipped[n] = Math.min(65_535, this.clips)
      if (this.names.length === 2) this.correlation[n] = this.correlationNumber()
      this.blocks++
    }
    this.peak.fill(0)
    this.sums.fill(0)
    this.clips = 0
    this.inBlock = 0
    this.end = this.endOf(this.blocks)
  }

  private correlationNumber(): number {
    const [both, left, right] = this.sums as unknown as [number, number, number]
    if (Math.min(left, right) < silentEnergy * this.inBlock) return -128
    return Math.round((127 * both) / Math.sqrt(left * right))
  }
}
