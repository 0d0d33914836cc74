import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Marker } from '../room.ts'
import { nextOf, placeMarks } from './clusters.ts'

const marker = (commentId: string, ms: number, durationMs: number | null = null): Marker => ({
  ...{
    commentId,
    ms,
    durationMs,
    frame: null,
    author: null,
    content: 'Too dark',
    resolved: false,
    shapes: [],
  },
})

const idsOf = (marks: ReturnType<typeof placeMarks>) =>
  marks.map(({ markers }) => markers.map(({ commentId }) => commentId))

test('two comments on one frame get two markers side by side', () => {
  const marks = placeMarks([marker('a', 100), marker('b', 100, 500), marker('c', 900)], 1000, 1000, 14)
  assert.deepEqual(idsOf(marks), [['a'], ['b'], ['c']])
  assert.deepEqual(
    marks.map(({ x }) => x),
    [100, 114, 900],
  )
  assert.deepEqual([marks[1]!.from, marks[1]!.to], [100, 600])
})

test('markers of the last frame stay within the timeline', () => {
  const marks = placeMarks([marker('a', 1000), marker('b', 1000), marker('c', 990)], 1000, 1000, 14)
  assert.deepEqual(
    marks.map(({ x }) => x),
    [972, 986, 1000],
  )
})

test('without enough space, comments share a marker, and clicks cycle through them', () => {
  const marks = placeMarks(
    ['a', 'b', 'c', 'd', 'e', 'f'].map((id) => marker(id, 0)),
    1000,
    1000,
    14,
  )
  assert.deepEqual(idsOf(marks), [['a'], ['b'], ['c'], ['d', 'e', 'f']])
  const picked = [null, 'd', 'f', 'elsewhere'].map((selected) => nextOf(marks[3]!, selected).commentId)
  assert.deepEqual(picked, ['d', 'e', 'd', 'd'])
})

test('thousands of comments become as many markers as fit', () => {
  const many = Array.from({ length: 5000 }, (_, i) => marker(String(i), i * 10))
  assert.ok(placeMarks(many, 50_000, 1000, 14).length <= 75)
})
