// Counts flashes after ITU-R BT.1702: pairs of opposing changes of luminance, or to and from saturated red, of at least a quarter
// of the image. More than three in a second may harm people with photosensitive epilepsy. The count is indicative: it sees a
// grid of averages, not every pixel.

/** The size of the grid on which frames are measured. */
export const gridWidth = 160
export const gridHeight = 90
export const gridPoints = gridWidth * gridHeight

/** A change counts from this difference on, in cd/m², as long as the darker image is darker than `darkest`. */
const leastChange = 20
const darkest = 160
const leastArea = 0.25
/** A display of 200 cd/m² with a gamma of 2.4. */
const luminances = Float32Array.from({ length: 256 }, (_, luma) => {
  const signal = Math.min(1, Math.max(0, (luma - 16) / 219))
  return 200 * signal ** 2.4
})

/** 1: a change to brighter, or to red. -1: to darker, or away from red. 0: none. */
export type Change = -1 | 0 | 1

/**
 * Follows every point of the grid: a point changes when it has moved far enough from its last extreme, however many frames that
 * took. A frame changes when enough of its points change with it.
 */
export class FlashCounter {
  private readonly low = new Float32Array(gridPoints)
  private readonly high = new Float32Array(gridPoints)
  private readonly direction = new Int8Array(gridPoints)
  private readonly wasRed = new Uint8Array(gridPoints)
  private begun = false

  /** Planes of limited range, one byte for each point. */
  add(luma: Uint8Array, red: Uint8Array): { light: Change; red: Change } {
    if (!this.begun) return this.begin(luma, red)
    let [brighter, darker, toRed, fromRed] = [0, 0, 0, 0]
    for (let point = 0; point < gridPoints; point++) {
      const now = luminances[luma[point]!]!
      const change = this.changeOf(point, now)
      if (change === 1) brighter++
      else if (change === -1) darker++
      if (red[point] !== this.wasRed[point]) {
        if (red[point] === 1) toRed++
        else fromRed++
        this.wasRed[point] = red[point]!
      }
    }
    return { light: larger(brighter, darker), red: larger(toRed, fromRed) }
  }

  private begin(luma: Uint8Array, red: Uint8Array): { light: Change; red: Change } {
    this.begun = true
    for (let point = 0; point < gridPoints; point++) {
      this.low[point] = this.high[point] = luminances[luma[point]!]!
      this.wasRed[point] = red[point]!
    }
    return { light: 0, red: 0 }
  }

  /** `low` and `high` are the extremes since the last change in the other direction. */
  private changeOf(point: number, now: number): Change {
    const direction = this.direction[point]!
    if (direction !== -1) {
      const high = Math.max(now, this.high[point]!)
      this.high[point] = high
      if (high - now >= leastChange && now < darkest) {
        this.low[point] = now
        this.direction[point] = -1
        return -1
      }
    }
    if (direction !== 1) {
      const low = Math.min(now, this.low[point]!)
      this.low[point] = low
      if (now - low >= leastChange && low < darkest) {
        this.high[point] = now
        this.direction[point] = 1
        return 1
      }
    }
    return 0
  }
}

function larger(up: number, down: number): Change {
  const most = Math.max(up, down)
  if (most < leastArea * gridPoints) return 0
  return up >= down ? 1 : -1
}

/** The most flashes in any second that ends at each frame; two opposing changes are a flash. */
export function flashesPerSecond(changes: Int8Array, perSecond: number): Float32Array {
  const window = Math.max(1, Math.round(perSecond))
  const counts = new Float32Array(changes.length)
  const turns: number[] = []
  let last: number = 0
  let oldest = 0
  for (let frame = 0; frame < changes.length; frame++) {
    const change = changes[frame]!
    if (change !== 0 && change !== last) {
      turns.push(frame)
      last = change
    }
    while (oldest < turns.length && turns[oldest]! <= frame - window) oldest++
    counts[frame] = (turns.length - oldest) / 2
  }
  return counts
}
