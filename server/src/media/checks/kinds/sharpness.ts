// How sharp an image is, on a scale of its own: after Crete et al., "The blur effect" (2007). A sharp image loses much of the difference
// between neighbouring pixels when it is blurred, a blurred one little. Contrast and brightness make no difference.

export type Grey = { data: Uint8Array; width: number; height: number }

/** A part of the image is judged by itself: of a portrait only the eyes must be sharp. */
const tile = 128
/** Pixels in the blur on each side. */
const radius = 4
/** Lines in an average. */
const averaged = 4
/** The mean difference of neighbours, of 255, from which a part has detail; less is noise or a plain surface. */
const leastDetail = 0.8

/** null: too little detail to tell. */
export function sharpnessOf(image: Grey): { score: number; detail: number } | null {
  const scores: number[] = []
  let parts = 0
  for (let top = 0; top + tile <= Math.max(tile, image.height); top += tile) {
    for (let left = 0; left + tile <= Math.max(tile, image.width); left += tile) {
      parts++
      const score = partScore(image, left, top)
      if (score !== null) scores.push(score)
    }
  }
  if (scores.length === 0) return null
  const sorted = scores.sort((a, b) => b - a)
  const best = sorted[Math.floor((sorted.length - 1) / 10)]!
  return { score: Math.round(best * 1000) / 10, detail: Math.round((scores.length / parts) * 1000) / 1000 }
}

/** From 0 to 1: the direction that is less sharp counts, because motion blurs one only. */
function partScore(image: Grey, left: number, top: number): number | null {
  const width = Math.min(tile, image.width - left)
  const height = Math.min(tile, image.height - top)
  if (width < 4 * radius || height < 4 * radius) return null
  const at = (x: number, y: number) => image.data[(top + y) * image.width + left + x]!
  const across = direction(height, width, (line, n) => at(n, line))
  const down = direction(width, height, (line, n) => at(line, n))
  if (across === null || down === null) return across ?? down
  return Math.min(across, down)
}

/**
 * The part of the differences along lines that a blur along them removes. Neighbouring lines are averaged first: this removes grain and
 * the steps of stored values, which a blurred image has, too, but does not blur along the lines.
 */
function direction(lines: number, length: number, at: (line: number, n: number) => number): number | null {
  let differences = 0
  let removed = 0
  const values = new Float64Array(length)
  const sums = new Float64Array(length + 1)
  const blurred = (n: number) => (sums[n + radius + 1]! - sums[n - radius]!) / (2 * radius + 1)
  for (let line = 0; line + averaged <= lines; line += averaged) {
    for (let n = 0; n < length; n++) {
      let sum = 0
      for (let next = 0; next < averaged; next++) sum += at(line + next, n)
      values[n] = sum / averaged
      sums[n + 1] = sums[n]! + values[n]!
    }
    for (let n = radius + 1; n < length - radius; n++) {
      const difference = Math.abs(values[n]! - values[n - 1]!)
      differences += difference
      removed += Math.max(0, difference - Math.abs(blurred(n) - blurred(n - 1)))
    }
  }
  if (differences / (Math.floor(lines / averaged) * (length - 2 * radius)) < leastDetail) return null
  return removed / differences
}
