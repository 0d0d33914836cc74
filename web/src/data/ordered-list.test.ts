import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Comment } from '@dailies/sdk'
import { createOrderedList, type Order, type OrderedList } from './ordered-list.ts'

const comment = (id: string, anchor: number | null, content = id) =>
  ({ id, anchor, content, createdAt: id, parent: null }) as unknown as Comment

const byPlace: Order<Comment> = (a, b) => (a.anchor ?? Infinity) - (b.anchor ?? Infinity)
const newestFirst: Order<Comment> = (a, b) => (a.id < b.id ? 1 : -1)

/** A server with an ordered list; the test decides when it responds. */
function pagesOf(all: Comment[], size: number) {
  const waiting: (() => void)[] = []
  const read = (cursor: string | null) => {
    const from = Number(cursor ?? 0)
    const data = all.slice(from, from + size)
    const next = from + size < all.length ? String(from + size) : null
    return new Promise<{ data: Comment[]; next: string | null; prev: null }>((resolve) =>
      waiting.push(() => resolve({ data, next, prev: null })),
    )
  }
  return { read, answer: () => waiting.shift()?.() }
}

const ids = (list: OrderedList<Comment>) => list.store.get().items.map(({ id }) => id)

async function reading(list: OrderedList<Comment>, answer: () => void) {
  const read = list.more()
  answer()
  await read
}

test('pages follow each other; a change during a read is not overwritten by the older page', async () => {
  const { read, answer } = pagesOf([comment('a', 1), comment('b', 2), comment('c', 3)], 2)
  const list = createOrderedList(read, byPlace)
  await reading(list, answer)
  assert.deepEqual(ids(list), ['a', 'b'])
  const next = list.more()
  list.put('c', comment('c', 3, 'changed'))
  list.put('a', null)
  answer()
  await next
  assert.deepEqual(ids(list), ['b', 'c'])
  assert.equal(list.get('c')?.content, 'changed')
  assert.equal(list.store.get().complete, true)
})

test('a new item is placed in order, or left to its page', async () => {
  const { read, answer } = pagesOf([comment('a', 10), comment('c', 30), comment('e', 50)], 2)
  const list = createOrderedList(read, byPlace)
  await reading(list, answer)
  list.put('b', comment('b', 20))
  list.put('d', comment('d', 40))
  assert.deepEqual(ids(list), ['a', 'b', 'c'])
  await reading(list, answer)
  list.put('f', comment('f', null))
  assert.deepEqual(ids(list), ['a', 'b', 'c', 'e', 'f'])
})

test('a revealed item beyond the pages read is shown once', async () => {
  const all = Array.from({ length: 6 }, (_, i) => comment(`c${i}`, i))
  const { read, answer } = pagesOf(all, 2)
  const list = createOrderedList(read, byPlace)
  list.reveal(all[5]!)
  await reading(list, answer)
  assert.deepEqual([ids(list), list.store.get().read], [['c0', 'c1', 'c5'], 2])
  list.put('c5', comment('c5', 5, 'changed'))
  assert.equal(list.get('c5')?.content, 'changed')
  await reading(list, answer)
  await reading(list, answer)
  assert.deepEqual(ids(list), ['c0', 'c1', 'c2', 'c3', 'c4', 'c5'])
})

test('a comment with another anchor moves in the list', async () => {
  const { read, answer } = pagesOf([comment('a', 1), comment('b', 2), comment('c', 3)], 5)
  const list = createOrderedList(read, byPlace)
  await reading(list, answer)
  list.put('a', comment('a', 9))
  assert.deepEqual([ids(list), list.store.get().read], [['b', 'c', 'a'], 3])
})

test('reloading shows the old list until the new one has arrived', async () => {
  const all = [comment('1', 1), comment('2', 2), comment('3', 3)]
  const { read, answer } = pagesOf(all, 2)
  const list = createOrderedList(read, newestFirst, all)
  assert.deepEqual(ids(list), ['3', '2', '1'])
  const reloaded = list.reload()
  answer()
  await new Promise(setImmediate)
  assert.deepEqual(ids(list), ['3', '2', '1'])
  list.put('4', comment('4', 4))
  answer()
  await reloaded
  assert.deepEqual(ids(list), ['4', '3', '2', '1'])
})

test('reloading keeps items that were revealed beyond the pages', async () => {
  const all = Array.from({ length: 6 }, (_, i) => comment(`c${i}`, i))
  const { read, answer } = pagesOf(all, 2)
  const list = createOrderedList(read, byPlace)
  await reading(list, answer)
  list.reveal(all[5]!)
  const reloaded = list.reload()
  answer()
  await reloaded
  assert.deepEqual([ids(list), list.store.get().read], [['c0', 'c1', 'c5'], 2])
})

test('a failed read can be retried', async () => {
  let isDown = true
  const list = createOrderedList(async () => {
    if (isDown) throw new Error('down')
    return { data: [comment('a', 1)], next: null, prev: null }
  }, byPlace)
  await list.more()
  assert.match(String(list.store.get().error), /down/)
  isDown = false
  await list.more()
  assert.deepEqual([ids(list), list.store.get().error], [['a'], null])
})
