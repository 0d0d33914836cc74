import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Shape } from '../room.ts'
import { maxBytes, type Point, simplified, withShape } from './simplify.ts'

/** A hand-drawn spiral with a deterministic tremble. */
function spiral(count: number): Point[] {
  return Array.from({ length: count }, (_, i) => {
    const turn = (i / count) * 12 * Math.PI
    const far = 0.45 * (i / count) + 0.0004 * Math.sin(i * 7.1)
    return [0.5 + far * Math.cos(turn), 0.5 + far * Math.sin(turn)] as const
  })
}

const pen = (points: readonly Point[]): Shape =>
  ({ kind: 'pen', points: points.map(([x, y]) => [x, y]), colour: '#ff0000', width: 0.01 }) as Shape

test('a straight line needs two points, its ends', () => {
  const line = Array.from({ length: 100 }, (_, i) => [i / 200, i / 100] as const)
  assert.deepEqual(simplified(line, 16 / 9), [
    [0, 0],
    [0.495, 0.99],
  ])
})

test('no point of a simplified line deviates by more than the tolerance', () => {
  const ratio = 16 / 9
  const line = spiral(2000)
  const kept = simplified(line, ratio, 0.001)
  assert.ok(kept.length < 400, `${kept.length} points`)
  const off = line.map((point) =>
    Math.min(...kept.slice(1).map((to, i) => distance(point, kept[i]!, to, ratio))),
  )
  // Rounding adds less than a fifth of a thousandth.
  assert.ok(Math.max(...off) < 0.0012, `${Math.max(...off)}`)
})

function distance([x, y]: Point, [ax, ay]: Point, [bx, by]: Point, ratio: number): number {
  const [dx, dy] = [(bx - ax) * ratio, by - ay]
  const t = Math.min(1, Math.max(0, ((x - ax) * ratio * dx + (y - ay) * dy) / (dx * dx + dy * dy || 1)))
  return Math.hypot((x - ax) * ratio - t * dx, y - ay - t * dy)
}

test('ends, dots and empty lines stay; points outside are moved to the edge', () => {
  assert.deepEqual(simplified([[0.5, 0.5]], 1), [[0.5, 0.5]])
  assert.deepEqual(simplified([], 1), [])
  assert.deepEqual(
    simplified(
      [
        [-0.1, 0.2],
        [0.3, 1.7],
      ],
      1,
    ),
    [
      [0, 0.2],
      [0.3, 1],
    ],
  )
})

test('a drawing that grows too large gets coarser, without losing a line', () => {
  const rough = pen(spiral(5000))
  let drawing: Shape[] = []
  for (let i = 0; i < 12; i++) drawing = withShape(drawing, rough, 1)!
  assert.equal(drawing.length, 12)
  const bytes = JSON.stringify(drawing).length
  assert.ok(bytes <= maxBytes, `${bytes} bytes`)
})

test('a shape that no longer fits is refused', () => {
  const text = { ...pen([[0, 0]]), kind: 'text', text: 'x'.repeat(1000) } as Shape
  let drawing: Shape[] | undefined = []
  let count = 0
  while (drawing && count < 500) {
    drawing = withShape(drawing, text, 1)
    count++
  }
  assert.equal(drawing, undefined)
  assert.ok(count > 50)
})
