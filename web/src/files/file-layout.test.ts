import assert from 'node:assert/strict'
import { test } from 'node:test'
import { layRows, placeAfter, rowOf } from './file-layout.ts'

test('files fill rows, and each group begins a row', () => {
  assert.deepEqual(layRows(5, 3, undefined), [
    { kind: 'files', start: 0, end: 3 },
    { kind: 'files', start: 3, end: 5 },
  ])
  assert.deepEqual(layRows(4, 3, ['A', 'A', 'B', 'B']), [
    { kind: 'group', label: 'A' },
    { kind: 'files', start: 0, end: 2 },
    { kind: 'group', label: 'B' },
    { kind: 'files', start: 2, end: 4 },
  ])
  assert.deepEqual(layRows(0, 3, undefined), [])
})

test('arrow keys keep the column, stop at the edges and skip group headings', () => {
  const rows = layRows(7, 3, ['A', 'A', 'A', 'A', 'B', 'B', 'B'])
  assert.equal(placeAfter(rows, 2, 'ArrowDown'), 3, 'a shorter row')
  assert.equal(placeAfter(rows, 3, 'ArrowDown'), 4)
  assert.equal(placeAfter(rows, 5, 'ArrowUp'), 3)
  assert.equal(placeAfter(rows, 1, 'ArrowUp'), 1)
  assert.equal(placeAfter(rows, 6, 'ArrowDown'), 6)
  assert.equal(placeAfter(rows, 3, 'ArrowRight'), 4)
  assert.equal(placeAfter(rows, 0, 'ArrowLeft'), 0)
  assert.equal(placeAfter(rows, 4, 'Home'), 0)
  assert.equal(placeAfter(rows, 4, 'End'), 6)
  assert.equal(placeAfter(rows, 4, 'a'), undefined)
  assert.equal(rowOf(rows, 4), 4)
})
