// Counts flashes after ITU-R BT.1702: pairs of opposing changes of luminance, or to and from saturated red, of at least a quarter
// of the image. More than three in a second may harm people with photosensitive epilepsy. The count is indicative: it sees a
// grid of averages, not every pixel.
import { gridPoints } from './frame-layout.ts'
import type { Stretch } from './stretches.ts'

/** A change counts from this difference on, in cd/m²; from `bright` on, when it is an eighth of the darker luminance (a contrast of 1/17). */
const leastChange = 20
const leastShare = 1 / 8
const leastArea = 0.25

export type Transfer = 'SDR' | 'PQ' | 'HLG'

/** In cd/m², for each value of luma in limited range. SDR: a display of 200 cd/m² with a gamma of 2.4. */
export function luminancesOf(transfer: Transfer): Float32Array {
  return Float32Array.from({ length: 256 }, (_, luma) => {
    const signal = Math.min(1, Math.max(0, (luma - 16) / 219))
    if (transfer === 'PQ') return perceptualQuantizer(signal)
    return transfer === 'HLG' ? 1000 * hybridLogGamma(signal) ** 1.2 : 200 * signal ** 2.4
  })
}

/** SMPTE ST 2084. */
function perceptualQuantizer(signal: number): number {
  const root = signal ** (1 / 78.84375)
  return 10_000 * (Math.max(0, root - 0.8359375) / (18.8515625 - 18.6875 * root)) ** (1 / 0.1593017578125)
}

/** ITU-R BT.2100, of a display of 1000 cd/m². */
function hybridLogGamma(signal: number): number {
  if (signal <= 0.5) return signal ** 2 / 3
  return (Math.exp((signal - 0.55991073) / 0.17883277) + 0.28466892) / 12
}

/** 1: a change to brighter, or to red. -1: to darker, or away from red. 0: none. */
export type Change = -1 | 0 | 1

/**
 * Follows every point of the grid: a point changes when it has moved far enough from its last extreme, however many frames that
 * took. A frame changes when enough of its points change with it.
 */
export class FlashCounter {
  private readonly luminances: Float32Array
  private readonly low = new Float32Array(gridPoints)
  private readonly high = new Float32Array(gridPoints)
  private readonly direction = new Int8Array(gridPoints)
  private readonly wasRed = new Uint8Array(gridPoints)
  private begun = false

  constructor(transfer: Transfer) {
    this.luminances = luminancesOf(transfer)
  }

  /** Luma of limited range and marks of red, one byte for each point; `luma` may go on with other planes. */
  add(luma: Uint8Array, red: Uint8Array): { light: Change; red: Change } {
    if (!this.begun) return this.begin(luma, red)
    return { light: this.lightChange(luma), red: this.redChange(red) }
  }

  private begin(luma: Uint8Array, red: Uint8Array): { light: Change; red: Change } {
    this.begun = true
    for (let point = 0; point < gridPoints; point++) {
      this.low[point] = this.high[point] = this.luminances[luma[point]!]!
      this.wasRed[point] = red[point]!
    }
    return { light: 0, red: 0 }
  }

  /** `low` and `high` are the extremes since the last change in the other direction. */
  private lightChange(luma: Uint8Array): Change {
    const { luminances, low, high, direction } = this
    let [brighter, darker] = [0, 0]
    for (let point = 0; point < gridPoints; point++) {
      const now = luminances[luma[point]!]!
      const before = direction[point]!
      if (before !== -1) {
        if (now > high[point]!) high[point] = now
        const fall = high[point]! - now
        if (fall >= leastChange && fall >= leastShare * now) {
          low[point] = now
          direction[point] = -1
          darker++
          continue
        }
      }
      if (before !== 1) {
        if (now < low[point]!) low[point] = now
        const rise = now - low[point]!
        if (rise >= leastChange && rise >= leastShare * low[point]!) {
          high[point] = now
          direction[point] = 1
          brighter++
        }
      }
    }
    return larger(brighter, darker)
  }

  private redChange(red: Uint8Array): Change {
    const { wasRed } = this
    let [toRed, fromRed] = [0, 0]
    for (let point = 0; point < gridPoints; point++) {
      if (red[point] === wasRed[point]) continue
      if (red[point] === 1) toRed++
      else fromRed++
    }
    wasRed.set(red)
    return larger(toRed, fromRed)
  }
}

function larger(up: number, down: number): Change {
  const most = Math.max(up, down)
  if (most < leastArea * gridPoints) return 0
  return up >= down ? 1 : -1
}

export type Flashing = Stretch & { most: number }

/** From the first change of a second with more than `limit` flashes to the last; two opposing changes are a flash. */
export function flashPlaces(
  changes: Int8Array,
  startOf: (frame: number) => number,
  limit: number,
): Flashing[] {
  const turns = turnsOf(changes)
  const places: Flashing[] = []
  let oldest = 0
  for (const [n, frame] of turns.entries()) {
    while (startOf(turns[oldest]!) <= startOf(frame) - 1 + 1e-6) oldest++
    const count = Math.floor((n - oldest + 1) / 2)
    if (count <= limit) continue
    const [first, before] = [turns[oldest]!, places.at(-1)]
    if (!before || first > before.last) places.push({ first, last: frame, most: count })
    else {
      before.last = frame
      before.most = Math.max(before.most, count)
    }
  }
  return places
}

/** The most flashes in any second. */
export function mostFlashes(changes: Int8Array, startOf: (frame: number) => number): number {
  return flashPlaces(changes, startOf, 0).reduce((most, place) => Math.max(most, place.most), 0)
}

/** Frames with a change in the opposite direction of the one before. */
function turnsOf(changes: Int8Array): number[] {
  const turns: number[] = []
  let last = 0
  for (const [frame, change] of changes.entries()) {
    if (change === 0 || change === last) continue
    turns.push(frame)
    last = change
  }
  return turns
}
