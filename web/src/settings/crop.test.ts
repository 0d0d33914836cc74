import assert from 'node:assert/strict'
import { test } from 'node:test'
import { type Crop, moved, squareOf } from './crop.ts'

const wide: Crop = { width: 900, height: 300, x: 450, y: 150, zoom: 1 }

test('the largest square is as high as a wide image, and in its middle', () => {
  assert.deepEqual(squareOf(wide), { x: 300, y: 0, size: 300 })
  assert.deepEqual(squareOf({ ...wide, zoom: 2 }), { x: 375, y: 75, size: 150 })
})

test('the square stays within the image, and follows at once when it is moved back', () => {
  const right = moved(wide, 5_000, 50)
  assert.deepEqual(squareOf(right), { x: 600, y: 0, size: 300 })
  assert.deepEqual(squareOf(moved(right, -10, 0)), { x: 590, y: 0, size: 300 })
})
