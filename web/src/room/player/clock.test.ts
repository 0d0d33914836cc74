import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Media } from '@dailies/sdk'
import fc from 'fast-check'
import { audioClock, videoClock } from './clock.ts'

const media = (known: Partial<Media>) => known as Media

test('the middle of a frame is in that frame, and its start is found from a rounded time', () => {
  const rate = fc.constantFrom(
    '24000/1001',
    '24/1',
    '25/1',
    '30000/1001',
    '50/1',
    '60000/1001',
    '120000/1001',
  )
  fc.assert(
    fc.property(rate, fc.integer({ min: 0, max: 431_999 }), (frameRate, frame) => {
      const clock = videoClock(media({ frameRate, frames: 432_000, durationMs: 18_000_000 }))
      assert.equal(clock.at(clock.middleOf(frame)), frame)
      // Browsers report times in microseconds, truncated or rounded.
      assert.equal(clock.startingAt(Math.floor(clock.startOf(frame) * 1e6) / 1e6), frame)
      assert.equal(clock.startingAt(Math.ceil(clock.startOf(frame) * 1e6) / 1e6), frame)
      assert.equal(clock.indexOf({ ms: clock.msOf(frame) }), frame)
    }),
  )
})

test('variable rate: each frame is found by its middle and its start', () => {
  const lengths = fc.array(fc.integer({ min: 1, max: 500 }), { minLength: 1, maxLength: 100 })
  fc.assert(
    fc.property(lengths, (durations) => {
      const starts = durations.map((_, n) => durations.slice(0, n).reduce((sum, length) => sum + length, 0))
      const durationMs = durations.reduce((sum, length) => sum + length, 0)
      const clock = videoClock(media({ frameRate: '25/1', frames: starts.length, durationMs }), { starts })
      for (const frame of starts.keys()) {
        assert.equal(clock.at(clock.middleOf(frame)), frame)
        assert.equal(clock.startingAt(clock.startOf(frame)), frame)
        assert.equal(clock.indexOf({ ms: clock.msOf(frame) }), frame)
      }
    }),
  )
})

test('a typed frame or timecode stays within the video', () => {
  const clock = videoClock(media({ frameRate: '25/1', frames: 100, durationMs: 4000 }))
  assert.equal(clock.parse(' 42 '), 42)
  assert.equal(clock.parse('1:05'), 30)
  assert.equal(clock.parse('9999'), 99)
  assert.equal(clock.parse('now'), undefined)
  assert.equal(clock.label(30), '00:00:01:05')
})

test('audio is counted in milliseconds', () => {
  const clock = audioClock(4000)
  assert.equal(clock.parse('1.5'), 1500)
  assert.equal(clock.at(9), 3999)
  assert.deepEqual(clock.placeOf(1500), { ms: 1500 })
})

const drop = { start: '01:00:00;00', dropFrame: true, startFrame: 107_892, startMs: null, startSample: null }

test('a frame is named in source timecode, as record, in frames or in seconds', () => {
  const clock = videoClock(media({ frameRate: '25/1', frames: 100, durationMs: 4000 }))
  const names = (['source', 'record', 'frames', 'seconds'] as const).map((counting) =>
    clock.label(30, counting),
  )
  assert.deepEqual(names, ['00:00:01:05', '01:00:01:05', '30', '1.200'])
  const timed = videoClock(
    media({
      frameRate: '30000/1001',
      frames: 4000,
      durationMs: 133_467,
      timecode: { ...drop, startFrame: 0 },
    }),
  )
  assert.equal(timed.label(1800), '00:01:00;02')
  const plain = videoClock(
    media({
      ...{ frameRate: '30000/1001', frames: 4000, durationMs: 133_467 },
      timecode: { ...drop, dropFrame: false, startFrame: 0 },
    }),
  )
  assert.equal(plain.label(1800), '00:01:00:00')
})

test('a typed timecode is found in the shown way of counting, else in another', () => {
  const timecode = { ...drop, dropFrame: false, startFrame: 10 * 3600 * 25 }
  const clock = videoClock(media({ frameRate: '25/1', frames: 100, durationMs: 4000, timecode }))
  for (const text of ['10:00:01:05', '01:00:01:05', '00:00:01:05', '1:05', '30', '1.2s'])
    assert.equal(clock.parse(text, 'source'), 30, text)
  assert.equal(clock.parse('1.2', 'seconds'), 30)
  assert.equal(clock.parse('2', 'seconds'), 50)
  assert.equal(clock.parse('10:00:09:00'), 99)
  assert.equal(clock.parse('09:00:00:00'), 0)
  assert.equal(clock.label(30), '10:00:01:05')
})

test('audio is named by the time of day of its source, or from one hour', () => {
  const timecode = { ...drop, dropFrame: false, startFrame: null, startMs: 36_000_250 }
  const clock = audioClock(4000, { timecode })
  assert.deepEqual([clock.label(0), clock.label(750, 'record')], ['10:00:00.250', '1:00:00.750'])
  assert.deepEqual([clock.parse('10:00:01.000'), clock.parse('1.5')], [750, 1500])
})
