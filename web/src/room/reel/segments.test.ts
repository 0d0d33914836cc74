import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { FileDetails, Media } from '@dailies/sdk'
import { videoClock } from '../player/clock.ts'
import { frameIn, indexIn, layOut, reelClock } from './segments.ts'

const file = (frameRate: string, frames: number) => {
  const [num, den] = frameRate.split('/').map(Number) as [number, number]
  const media = { frameRate, frames, durationMs: Math.round((frames * den * 1000) / num) } as Media
  return { file: {} as FileDetails, media, clock: videoClock(media) }
}
const files = [file('25/1', 50), file('24000/1001', 24), file('120/1', 1)]

test('files follow each other, each at its own rate', () => {
  const clock = reelClock(layOut(files, 0))
  assert.equal(clock.count, 75)
  assert.equal(clock.startOf(50), 2)
  assert.ok(Math.abs(clock.startOf(74) - 3.001) < 1e-9)
  assert.ok(Math.abs(clock.seconds - (3.001 + 1 / 120)) < 1e-9)
  for (let index = 0; index < clock.count; index++) {
    assert.equal(clock.at(clock.middleOf(index)), index)
    assert.equal(clock.at(clock.startOf(index)), index)
    assert.equal(clock.indexOf({ ms: clock.msOf(index) }), index)
  }
})

test('handles are cut off at both ends, and one frame stays at least', () => {
  const segments = layOut(files, 10)
  assert.deepEqual(
    segments.map(({ first, last, offset }) => [first, last, offset]),
    [
      [10, 39, 0],
      [10, 13, 30],
      [0, 0, 34],
    ],
  )
  const clock = reelClock(segments)
  assert.equal(clock.count, 35)
  const { segment, frame } = frameIn(segments, 31)
  assert.deepEqual([segment, frame], [segments[1], 11])
  assert.equal(indexIn(segments[1]!, 11), 31)
  assert.equal(indexIn(segments[1]!, 0), 30)
  assert.equal(indexIn(segments[1]!, 23), 33)
  for (let index = 0; index < clock.count; index++) assert.equal(clock.at(clock.middleOf(index)), index)
})

test('a typed number is a frame of the reel, seconds are a time in it', () => {
  const clock = reelClock(layOut(files, 0))
  assert.equal(clock.parse('60'), 60)
  assert.equal(clock.parse('999'), 74)
  assert.equal(clock.parse('1s'), 25)
  assert.equal(clock.parse('00:00:01:05'), 30)
  assert.equal(clock.parse('nothing'), undefined)
})
