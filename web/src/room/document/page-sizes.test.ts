import assert from 'node:assert/strict'
import { test } from 'node:test'
import { largestOf, nextZoom, pageAt, pageOf, scaleOf } from './page-sizes.ts'

const list = { total: 600, pages: [{ number: 1, width: 400, height: 600, image: 'pages/1.webp' }] }

test('a page that is not listed has the size of the last listed page', () => {
  assert.deepEqual(pageOf(list, 7), { number: 7, width: 400, height: 600, image: null })
  assert.equal(pageOf({ total: 1, pages: [] }, 1).width, 595)
})

test('pages fit the width or the whole pane', () => {
  const [page, pane] = [list.pages[0]!, { width: 832, height: 632 }]
  assert.equal(scaleOf('width', page, pane), 2)
  assert.equal(scaleOf('page', page, pane), 1)
  assert.equal(scaleOf(3, page, pane), 3)
  const slide = { number: 2, width: 800, height: 450, image: null }
  assert.deepEqual(largestOf({ total: 2, pages: [page, slide] }), { width: 800, height: 600 })
  assert.deepEqual([nextZoom(1.1, 1), nextZoom(1.1, -1), nextZoom(1, 1), nextZoom(8, 1)], [1.25, 1, 1.25, 8])
})

test('the current page is the one at a third of the height', () => {
  const items = [
    { index: 0, start: 0, end: 600 },
    { index: 1, start: 616, end: 1216 },
  ]
  assert.deepEqual([pageAt(items, 0, 600), pageAt(items, 399, 600), pageAt(items, 420, 600)], [1, 1, 2])
  assert.equal(pageAt([], 0, 600), 1)
})
