import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Media } from '@dailies/sdk'
import { videoClock } from '../player/clock.ts'
import { followerRate, isLonger, isSameCount, partnerOf } from './pair.ts'

function clockOf(frameRate: string, frames: number) {
  const [num, den = 1] = frameRate.split('/').map(Number) as [number, number?]
  return videoClock({ frameRate, frames, durationMs: (frames * den * 1000) / num } as Media)
}

test('equal rates: the same frame; beyond the end, the last frame', () => {
  const partner = partnerOf(clockOf('24000/1001', 100), clockOf('24000/1001', 80))
  assert.deepEqual([0, 1, 79, 80, 99].map(partner), [0, 1, 79, 79, 79])
})

test('different rates: the frame at the same time', () => {
  const partner = partnerOf(clockOf('50', 100), clockOf('25', 50))
  assert.deepEqual([0, 1, 2, 3, 98, 99].map(partner), [0, 0, 1, 1, 49, 49])
  assert.equal(isSameCount(clockOf('24', 10), clockOf('24000/1001', 10)), false)
})

test('audio after the last frame does not make a video longer', () => {
  const media = { frameRate: '25', frames: 30, durationMs: 2000 } as Media
  const [longer, shorter] = [videoClock(media), videoClock({ ...media, frames: 24 })]
  assert.deepEqual([isLonger(longer, shorter), isLonger(shorter, longer)], [true, false])
})

test('with a variable rate, a frame is found by its time', () => {
  const media = { frameRate: '25', frames: 4, durationMs: 160 } as Media
  const uneven = videoClock(media, { starts: [0, 10, 100, 110] })
  assert.deepEqual([0, 1, 2, 3].map(partnerOf(videoClock(media), uneven)), [0, 1, 1, 3])
  // A shorter cut has another average rate; its frames are the same.
  const cut = videoClock({ ...media, frameRate: '30', frames: 3 }, { starts: [0, 10, 100] })
  assert.deepEqual([isSameCount(uneven, cut), isLonger(uneven, cut)], [true, true])
})

test('a follower that is ahead slows down, one behind speeds up, one too far away seeks', () => {
  assert.equal(followerRate(1, 0.005, 0.02), 1)
  assert.equal(followerRate(2, 0.1, 0.02), 1.7)
  assert.equal(followerRate(1, -0.05, 0.02), 1.075)
  assert.equal(followerRate(1, -0.3, 0.02), 1.15)
  assert.equal(followerRate(1, 0.5, 0.02), undefined)
})
