import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { elevenRates } from '../../../test/media-corpus/clips.ts'
import { parseFrameRate } from '../../core/frames.ts'
import { parseRatio, timingOf } from './timing.ts'

/** The times of frames in a container with this many ticks per second, rounded as the container does. */
function rounded(rate: { num: number; den: number }, frames: number, ticksPerSecond: number, from = 0) {
  const starts = Float64Array.from(
    { length: frames },
    (_, n) => from + Math.round((n * rate.den * ticksPerSecond) / rate.num),
  )
  return { starts, lastDuration: 0, base: { num: 1, den: ticksPerSecond } }
}

for (const text of elevenRates) {
  test(`${text} is detected in containers that round, from any start`, () => {
    const rate = parseFrameRate(text)!
    const numbers = [
      fc.integer({ min: 2, max: 3000 }),
      fc.constantFrom(1000, 90_000, 15_360),
      fc.integer({ min: 0, max: 1e6 }),
    ] as const
    fc.assert(
      fc.property(...numbers, (frames, ticks, from) => {
        const timing = timingOf(rounded(rate, frames, ticks, from), [rate])
        assert.deepEqual([timing.rate, timing.constant, timing.frames], [rate, true, frames])
        assert.equal(timing.start.num / timing.start.den, from / ticks)
      }),
      { numRuns: 200 },
    )
  })
}

test('the rate in the header is used only where the frames agree', () => {
  const rate = { num: 24_000, den: 1001 }
  const wrong = [
    { num: 90_000, den: 1 },
    { num: 48_000, den: 1001 },
  ]
  assert.deepEqual(timingOf(rounded(rate, 500, 1000), wrong).rate, rate)
  assert.deepEqual(timingOf(rounded(rate, 500, 24_000), wrong).rate, rate)
  // Another notation.
  assert.deepEqual(timingOf(rounded({ num: 30_000, den: 1001 }, 50, 1000), [{ num: 2997, den: 100 }]).rate, {
    num: 30_000,
    den: 1001,
  })
})

test('a video with one missing frame has a variable rate', () => {
  const { starts, ...rest } = rounded({ num: 25, den: 1 }, 100, 1000)
  const timing = timingOf({ ...rest, starts: starts.filter((_, n) => n !== 40), lastDuration: 40 }, [
    { num: 25, den: 1 },
  ])
  assert.deepEqual([timing.constant, timing.frames, timing.seconds], [false, 99, 4])
  assert.deepEqual(timing.rate, { num: 99, den: 4 })
})

test('without frame times the rate of the header is used', () => {
  const starts = Float64Array.from({ length: 10 }, () => Number.NaN)
  const timing = timingOf({ starts, lastDuration: 0, base: { num: 1, den: 25 } }, [{ num: 30, den: 1 }])
  assert.deepEqual([timing.rate, timing.constant, timing.timed], [{ num: 30, den: 1 }, true, false])
  assert.equal(timing.start.num, 0)
})

test('a slide show has no frame rate', () => {
  const starts = Float64Array.from([0, 5000, 12_000])
  const timing = timingOf({ starts, lastDuration: 5000, base: { num: 1, den: 1000 } }, [])
  assert.deepEqual([timing.rate, timing.seconds], [null, 17])
})

test('ratios are read as ffprobe writes them, in lowest terms', () => {
  assert.deepEqual(parseRatio('50/2'), { num: 25, den: 1 })
  assert.deepEqual(parseRatio('16:11'), { num: 16, den: 11 })
  for (const text of ['0/0', '0:1', 'N/A', '', undefined]) assert.equal(parseRatio(text), undefined)
})
