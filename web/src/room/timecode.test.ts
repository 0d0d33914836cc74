import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import {
  type FrameRate,
  isDropFrame,
  msToFrame,
  parseFrameRate,
  parseTimecode,
  timecode,
  timecodeBase,
} from '../generated/frames.ts'
import { clockTime, parseClockTime } from './timecode.ts'

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

const name = ({ num, den }: FrameRate) => `${num}/${den}`
/** Timecodes count to 24 hours; drop-frame timecode skips 18 or 36 numbers in ten minutes. */
const lastOfDay = (rate: FrameRate) => {
  const base = timecodeBase(rate)
  return 144 * (600 * base - (isDropFrame(rate) ? (18 * base) / 30 : 0)) - 1
}

for (const rate of rates) {
  const frames = fc.integer({ min: 0, max: lastOfDay(rate) })

  test(`${name(rate)}: frame → timecode → frame is the identity over 24 hours`, () => {
    fc.assert(
      fc.property(frames, (frame) => {
        assert.equal(parseTimecode(timecode(frame, rate), rate), frame)
      }),
      { numRuns: 5_000 },
    )
    for (let minute = 0; minute < 21; minute++)
      for (let near = -4; near <= 4; near++) {
        const frame = Math.max(0, msToFrame(minute * 60_000, rate) + near)
        assert.equal(parseTimecode(timecode(frame, rate), rate), frame)
      }
  })
}

test('valid timecodes and clock times are parsed, invalid ones are refused', () => {
  const [cinema, television] = [parseFrameRate('24')!, parseFrameRate('30000/1001')!]
  assert.equal(parseTimecode('2:05', cinema), 53)
  assert.equal(parseTimecode('1:00:00', cinema), 1440)
  assert.equal(parseTimecode('01.00.00.00', cinema), 86_400)
  assert.equal(parseTimecode('00:01:00;00', television), 1800, 'a dropped number means the next frame')
  assert.equal(parseTimecode('00:01:00;02', television), 1800)
  assert.equal(parseTimecode('00:10:00;00', television), 17_982)
  for (const wrong of ['', '12', '1:24', '1:60:00', '0:60:00:00', 'a:b', '1:2:3:4:5', '-1:00'])
    assert.equal(parseTimecode(wrong, cinema), undefined, wrong)
  assert.equal(parseClockTime('90'), 90_000)
  assert.equal(parseClockTime('1:30.5'), 90_500)
  assert.equal(parseClockTime('1:02:03.004'), 3_723_004)
  assert.equal(parseClockTime('1:'), undefined)
  assert.equal(clockTime(3_723_004), '1:02:03.004')
})
