import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import {
  type FrameRate,
  frameToMs,
  isDropFrame,
  msToFrame,
  parseFrameRate,
  timecode,
  timecodeBase,
} from './frames.ts'

const rates = [
  '24000/1001',
  '24/1',
  '25/1',
  '30000/1001',
  '30/1',
  '48000/1001',
  '50/1',
  '60000/1001',
  '60/1',
  '120000/1001',
  '120/1',
].map((text) => parseFrameRate(text)!)

const day = 24 * 60 * 60
const name = ({ num, den }: FrameRate) => `${num}/${den}`
const framesPerDay = ({ num, den }: FrameRate) => Math.floor((day * num) / den)

for (const rate of rates) {
  test(`${name(rate)}: frame → ms → frame is the identity over 24 hours`, () => {
    fc.assert(
      fc.property(fc.integer({ min: 0, max: framesPerDay(rate) }), (frame) => {
        assert.equal(msToFrame(frameToMs(frame, rate), rate), frame)
      }),
      { numRuns: 20_000 },
    )
  })

  test(`${name(rate)}: boundaries of seconds and minutes, the first ten minutes and the last ten seconds convert both ways`, () => {
    const base = timecodeBase(rate)
    const frames = new Set<number>()
    for (let frame = 0; frame <= base * 600; frame++) frames.add(frame)
    for (let second = 0; second <= day; second += second < 3600 ? 1 : 60) {
      for (const near of [-1, 0, 1]) frames.add(Math.max(0, msToFrame(second * 1000, rate) + near))
    }
    for (let back = 0; back <= base * 10; back++) frames.add(framesPerDay(rate) - back)
    for (const frame of frames) assert.equal(msToFrame(frameToMs(frame, rate), rate), frame)
  })

  test(`${name(rate)}: frameToMs returns the first millisecond of the frame`, () => {
    fc.assert(
      fc.property(fc.integer({ min: 1, max: framesPerDay(rate) }), (frame) => {
        assert.equal(msToFrame(frameToMs(frame, rate) - 1, rate), frame - 1)
      }),
      { numRuns: 2_000 },
    )
  })
}

test('any rate up to 1000 a second converts both ways, far beyond a day', () => {
  const rate = fc
    .record({ num: fc.integer({ min: 1, max: 999_999_999 }), den: fc.integer({ min: 1, max: 999_999_999 }) })
    .filter(({ num, den }) => num >= den && num <= 1000 * den)
  fc.assert(
    fc.property(rate, fc.integer({ min: 0, max: 1e9 }), (any, frame) => {
      assert.equal(msToFrame(frameToMs(frame, any), any), frame)
    }),
  )
})

test('a rate is a whole number or fraction from 1 to 1000; other texts are refused', () => {
  assert.deepEqual(parseFrameRate('25'), { num: 25, den: 1 })
  assert.deepEqual(parseFrameRate('1000'), { num: 1000, den: 1 })
  for (const text of ['', '0', '1001', '1/2', '25/0', '23.976', '-25', '25/', ' 25', '1e3', '9999999999/1']) {
    assert.equal(parseFrameRate(text), undefined, text)
  }
})

/** Counts up one by one, as the standard (SMPTE 12M) defines it: numbers 0 and 1 (0 to 3) are skipped. */
function* countedTimecodes(rate: FrameRate): Generator<string> {
  const base = timecodeBase(rate)
  const left = isDropFrame(rate) ? base / 15 : 0
  const two = (number: number) => String(number).padStart(2, '0')
  for (let minute = 0; ; minute++) {
    for (let second = 0; second < 60; second++) {
      const first = second === 0 && minute % 10 !== 0 ? left : 0
      for (let frame = first; frame < base; frame++) {
        yield `${two(Math.floor(minute / 60))}:${two(minute % 60)}:${two(second)}${left > 0 ? ';' : ':'}${two(frame)}`
      }
    }
  }
}

for (const rate of rates) {
  test(`${name(rate)}: timecodes equal those of counting frame by frame, for 31 minutes`, () => {
    const counted = countedTimecodes(rate)
    for (let frame = 0; frame < timecodeBase(rate) * 60 * 31; frame++) {
      const expected = counted.next().value
      if (timecode(frame, rate) !== expected) assert.equal(timecode(frame, rate), expected, String(frame))
    }
  })
}

test('drop-frame timecodes stay in step with the clock, others count frames', () => {
  const ntsc = parseFrameRate('30000/1001')!
  assert.equal(timecode(msToFrame(3_600_000, ntsc), ntsc), '01:00:00;00')
  assert.equal(timecode(1799, ntsc), '00:00:59;29')
  assert.equal(timecode(1800, ntsc), '00:01:00;02')
  assert.equal(timecode(17_982, ntsc), '00:10:00;00')
  assert.equal(timecode(86_400, parseFrameRate('24000/1001')!), '01:00:00:00')
  assert.equal(timecode(25 * day, parseFrameRate('25')!), '00:00:00:00')
  assert.equal(timecode(119, parseFrameRate('120')!), '00:00:00:119')
})
