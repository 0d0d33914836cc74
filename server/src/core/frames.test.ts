import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import {
  type FrameRate,
  framesPerDay,
  frameToMs,
  isDropFrame,
  msToFrame,
  parseFrameRate,
  parseTimecode,
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
const framesInDay = ({ num, den }: FrameRate) => Math.floor((day * num) / den)

for (const rate of rates) {
  test(`${name(rate)}: frame → ms → frame is the identity over 24 hours`, () => {
    fc.assert(
      fc.property(fc.integer({ min: 0, max: framesInDay(rate) }), (frame) => {
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
    for (let back = 0; back <= base * 10; back++) frames.add(framesInDay(rate) - back)
    for (const frame of frames) assert.equal(msToFrame(frameToMs(frame, rate), rate), frame)
  })

  test(`${name(rate)}: frameToMs returns the first millisecond of the frame`, () => {
    fc.assert(
      fc.property(fc.integer({ min: 1, max: framesInDay(rate) }), (frame) => {
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
function* countedTimecodes(rate: FrameRate, dropFrame: boolean): Generator<string> {
  const base = timecodeBase(rate)
  const left = dropFrame ? base / 15 : 0
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

/** All rates without drop frames, and those that have them with drop frames too. */
const counts = rates.flatMap((rate) =>
  (isDropFrame(rate) ? [false, true] : [false]).map((dropFrame) => ({
    rate,
    dropFrame,
    title: `${name(rate)} ${dropFrame ? 'drop' : 'non-drop'}`,
  })),
)

for (const { rate, dropFrame, title } of counts) {
  test(`${title}: timecodes equal those of counting frame by frame, for 31 minutes`, () => {
    const counted = countedTimecodes(rate, dropFrame)
    for (let frame = 0; frame < timecodeBase(rate) * 60 * 31; frame++) {
      const expected = counted.next().value
      const written = timecode(frame, rate, { dropFrame })
      if (written !== expected) assert.equal(written, expected, String(frame))
    }
  })

  test(`${title}: frame → timecode → frame is the identity for 24 hours from any start`, () => {
    const day = framesPerDay(rate, dropFrame)
    const any = fc.integer({ min: 0, max: day - 1 })
    fc.assert(
      fc.property(any, any, (frame, start) => {
        const written = timecode(frame, rate, { dropFrame, start })
        assert.equal(parseTimecode(written, rate, { dropFrame, start }), frame)
        assert.equal(written, timecode((frame + start) % day, rate, { dropFrame }))
      }),
      { numRuns: 5_000 },
    )
  })

  test(`${title}: the day is as long as its last timecode says, and then restarts`, () => {
    const day = framesPerDay(rate, dropFrame)
    const last = `23:59:59${dropFrame ? ';' : ':'}${timecodeBase(rate) - 1}`
    assert.equal(timecode(day - 1, rate, { dropFrame }), last)
    assert.equal(timecode(day, rate, { dropFrame }), `00:00:00${dropFrame ? ';' : ':'}00`)
    assert.equal(parseTimecode(last, rate, { dropFrame }), day - 1)
  })
}

test('rates that have no drop-frame timecode ignore the flag, those that have use it by default', () => {
  for (const rate of rates) {
    assert.equal(timecode(1800, rate, { dropFrame: true }), timecode(1800, rate))
    assert.equal(timecode(1800, rate).includes(';'), isDropFrame(rate))
  }
})

test('29.97 and 59.94 count without drop frames when asked', () => {
  const [slow, fast] = [parseFrameRate('30000/1001')!, parseFrameRate('60000/1001')!]
  assert.equal(timecode(1800, slow, { dropFrame: false }), '00:01:00:00')
  assert.equal(timecode(3600, fast, { dropFrame: false }), '00:01:00:00')
  assert.equal(parseTimecode('01:00:00:00', slow, { dropFrame: false }), 108_000)
  assert.equal(parseTimecode('01:00:00;00', slow, { dropFrame: true }), 107_892)
})

test('a start names the first frame; timecodes run over midnight', () => {
  const rate = parseFrameRate('25')!
  const hour = parseTimecode('01:00:00:00', rate)!
  assert.equal(timecode(0, rate, { start: hour }), '01:00:00:00')
  assert.equal(timecode(26, rate, { start: hour }), '01:00:01:01')
  assert.equal(parseTimecode('01:00:01:01', rate, { start: hour }), 26)
  const late = parseTimecode('23:59:59:00', rate)!
  assert.equal(timecode(30, rate, { start: late }), '00:00:00:05')
  assert.equal(parseTimecode('00:00:00:05', rate, { start: late }), 30)
})

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
