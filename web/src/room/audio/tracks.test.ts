import assert from 'node:assert/strict'
import { test } from 'node:test'
import { audibleChannels, stereoWeights, trackName } from './tracks.ts'

const surround = ['L', 'R', 'C', 'LFE', 'Ls', 'Rs']
const all = (count: number) => Array<boolean>(count).fill(true)

test('5.1: L + 0.707 C + 0.707 Ls without LFE, divided so that full channels do not clip', () => {
  const { left, right } = stereoWeights(surround, all(6))
  const full = 1 + 2 * Math.SQRT1_2
  assert.deepEqual(
    left.map((weight) => (weight * full).toFixed(3)),
    ['1.000', '0.000', '0.707', '0.000', '0.707', '0.000'],
  )
  assert.ok(Math.abs(right.reduce((sum, weight) => sum + weight, 0) - 1) < 1e-9)
})

test('two channels are left and right, one is on both sides', () => {
  assert.deepEqual(stereoWeights(['Boom', 'Lav'], all(2)), { left: [1, 0], right: [0, 1] })
  assert.deepEqual(stereoWeights(['Mono'], all(1)), { left: [1], right: [1] })
})

test('channels without names: a solo is as loud as it was recorded', () => {
  assert.deepEqual(stereoWeights(['1', '2', '3', '4'], all(4)).left, [0.25, 0.25, 0.25, 0.25])
  assert.equal(stereoWeights(['1', '2', '3', '4'], [false, false, true, false]).left[2], 1)
})

test('a solo silences the others, and wins over a mute', () => {
  assert.deepEqual(audibleChannels(3, { solo: [], muted: [1] }), [true, false, true])
  assert.deepEqual(audibleChannels(3, { solo: [1], muted: [1] }), [false, true, false])
})

test('the name of a track has its language and its shape', () => {
  const track = { index: 1, name: null, language: 'de', channels: 6, layout: '5.1', channelNames: surround }
  assert.equal(trackName({ ...track, inProxy: false, url: null }), 'Track 2, German, 5.1')
})
