import assert from 'node:assert/strict'
import { test } from 'node:test'
import { cueRange, momentOf, rangeAt } from './cue-range.ts'

const video = (frameRate: string, frameTable: string | null = null) => ({
  ...{ kind: 'VIDEO' as const, frameRate, frameTable },
})

test('times that were written from frames come back on them, rounded up, down or to the nearest', () => {
  for (const [rate, perSecond] of [
    ['24000/1001', 24_000 / 1001],
    ['24', 24],
    ['25', 25],
    ['30000/1001', 30_000 / 1001],
    ['50', 50],
    ['60000/1001', 60_000 / 1001],
    ['120', 120],
  ] as const)
    for (let frame = 0; frame < 5000; frame += 7) {
      const exact = (frame * 1000) / perSecond
      const until = ((frame + 3) * 1000) / perSecond
      for (const round of [Math.floor, Math.ceil, Math.round])
        assert.deepEqual(
          cueRange({ startMs: round(exact), endMs: round(until) }, video(rate)),
          { from: frame, to: frame + 2 },
          `${rate}: ${frame}`,
        )
    }
})

test('a cue shorter than a frame is shown on one', () => {
  assert.deepEqual(cueRange({ startMs: 400, endMs: 401 }, video('25')), { from: 10, to: 10 })
})

test('audio and a variable rate are counted in milliseconds', () => {
  const cue = { startMs: 400, endMs: 800 }
  const audio = { kind: 'AUDIO' as const, frameRate: null, frameTable: null }
  for (const media of [audio, video('25', '/frames.json'), null]) {
    assert.deepEqual(cueRange(cue, media), { from: 400, to: 799 })
    assert.equal(momentOf({ frame: 10, ms: 420 }, media), 420)
  }
  assert.equal(momentOf({ frame: 10, ms: 420 }, video('25')), 10)
})

test('the range at a moment', () => {
  const ranges = [
    { from: 10, to: 19 },
    { from: 30, to: 39 },
  ]
  assert.deepEqual(
    [9, 10, 19, 20, 30, 39, 40, undefined].map((moment) => rangeAt(ranges, moment)),
    [-1, 0, 0, -1, 1, 1, -1, -1],
  )
})
