import assert from 'node:assert/strict'
import { test } from 'node:test'
import { chooseRendition } from './choose-rendition.ts'

const renditions = [
  { name: '540p', width: 960, bitRate: 1_500_000 },
  { name: '1080p', width: 1920, bitRate: 6_000_000 },
  { name: '2160p', width: 3840, bitRate: 20_000_000 },
]

const chosen = (conditions: Partial<Parameters<typeof chooseRendition>[1]>) =>
  chooseRendition(renditions, { width: 1920, bits: undefined, savesData: false, ...conditions })?.name

test('the smallest rendition that fills the image is chosen', () => {
  assert.equal(chosen({ width: 600 }), '540p')
  assert.equal(chosen({ width: 1100 }), '540p')
  assert.equal(chosen({ width: 1300 }), '1080p')
  assert.equal(chosen({ width: 3000 }), '2160p')
  assert.equal(chosen({ width: 8000 }), '2160p')
})

test('a slow network gets a smaller rendition, the slowest one the smallest', () => {
  assert.equal(chosen({ width: 3840, bits: 12_000_000 }), '1080p')
  assert.equal(chosen({ width: 3840, bits: 3_000_000 }), '540p')
  assert.equal(chosen({ width: 3840, bits: 100_000 }), '540p')
})

test('a rendition stays until the network is clearly too slow, and the next one needs clearly more', () => {
  assert.equal(chosen({ bits: 7_000_000, current: '1080p' }), '1080p')
  assert.equal(chosen({ bits: 7_000_000, current: '540p' }), '540p')
  assert.equal(chosen({ bits: 6_000_000, current: '1080p' }), '540p')
  assert.equal(chosen({ bits: 10_100_000, current: '540p' }), '1080p')
})

test('a rendition that is one step larger than the image stays', () => {
  assert.equal(chosen({ width: 600, current: '1080p' }), '1080p')
  assert.equal(chosen({ width: 600, current: '2160p' }), '540p')
  assert.equal(chosen({ width: 600, bits: 2_000_000, current: '1080p' }), '540p')
})

test('with data saving on, the smallest rendition is chosen; without renditions, none', () => {
  assert.equal(chosen({ savesData: true, width: 3840, current: '2160p' }), '540p')
  assert.equal(chooseRendition([], { width: 1, bits: undefined, savesData: true }), undefined)
})
