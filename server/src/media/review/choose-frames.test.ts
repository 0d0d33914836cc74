import assert from 'node:assert/strict'
import { test } from 'node:test'
import { chooseFrames, middlesOfShots } from './choose-frames.ts'

/** Differences of 2, and of 90 at each cut. */
function series(frames: number, ...cuts: number[]): Float32Array {
  return Float32Array.from({ length: frames }, (_, n) => (n === 0 ? 255 : cuts.includes(n) ? 90 : 2))
}

test('the middle of each shot is chosen', () => {
  assert.deepEqual(middlesOfShots(100, series(100, 20, 60)), [9, 39, 79])
})

test('motion in every frame is no cut', () => {
  assert.deepEqual(middlesOfShots(50, new Float32Array(50).fill(60)), [24])
})

test('named frames come first, -1 is the last frame, and frames outside of the video are left out', () => {
  const chosen = chooseFrames({ frames: 100, difference: series(100, 50), wanted: [7, -1, 100, 7] })
  assert.ok(
    [7, 24, 74, 99].every((frame) => chosen.includes(frame)),
    chosen.join(),
  )
  assert.ok(!chosen.includes(100))
  assert.deepEqual(
    chosen,
    [...new Set(chosen)].sort((a, b) => a - b),
  )
})

test('many shots and many named frames stay within the limit, and both have a part', () => {
  const cuts = Array.from({ length: 99 }, (_, n) => (n + 1) * 10)
  const wanted = Array.from({ length: 50 }, (_, n) => n)
  const chosen = chooseFrames({ frames: 1000, difference: series(1000, ...cuts), wanted })
  assert.equal(chosen.length, 24)
  assert.equal(chosen.filter((frame) => frame < 16).length, 16)
  assert.ok(chosen.some((frame) => frame > 900))
})

test('without differences the frames are spread evenly; a video of one frame has one', () => {
  assert.equal(chooseFrames({ frames: 1000, difference: null, wanted: [] }).length, 8)
  assert.deepEqual(chooseFrames({ frames: 1, difference: null, wanted: [] }), [0])
})
