import assert from 'node:assert/strict'
import { test } from 'node:test'
import { reviewName, reviewPath } from './review-name.ts'

const file = (name: string, number?: number) => ({
  id: 'FX1',
  name,
  ...(number !== undefined && { stack: { number } }),
})

test('one file: its name without the extension, and its revision', () => {
  assert.equal(reviewName([file('SC12_SH040.mov', 2)]), 'SC12_SH040 v2')
  assert.equal(reviewName([file('Trailer')]), 'Trailer')
  assert.equal(reviewName([file('.mov')]), '.mov')
  assert.equal(reviewName([file('Act 1. Arrival', 1)]), 'Act 1. Arrival v1')
})

test('a name of 200 characters is cut to the 100 that a review can have', () => {
  const name = reviewName([file('x'.repeat(200), 12)])
  assert.equal(name.length, 100)
  assert.ok(name.endsWith('x v12'))
})

test('several files: how many, and the day', () => {
  const files = ['a', 'b', 'c', 'd'].map((name) => file(name))
  assert.equal(reviewName(files, new Date(2026, 10, 15)), '4 files, 15 Nov')
})

test('a review of one file opens in the review room, a review of several on its page', () => {
  assert.equal(reviewPath('P', 'V', [{ id: 'A' }]), '/files/A?version=V')
  assert.equal(reviewPath('P', 'V', [{ id: 'A' }, { id: 'B' }]), '/projects/P/versions/V')
})
