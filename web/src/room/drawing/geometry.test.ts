import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Pen } from '../room.ts'
import { arrowHead, pointAt, pressedWidth, shapeOf, spotShape, textShape } from './geometry.ts'

const pen = (tool: Pen['tool']): Pen => ({ tool, colour: '#ff3b30', width: 0.008 })

test('a pointer position is always within the image', () => {
  const box = { left: 100, top: 50, width: 800, height: 400 } as DOMRect
  assert.deepEqual(pointAt({ clientX: 500, clientY: 250 }, box), [0.5, 0.5])
  assert.deepEqual(pointAt({ clientX: 0, clientY: 999 }, box), [0, 1])
})

test('shapes have as many points as the server accepts', () => {
  const way = [
    [0.1, 0.1],
    [0.2, 0.3],
    [0.5, 0.6],
  ] as const
  assert.deepEqual(shapeOf(pen('box'), way, 1.5)?.points, [
    [0.1, 0.1],
    [0.5, 0.6],
  ])
  assert.deepEqual(shapeOf(pen('arrow'), way, 1.5)?.points, [
    [0.1, 0.1],
    [0.5, 0.6],
  ])
  assert.equal(shapeOf(pen('pen'), way, 1.5)?.points.length, 3)
  assert.equal(textShape(pen('text'), [0.2, 0.2], 'Hi').points.length, 1)
})

test('a click without movement draws a dot with the pen, and nothing with other tools', () => {
  assert.equal(shapeOf(pen('pen'), [[0.5, 0.5]], 1)?.points.length, 1)
  assert.equal(shapeOf(pen('ellipse'), [[0.5, 0.5]], 1), undefined)
})

test('a spot is a circle on the displayed image', () => {
  const { points } = spotShape(pen('ellipse'), [0.5, 0.5], 2)
  const [[ax, ay], [bx, by]] = points as [[number, number], [number, number]]
  assert.ok(Math.abs((bx - ax) * 2 - (by - ay)) < 0.001)
})

test('a stylus draws wider with more pressure', () => {
  assert.equal(pressedWidth(0.01, []), 0.01)
  assert.ok(pressedWidth(0.01, [0.9, 0.9]) > pressedWidth(0.01, [0.2, 0.2]))
})

test('an arrowhead is no longer than the arrow', () => {
  const [left, right] = arrowHead([0, 0], [10, 0], 8)
  assert.ok(Math.hypot(left[0] - 10, left[1]) <= 10.001)
  assert.ok(Math.abs(left[1] + right[1]) < 1e-9)
})
