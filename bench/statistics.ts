// Estimates with their 95 % confidence intervals. All of them use order statistics, which assume no distribution and need no
// random numbers.

export type Interval = { estimate: number; low: number; high: number }
export type Goal = { atLeast: number } | { atMost: number }
export type Verdict = 'met' | 'missed' | 'undecided'

const confidence = 0.95
/** The normal quantile of that confidence. */
const z = 1.96

export function ascending(values: Iterable<number>): number[] {
  return [...values].sort((a, b) => a - b)
}

export function median(values: number[]): number {
  const sorted = ascending(values)
  const middle = sorted.length >> 1
  return sorted.length % 2 === 1 ? sorted[middle]! : (sorted[middle - 1]! + sorted[middle]!) / 2
}

/** The value below which this part of the sorted values is. */
export function quantile(sorted: ArrayLike<number>, part: number): number {
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * part))]!
}

/**
 * The median between the k-th smallest and the k-th greatest value. The number of values below the true median follows a
 * binomial distribution, from which k follows. Fewer than six values have no such interval: it is infinite.
 */
export function medianInterval(values: number[]): Interval {
  const sorted = ascending(values)
  const k = medianRank(sorted.length)
  const [low, high] =
    k === 0 ? [Number.NEGATIVE_INFINITY, Number.POSITIVE_INFINITY] : [sorted[k - 1]!, sorted.at(-k)!]
  return { estimate: median(sorted), low, high }
}

/** The greatest k for which both tails together, 2 · P(fewer than k of n coins show heads), stay within 5 %. */
function medianRank(n: number): number {
  let probability = 0.5 ** n
  let tail = probability
  let k = 0
  while (k < n && 2 * tail <= 1 - confidence) {
    k++
    probability *= (n - k + 1) / k
    tail += probability
  }
  return k
}

/** A quantile of many values, such as p99 of latencies. Infinite above when there are too few values beyond it. */
export function quantileInterval(values: Iterable<number>, part: number): Interval {
  const sorted = ascending(values)
  const n = sorted.length
  const spread = z * Math.sqrt(n * part * (1 - part))
  return {
    estimate: quantile(sorted, part),
    low: sorted[Math.floor(n * part - spread)] ?? Number.NEGATIVE_INFINITY,
    high: sorted[Math.ceil(n * part + spread)] ?? Number.POSITIVE_INFINITY,
  }
}

/**
 * The change of the values from one step to the next, by Theil and Sen: the median of the slopes of all pairs, which a few
 * outliers do not move. The interval follows from the variance of Kendall's rank correlation.
 */
export function slopeInterval(values: number[]): Interval {
  const n = values.length
  const slopes: number[] = []
  for (let i = 0; i < n; i++) for (let j = i + 1; j < n; j++) slopes.push((values[j]! - values[i]!) / (j - i))
  const sorted = ascending(slopes)
  const spread = z * Math.sqrt((n * (n - 1) * (2 * n + 5)) / 18)
  return {
    estimate: median(sorted),
    low: sorted[Math.floor((slopes.length - spread) / 2)] ?? Number.NEGATIVE_INFINITY,
    high: sorted[Math.ceil((slopes.length + spread) / 2)] ?? Number.POSITIVE_INFINITY,
  }
}

/** Half of the width of the interval, relative to the estimate. */
export function halfWidth({ estimate, low, high }: Interval): number {
  return (high - low) / 2 / estimate
}

/** A goal is met or missed only when the whole interval is on one side of it. */
export function verdictOf({ low, high }: Interval, goal: Goal): Verdict {
  const [worst, best, limit] = 'atLeast' in goal ? [low, high, goal.atLeast] : [-high, -low, -goal.atMost]
  if (worst >= limit) return 'met'
  return best < limit ? 'missed' : 'undecided'
}

export type Trend = { size: number; growth: Interval; verdict: Verdict }

/** The growth from the first value to the last, by the slope. The goal is that it is within a part of the median. */
export function trendOf(values: number[], tolerated: number): Trend {
  const steps = values.length - 1
  const { estimate, low, high } = slopeInterval(values)
  const growth = { estimate: estimate * steps, low: low * steps, high: high * steps }
  const size = median(values)
  const limit = size * tolerated
  const verdict = growth.high <= limit ? 'met' : growth.low > limit ? 'missed' : 'undecided'
  return { size, growth, verdict }
}
