// Loudness after ITU-R BS.1770-5 and EBU R 128, and the true peak. Samples are at 48 kHz.

type Biquad = { b0: number; b1: number; b2: number; a1: number; a2: number }

/** The head and the weighting of low frequencies: the coefficients of the standard for 48 kHz. */
const kWeighting: readonly [Biquad, Biquad] = [
  {
    b0: 1.53512485958697,
    b1: -2.69169618940638,
    b2: 1.19839281085285,
    a1: -1.69065929318241,
    a2: 0.73248077421585,
  },
  { b0: 1, b1: -2, b2: 1, a1: -1.99004745483398, a2: 0.99007225036621 },
]

const rate = 48_000
/** Energy is summed in steps of 10 ms, so that the loudest 400 ms are found wherever they begin. */
const stepSamples = rate / 100
/** A block of 400 ms begins every 100 ms. */
const stepsPerHop = 10
const hopsPerBlock = 4
const momentarySteps = 40
const shortTermSteps = 300
const hopsPerShortTerm = 30
const absoluteGate = -70
const relativeGate = -10
/** Of the loudness range: EBU Tech 3342. */
const rangeGate = -20

export type Loudness = {
  /** LUFS; null if all of it is quieter than the gate, or shorter than a block. */
  integrated: number | null
  /** LU. */
  range: number | null
  /** LUFS of the loudest 400 ms and of the loudest 3 s; null if the audio is shorter or silent. */
  mostMomentary: number | null
  mostShortTerm: number | null
  /** dBTP, of the loudest channel; null for digital silence. */
  truePeak: number | null
}

export class LoudnessMeter {
  private readonly weights: readonly number[]
  private readonly states: Float64Array[]
  private readonly peaks: TruePeak[]
  private readonly momentary = new Sliding(momentarySteps)
  private readonly shortTerm = new Sliding(shortTermSteps)
  /** The mean weighted energy of each 100 ms. */
  private hops = new Float64Array(1024)
  private hopCount = 0
  private hop = 0
  private steps = 0
  private energy = 0
  private filled = 0

  /** A weight for each channel. */
  constructor(weights: readonly number[]) {
    this.weights = weights
    this.states = weights.map(() => new Float64Array(4))
    this.peaks = weights.map(() => new TruePeak())
  }

  /** Interleaved samples, from -1 to 1. Each channel is read in one go up to the end of a step: that is three times as fast. */
  add(samples: Float32Array): void {
    const channels = this.weights.length
    const frames = Math.floor(samples.length / channels)
    for (let from = 0; from < frames; ) {
      const to = Math.min(frames, from + stepSamples - this.filled)
      for (let channel = 0; channel < channels; channel++) {
        const part = { samples, from: from * channels + channel, step: channels, count: to - from }
        this.peaks[channel]!.add(part)
        const weight = this.weights[channel]!
        if (weight !== 0) this.energy += weight * weightedEnergy(part, this.states[channel]!)
      }
      this.filled += to - from
      from = to
      if (this.filled === stepSamples) this.endStep()
    }
  }

  end(): Loudness {
    const peak = this.peaks.reduce((most, one) => Math.max(most, one.peak), 0)
    return {
      integrated: integrated(this.blocks(hopsPerBlock)),
      range: range(this.blocks(hopsPerShortTerm)),
      mostMomentary: this.momentary.most > 0 ? lufs(this.momentary.most) : null,
      mostShortTerm: this.shortTerm.most > 0 ? lufs(this.shortTerm.most) : null,
      truePeak: peak === 0 ? null : 20 * Math.log10(peak),
    }
  }

  /** The mean energy of each run of this many hops. */
  private blocks(length: number): Float64Array {
    const blocks = new Float64Array(Math.max(0, this.hopCount - length + 1))
    for (let n = 0; n < blocks.length; n++) {
      let sum = 0
      for (let hop = n; hop < n + length; hop++) sum += this.hops[hop]!
      blocks[n] = sum / length
    }
    return blocks
  }

  private endStep(): void {
    const energy = this.energy / stepSamples
    this.momentary.add(energy)
    this.shortTerm.add(energy)
    this.hop += energy
    this.energy = 0
    this.filled = 0
    if (++this.steps % stepsPerHop !== 0) return
    if (this.hopCount === this.hops.length) {
      const larger = new Float64Array(this.hops.length * 2)
      larger.set(this.hops)
      this.hops = larger
    }
    this.hops[this.hopCount++] = this.hop / stepsPerHop
    this.hop = 0
  }
}

/** The largest mean of so many steps in a row. */
class Sliding {
  most = 0
  private readonly ring: Float64Array
  private count = 0

  constructor(length: number) {
    this.ring = new Float64Array(length)
  }

  /** Summed anew each time: differences would collect rounding errors. */
  add(energy: number): void {
    this.ring[this.count++ % this.ring.length] = energy
    if (this.count < this.ring.length) return
    let sum = 0
    for (let n = 0; n < this.ring.length; n++) sum += this.ring[n]!
    this.most = Math.max(this.most, sum / this.ring.length)
  }
}

/** Every `step`th sample is of the channel; a part is never longer than a step of energy. */
type ChannelPart = { samples: Float32Array; from: number; step: number; count: number }

/** The sum of the squares after both filters. */
function weightedEnergy({ samples, from, step, count }: ChannelPart, state: Float64Array): number {
  const [head, low] = kWeighting
  let [head1, head2, low1, low2] = state as unknown as [number, number, number, number]
  let energy = 0
  for (let n = 0, at = from; n < count; n++, at += step) {
    const sample = samples[at]!
    const shaped = head.b0 * sample + head1
    head1 = head.b1 * sample - head.a1 * shaped + head2
    head2 = head.b2 * sample - head.a2 * shaped
    const heard = low.b0 * shaped + low1
    low1 = low.b1 * shaped - low.a1 * heard + low2
    low2 = low.b2 * shaped - low.a2 * heard
    energy += heard * heard
  }
  state[0] = head1
  state[1] = head2
  state[2] = low1
  state[3] = low2
  return energy
}

const lufs = (energy: number) => -0.691 + 10 * Math.log10(energy)

function mean(values: Float64Array): number {
  return values.reduce((sum, value) => sum + value, 0) / values.length
}

function louderThan(blocks: Float64Array, gate: number): Float64Array {
  return blocks.filter((energy) => energy > 0 && lufs(energy) > gate)
}

function integrated(blocks: Float64Array): number | null {
  const heard = louderThan(blocks, absoluteGate)
  if (heard.length === 0) return null
  const kept = louderThan(heard, lufs(mean(heard)) + relativeGate)
  return kept.length === 0 ? null : lufs(mean(kept))
}

/** From the 10th to the 95th percentile of the loudness of three seconds. */
function range(blocks: Float64Array): number | null {
  const heard = louderThan(blocks, absoluteGate)
  if (heard.length === 0) return null
  const kept = louderThan(heard, lufs(mean(heard)) + rangeGate).sort()
  const at = (part: number) => lufs(kept[Math.round((kept.length - 1) * part)]!)
  return kept.length === 0 ? null : at(0.95) - at(0.1)
}

/** Four times the sampling rate. */
const oversampling = 4
const taps = 24

/** Interpolates between two samples: a sinc with a Kaiser window, as long as the filter of BS.1770 with the same delay in every phase. */
const phases: readonly Float64Array[] = Array.from({ length: oversampling - 1 }, (_, n) => {
  const shift = (n + 1) / oversampling
  const values = Float64Array.from({ length: taps }, (__, tap) => {
    const x = tap - (taps / 2 - 1) - shift
    return (Math.sin(Math.PI * x) / (Math.PI * x)) * kaiser(x / (taps / 2))
  })
  const sum = values.reduce((total, value) => total + value, 0)
  return values.map((value) => value / sum)
})

function kaiser(x: number): number {
  return Math.abs(x) >= 1 ? 0 : bessel(5 * Math.sqrt(1 - x * x)) / bessel(5)
}

/** The modified Bessel function of the first kind, of order 0. */
function bessel(x: number): number {
  let [sum, term] = [1, 1]
  for (let n = 1; n < 30; n++) {
    term *= (x / (2 * n)) ** 2
    sum += term
  }
  return sum
}

/** The interpolation can raise a peak by this factor at most, so quieter samples need none. */
const mostGain = Math.max(...phases.map((phase) => phase.reduce((sum, tap) => sum + Math.abs(tap), 0)))

class TruePeak {
  peak = 0
  /** The last samples of the part before, then the part. */
  private readonly line = new Float64Array(taps - 1 + stepSamples)
  /** Samples since the largest of the last `taps` came in. */
  private age = 0
  private largest = 0

  add({ samples, from, step, count }: ChannelPart): void {
    const { line } = this
    let { peak, largest, age } = this
    for (let n = 0, at = from; n < count; n++, at += step) {
      const sample = samples[at]!
      const size = Math.abs(sample)
      line[taps - 1 + n] = sample
      if (size > peak) peak = size
      if (size >= largest) {
        largest = size
        age = 0
      } else if (++age >= taps) {
        age = ageOfLargest(line, n)
        largest = Math.abs(line[taps - 1 + n - age]!)
      }
      if (largest * mostGain > peak) peak = Math.max(peak, peakBetween(line, n))
    }
    line.copyWithin(0, count, count + taps - 1)
    this.peak = peak
    this.largest = largest
    this.age = age
  }
}

/** The window begins at `start`. */
function ageOfLargest(line: Float64Array, start: number): number {
  let [largest, age] = [0, taps - 1]
  for (let tap = 0; tap < taps; tap++) {
    const size = Math.abs(line[start + tap]!)
    if (size < largest) continue
    largest = size
    age = taps - 1 - tap
  }
  return age
}

const [quarter, half, threeQuarters] = phases as [Float64Array, Float64Array, Float64Array]

/** The largest of the three values between the two samples in the middle of the window. */
function peakBetween(line: Float64Array, start: number): number {
  let [first, second, third] = [0, 0, 0]
  for (let tap = 0; tap < taps; tap++) {
    const sample = line[start + tap]!
    first += quarter[tap]! * sample
    second += half[tap]! * sample
    third += threeQuarters[tap]! * sample
  }
  return Math.max(Math.abs(first), Math.abs(second), Math.abs(third))
}
