import assert from 'node:assert/strict'
import { test } from 'node:test'
import { kept, zoomed } from './zoom.ts'

test('zooming keeps the point under the pointer in place', () => {
  const at = { x: 0.25, y: -0.25 }
  const view = zoomed({ scale: 1, x: 0, y: 0 }, 4, at)
  // A point p of the image appears at x + scale × p.
  assert.deepEqual(view, { scale: 4, x: 0.25 - 0.25 * 4, y: -0.25 + 0.25 * 4 })
  assert.deepEqual(zoomed(view, 0.25, at), { scale: 1, x: 0, y: 0 })
})

test('the image is never smaller than its pane, nor outside of it', () => {
  assert.deepEqual(zoomed({ scale: 2, x: 0.5, y: 0 }, 0.1), { scale: 1, x: 0, y: 0 })
  assert.deepEqual(kept({ scale: 3, x: 5, y: -5 }), { scale: 3, x: 1, y: -1 })
  assert.equal(zoomed({ scale: 10, x: 0, y: 0 }, 10).scale, 16)
})
