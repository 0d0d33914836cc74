import assert from 'node:assert/strict'
import { test } from 'node:test'
import { inkPath, smooth } from './ink.ts'
import type { Point } from './simplify.ts'

test('a smooth line goes through all of its points, without gaps', () => {
  const points: Point[] = [
    [0, 0],
    [100, 50],
    [200, 0],
    [210, 300],
  ]
  const curve = smooth(points)
  for (const [x, y] of points) {
    assert.ok(curve.some((point) => Math.hypot(point[0] - x, point[1] - y) < 1e-6))
  }
  for (const [index, [x, y]] of curve.slice(1).entries()) {
    assert.ok(Math.hypot(x - curve[index]![0], y - curve[index]![1]) < 16)
  }
})

test('a stroke and a dot have the chosen width', () => {
  const ys = (path: string) => [...path.matchAll(/-?[\d.]+ (-?[\d.]+)/g)].map((match) => Number(match[1]))
  const line = ys(
    inkPath(
      [
        [100, 500],
        [900, 500],
      ],
      20,
    ),
  )
  assert.ok(Math.abs(Math.max(...line) - 510) < 1 && Math.abs(Math.min(...line) - 490) < 1)
  const dot = ys(inkPath([[500, 500]], 20))
  assert.ok(Math.max(...dot) > 505 && Math.min(...dot) < 495)
})
