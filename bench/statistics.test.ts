import assert from 'node:assert/strict'
import { test } from 'node:test'
import {
  halfWidth,
  median,
  medianInterval,
  quantileInterval,
  slopeInterval,
  trendOf,
  verdictOf,
} from './statistics.ts'

const upTo = (n: number) => Array.from({ length: n }, (_, i) => i + 1)

test('the median of an even number of values is the mean of the middle two', () => {
  assert.equal(median([4, 1, 3, 2]), 2.5)
  assert.equal(median([9, 1, 5]), 5)
})

test('the interval of a median has the ranks of the sign test', () => {
  // Ranks from tables of the binomial distribution: n = 6 → 1, 8 → 1, 9 → 2, 12 → 3, 15 → 4, 20 → 6, 25 → 8.
  for (const [n, k] of [
    [6, 1],
    [8, 1],
    [9, 2],
    [12, 3],
    [15, 4],
    [20, 6],
    [25, 8],
  ] as const) {
    const { low, high } = medianInterval(upTo(n).reverse())
    assert.deepEqual([low, high], [k, n + 1 - k], `n = ${n}`)
  }
})

test('five values have no interval, so no goal is decided', () => {
  const interval = medianInterval([1, 1, 1, 1, 1])
  assert.equal(interval.high, Number.POSITIVE_INFINITY)
  assert.equal(verdictOf(interval, { atLeast: 0.5 }), 'undecided')
})

test('the interval of a median covers the true median in at least 95 % of samples', () => {
  // A fixed sequence of numbers (LCG), uniform between 0 and 1: the true median is 0.5.
  let state = 42
  const random = () => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0
    return state / 2 ** 32
  }
  let covered = 0
  for (let i = 0; i < 2_000; i++) {
    const { low, high } = medianInterval(Array.from({ length: 15 }, random))
    if (low <= 0.5 && high >= 0.5) covered++
  }
  assert.ok(covered >= 1_900, `${covered} of 2000`)
})

test('the interval of p99 lies around its rank, and is open above for few values', () => {
  const { estimate, low, high } = quantileInterval(upTo(1_000).reverse(), 0.99)
  assert.deepEqual([estimate, low, high], [991, 984, 998])
  assert.equal(quantileInterval(upTo(50), 0.99).high, Number.POSITIVE_INFINITY)
})

test('a straight line has its slope without spread', () => {
  const { estimate, low, high } = slopeInterval(upTo(20).map((x) => 3 * x))
  assert.deepEqual([estimate, low, high], [3, 3, 3])
})

test('an outlier does not tilt a flat line, and noise around it includes zero', () => {
  assert.equal(slopeInterval([5, 5, 5, 5, 500, 5, 5, 5, 5, 5]).estimate, 0)
  const { low, high } = slopeInterval([5, 7, 4, 6, 5, 8, 4, 6, 5, 7])
  assert.ok(low < 0 && high > 0)
})

test('half of the width is relative to the estimate', () => {
  assert.equal(halfWidth({ estimate: 2, low: 1.9, high: 2.1 }).toFixed(3), '0.050')
})

test('a goal is undecided while the interval contains it', () => {
  const interval = { estimate: 0.85, low: 0.84, high: 0.86 }
  assert.equal(verdictOf(interval, { atLeast: 0.84 }), 'met')
  assert.equal(verdictOf(interval, { atLeast: 0.85 }), 'undecided')
  assert.equal(verdictOf(interval, { atLeast: 0.87 }), 'missed')
  assert.equal(verdictOf(interval, { atMost: 0.86 }), 'met')
  assert.equal(verdictOf(interval, { atMost: 0.85 }), 'undecided')
  assert.equal(verdictOf(interval, { atMost: 0.83 }), 'missed')
})

test('a figure that wavers or falls is flat, one that rises by more than the tolerance is not', () => {
  const wave = upTo(20).map((x) => 100 + (x % 3))
  assert.equal(trendOf(wave, 0.1).verdict, 'met')
  assert.equal(
    trendOf(
      wave.map((value, i) => value - 5 * i),
      0.1,
    ).verdict,
    'met',
  )
  assert.equal(
    trendOf(
      wave.map((value, i) => value + 2 * i),
      0.1,
    ).verdict,
    'missed',
  )
  assert.equal(trendOf([100, 140, 90, 150, 80, 130, 120], 0.1).verdict, 'undecided')
})
