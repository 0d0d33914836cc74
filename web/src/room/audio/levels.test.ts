import assert from 'node:assert/strict'
import { test } from 'node:test'
import { floor, nextLevel, partOf, peakOf, silence } from './levels.ts'

test('a level rises at once, falls slowly, and its peak stays for a while', () => {
  const loud = nextLevel(silence, -6, 10, 9.98)
  assert.deepEqual([loud.shown, loud.peak], [-6, -6])
  const later = nextLevel(loud, floor, 10.5, 10)
  assert.deepEqual([later.shown, later.peak], [-18, -6])
  const much = nextLevel(later, floor, 13, 10.5)
  assert.deepEqual([much.shown, much.peak], [floor, floor])
})

test('a full sample is 0 dBFS, half of it -6, none the floor', () => {
  assert.equal(peakOf(Float32Array.of(0, -1, 0.2)), 0)
  assert.ok(Math.abs(peakOf(Float32Array.of(0.5)) + 6.02) < 0.01)
  assert.equal(peakOf(new Float32Array(8)), floor)
  assert.deepEqual([partOf(0), partOf(floor), partOf(-120)], [1, 0, 0])
})
