import assert from 'node:assert/strict'
import { test } from 'node:test'
import { onScreenAt } from './on-screen.ts'

const at = (
  id: string,
  anchor: number | null,
  frame: number | null = null,
  duration: number | null = null,
) => ({
  ...{ id, anchor, frame, duration },
})

const comments = [at('all', null), at('frame', 400, 10), at('range', 400, 10, 400), at('later', 2000, 50)]

test('paused: a comment is on the screen at its frame, or anywhere in its range', () => {
  assert.deepEqual(onScreenAt(comments, { ms: 400, frame: 10 }, false), ['frame', 'range'])
  assert.deepEqual(onScreenAt(comments, { ms: 440, frame: 11 }, false), ['range'])
  assert.deepEqual(onScreenAt(comments, { ms: 800, frame: 20 }, false), [])
})

test('playing: a comment stays on the screen for at least a second', () => {
  assert.deepEqual(onScreenAt(comments, { ms: 399, frame: 9 }, true), [])
  assert.deepEqual(onScreenAt(comments, { ms: 1000, frame: 25 }, true), ['frame', 'range'])
  assert.deepEqual(onScreenAt(comments, { ms: 1400, frame: 35 }, true), [])
})

test('a document: the comments on the current page are on the screen', () => {
  const pages = [at('one', 1), at('two to four', 2, null, 2)]
  assert.deepEqual(onScreenAt(pages, { page: 4 }, false), ['two to four'])
})
