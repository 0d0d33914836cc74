import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Marker } from '../room.ts'
import { clusterMarkers, nextOf } from './clusters.ts'

const marker = (commentId: string, ms: number, durationMs: number | null = null): Marker => ({
  ...{ commentId, ms, durationMs, author: 'Ann', content: 'Too dark', resolved: false },
})

test('comments that would lie on each other are one marker; clicking goes through them', () => {
  const clusters = clusterMarkers([marker('a', 100), marker('b', 110, 500), marker('c', 900)], 1000, 10)
  assert.deepEqual(
    clusters.map(({ markers }) => markers.map(({ commentId }) => commentId)),
    [['a', 'b'], ['c']],
  )
  assert.deepEqual([clusters[0]!.at, clusters[0]!.to], [0.1, 0.61])
  const picked = [null, 'a', 'b', 'elsewhere'].map((selected) => nextOf(clusters[0]!, selected).commentId)
  assert.deepEqual(picked, ['a', 'b', 'a', 'a'])
})

test('thousands become as many as fit', () => {
  const many = Array.from({ length: 5000 }, (_, i) => marker(String(i), i * 10))
  assert.ok(clusterMarkers(many, 50_000, 70).length <= 71)
})
