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
/** A block of 400 ms begins every 100 ms. */
const stepSamples = rate / 10
const stepsPerBlock = 4
const absoluteGate = -70
const relativeGate = -10
/** Of the loudness range: EBU Tech 3342. */
const rangeGate = -20
const shortTermSteps = 30

export type Loudness = {
  /** LUFS; null if all of it is quieter than the gate. */
  integrated: number | null
  /** LU. */
  range: number | null
  /** dBTP, of the loudest channel; null for digital silence. */
  truePeak: number | null
}

/** Surround channels are louder by 1.5 dB, and the low-frequency channel does not count. */
export function weightsOf(channels: readonly string[]): number[] {
  return channels.map((name) => (name === 'LFE' ? 0 : /^(Ls|Rs|BL|BR|SL|SR)$/.test(name) ? 1.41 : 1))
}

export class LoudnessMeter {
  private readonly weights: readonly number[]
  private readonly states: Float64Array[]
  private readonly peaks: TruePeak[]
  /** The weighted energy of each step of 100 ms. */
  private readonly steps: number[] = []
  private energy = 0
  private filled = 0

  constructor(weights: readonly number[]) {
    this.weights = weights
    this.states = weights.map(() => new Float64Array(4))
    this.peaks = weights.map(() => new TruePeak())
  }

  /** Interleaved samples, from -1 to 1. */
  add(samples: Float32Array): void {
    const channels = this.weights.length
    for (let at = 0; at + channels <= samples.length; at += channels) {
      for (let channel = 0; channel < channels; channel++) {
        const sample = samples[at + channel]!
        this.peaks[channel]!.add(sample)
        const weight = this.weights[channel]!
        if (weight === 0) continue
        const weighted = filtered(sample, this.states[channel]!)
        this.energy += weight * weighted * weighted
      }
      if (++this.filled === stepSamples) this.endStep()
    }
  }

  end(): Loudness {
    const peak = this.peaks.reduce((most, one) => Math.max(most, one.peak), 0)
    return {
      integrated: integrated(this.blocks(stepsPerBlock)),
      range: range(this.blocks(shortTermSteps)),
      truePeak: peak === 0 ? null : 20 * Math.log10(peak),
    }
  }

  /** The mean energy of each run of this many steps. */
  private blocks(length: number): number[] {
    const blocks: number[] = []
    let sum = 0
    for (const [n, step] of this.steps.entries()) {
      sum += step
      if (n >= length) sum -= this.steps[n - length]!
      if (n >= length - 1) blocks.push(Math.max(0, sum) / length)
    }
    return blocks
  }

  private endStep(): void {
    this.steps.push(this.energy / stepSamples)
    this.energy = 0
    this.filled = 0
  }
}

function filtered(sample: number, state: Float64Array): number {
  let value = sample
  for (let stage = 0; stage < 2; stage++) {
    const { b0, b1, b2, a1, a2 } = kWeighting[stage as 0 | 1]
    const at = stage * 2
    const out = b0 * value + state[at]!
    state[at] = b1 * value - a1 * out + state[at + 1]!
    state[at + 1] = b2 * value - a2 * out
    value = out
  }
  return value
}

const lufs = (energy: number) => -0.691 + 10 * Math.log10(energy)
const mean = (values: readonly number[]) => values.reduce((sum, value) => sum + value, 0) / values.length

function louderThan(blocks: readonly number[], gate: number): number[] {
  return blocks.filter((energy) => energy > 0 && lufs(energy) > gate)
}

function integrated(blocks: readonly number[]): number | null {
  const heard = louderThan(blocks, absoluteGate)
  if (heard.length === 0) return null
  const kept = louderThan(heard, lufs(mean(heard)) + relativeGate)
  return kept.length === 0 ? null : lufs(mean(kept))
}

/** From the 10th to the 95th percentile of the loudness of three seconds. */
function range(blocks: readonly number[]): number | null {
  const heard = louderThan(blocks, absoluteGate)
  if (heard.length === 0) return null
  const kept = louderThan(heard, lufs(mean(heard)) + rangeGate).toSorted((a, b) => a - b)
  const at = (part: number) => lufs(kept[Math.round((kept.length - 1) * part)]!)
  return kept.length === 0 ? null : at(0.95) - at(0.1)
}

/** Phases of the interpolation filter of BS.1770, Annex 2: four times the sampling rate. */
const phases: readonly (readonly number[])[] = [
  [
    0.001708984375, 0.010986328125, -0.0196533203125, 0.033203125, -0.0594482421875, 0.1373291015625,
    0.97216796875, -0.102294921875, 0.047607421875, -0.026611328125, 0.014892578125, -0.00830078125,
  ],
  [
    -0.0291748046875, 0.029296875, -0.0517578125, 0.089111328125, -0.16650390625, 0.465087890625,
    0.77978515625, -0.2003173828125, 0.1015625, -0.0582275390625, 0.0330810546875, -0.0189208984375,
  ],
]

/** The last two phases are the first two in reverse. */
const allPhases = [...phases, phases[1]!.toReversed(), phases[0]!.toReversed()]
const taps = 12
/** The interpolation can raise a peak by this factor at most, so quieter samples need none. */
const mostGain = Math.max(...allPhases.map((phase) => phase.reduce((sum, tap) => sum + Math.abs(tap), 0)))

class TruePeak {
  peak = 0
  private readonly ring = new Float64Array(taps * 2)
  private at = 0
  private largest = 0
  /** Samples since the largest of the ring came in. */
  private age = 0

  add(sample: number): void {
    this.at = this.at === 0 ? taps - 1 : this.at - 1
    this.ring[this.at] = this.ring[this.at + taps] = sample
    const size = Math.abs(sample)
    if (size >= this.largest) {
      this.largest = size
      this.age = 0
    } else if (++this.age >= taps) this.findLargest()
    if (this.largest * mostGain <= this.peak) return
    for (const phase of allPhases) {
      let value = 0
      for (let tap = 0; tap < taps; tap++) value += phase[tap]! * this.ring[this.at + tap]!
      if (Math.abs(value) > this.peak) this.peak = Math.abs(value)
    }
  }
  private findLargest(): void {
    this.largest = 0
    for (let i = 0; i < taps; i++) {
      const size = Math.abs(this.ring[this.at + i]!)
      if (size <= this.largest) continue
      this.largest = size
      this.age = i
    }
  }
}
