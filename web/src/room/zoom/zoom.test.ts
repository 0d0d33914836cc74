import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { boxOf, fitted, pan, snapped, zoomAt, zoomFor } from './zoom.ts'

const image = { width: 4000, height: 3000 }
const pane = { width: 1000, height: 800 }

test('a fitted image is centred and wholly visible', () => {
  assert.deepEqual(boxOf(fitted, image, pane), { width: 1000, height: 750, left: 0, top: 25 })
  const small = { width: 100, height: 100 }
  assert.deepEqual(boxOf(fitted, small, pane), { width: 100, height: 100, left: 450, top: 350 })
})

test('a video fills its pane, and shrinks to its own pixels', () => {
  const video = { width: 500, height: 200, fills: true }
  assert.deepEqual(boxOf(fitted, video, pane), { width: 1000, height: 400, left: 0, top: 200 })
  const middle = { x: 500, y: 400 }
  const actual = zoomAt(fitted, zoomFor(1, video, pane), middle, video, pane)
  assert.deepEqual(boxOf(actual, video, pane), { width: 500, height: 200, left: 250, top: 300 })
  assert.deepEqual(boxOf(zoomAt(actual, 0.1, middle, video, pane), video, pane).width, 500)
})

test('a box begins at a whole pixel', () => {
  assert.deepEqual(snapped({ width: 10.3, height: 5, left: 2.6, top: 0.4 }), {
    ...{ width: 10.3, height: 5, left: 3, top: 0 },
  })
})

test('zooming keeps the point under the pointer in place while the image fills the pane', () => {
  const part = fc.double({ min: 0.3, max: 0.7, noNaN: true })
  fc.assert(
    fc.property(part, part, fc.double({ min: 1.1, max: 3, noNaN: true }), (x, y, by) => {
      const view = { zoom: 4, x: 0.5, y: 0.5 }
      const at = { x: x * pane.width, y: y * pane.height }
      const before = boxOf(view, image, pane)
      const after = boxOf(zoomAt(view, by, at, image, pane), image, pane)
      const under = (box: typeof before) => (at.x - box.left) / box.width
      assert.ok(Math.abs(under(before) - under(after)) < 1e-9)
    }),
  )
})

test('the image is never moved or zoomed out of the pane', () => {
  const number = fc.double({ min: -1e5, max: 1e5, noNaN: true })
  fc.assert(
    fc.property(number, number, fc.double({ min: 0.001, max: 1000, noNaN: true }), (x, y, by) => {
      const zoomed = zoomAt(fitted, by, { x: 500, y: 400 }, image, pane)
      const { left, top, width, height } = boxOf(pan(zoomed, { x, y }, image, pane), image, pane)
      assert.ok(width >= 999 && height >= 749)
      assert.ok(left <= 1e-6 && left + width >= 1000 - 1e-6)
      assert.ok(top <= 25 + 1e-6 && top + height >= 775 - 1e-6)
    }),
  )
  assert.equal(zoomFor(1, image, pane), 4)
})
