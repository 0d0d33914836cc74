import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { ApiError } from './errors.ts'
import { createCursorSigner, keysetPage, pageSize } from './pages.ts'
import { compile } from './sql.ts'

const old = Buffer.alloc(32, 1)
const current = Buffer.alloc(32, 2)
const cursors = createCursorSigner([current, old])

test('a cursor verifies to the signed position, for its own binding only', () => {
  fc.assert(
    fc.property(
      fc.string(),
      fc.string(),
      fc.string({ unit: 'binary', minLength: 1 }),
      (binding, other, position) => {
        fc.pre(position.isWellFormed())
        const cursor = cursors.sign(binding, position)
        assert.equal(cursors.verify(binding, cursor), position)
        if (other !== binding) assert.equal(cursors.verify(other, cursor), undefined)
      },
    ),
  )
})

test('a cursor that was changed, extended or truncated is refused', () => {
  const cursor = cursors.sign('list', '["a","b"]')
  fc.assert(
    fc.property(fc.nat(cursor.length - 1), fc.string({ minLength: 0, maxLength: 3 }), (at, text) => {
      const altered = cursor.slice(0, at) + text + cursor.slice(at + 1)
      fc.pre(altered !== cursor)
      assert.equal(cursors.verify('list', altered), undefined)
    }),
  )
  assert.equal(cursors.verify('list', `${cursor}=`), undefined)
})

test('after a rotation, old cursors verify and new ones are signed with the new key', () => {
  const before = createCursorSigner([old]).sign('list', '[1]')
  assert.equal(cursors.verify('list', before), '[1]')
  assert.equal(createCursorSigner([old]).verify('list', cursors.sign('list', '[1]')), undefined)
})

// An in-memory table replaces the database: the test checks which rows a page requests.
type Row = { rank: number; id: number }

function read(
  rows: Row[],
  input: { next?: string; prev?: string },
  direction: 'asc' | 'desc',
  startAtEnd: boolean,
) {
  const page = keysetPage(cursors, input, {
    binding: ['test'],
    columns: [
      ['rank', 'int'],
      ['id', 'int'],
    ],
    direction,
    startAtEnd,
  })
  const { values } = compile(['', ''], [page.after])
  const { text } = compile(['', ''], [page.order])
  const up = text.includes('rank asc')
  const compare = (a: Row, b: Row) => a.rank - b.rank || a.id - b.id
  const selected = rows
    .toSorted((a, b) => (up ? compare(a, b) : compare(b, a)))
    .filter((row) => {
      if (values.length === 0) return true
      const difference = compare(row, { rank: values[0] as number, id: values[1] as number })
      return up ? difference > 0 : difference < 0
    })
  return page.of(
    selected.slice(0, pageSize + 1),
    (row) => [row.rank, row.id],
    (row) => row,
  )
}

const table = fc.uniqueArray(fc.record({ rank: fc.nat(5), id: fc.nat(5000) }), {
  selector: (row) => row.id,
  maxLength: 180,
})

test('paging forward, then back, returns every row once in order', () => {
  fc.assert(
    fc.property(table, fc.constantFrom('asc' as const, 'desc' as const), (rows, direction) => {
      const sign = direction === 'asc' ? 1 : -1
      const ordered = rows.toSorted((a, b) => sign * (a.rank - b.rank || a.id - b.id))
      const pages = [read(rows, {}, direction, false)]
      for (let next = pages[0]!.page.next; next !== null; next = pages.at(-1)!.page.next) {
        pages.push(read(rows, { next }, direction, false))
      }
      assert.deepEqual(
        pages.flatMap((page) => page.data),
        ordered,
      )
      assert.equal(pages[0]!.page.prev, null)

      const back = [pages.at(-1)!]
      for (let prev = back[0]!.page.prev; prev !== null; prev = back.at(-1)!.page.prev) {
        back.push(read(rows, { prev }, direction, false))
      }
      assert.deepEqual(
        back.toReversed().flatMap((page) => page.data),
        ordered,
      )
    }),
    { numRuns: 50 },
  )
})

test('a chat-like list opens at its newest page; following prev reaches the oldest', () => {
  fc.assert(
    fc.property(table, (rows) => {
      const ordered = rows.toSorted((a, b) => a.rank - b.rank || a.id - b.id)
      const pages = [read(rows, {}, 'asc', true)]
      assert.equal(pages[0]!.page.next, null)
      assert.deepEqual(pages[0]!.data, ordered.slice(-pageSize))
      for (let prev = pages[0]!.page.prev; prev !== null; prev = pages.at(-1)!.page.prev) {
        pages.push(read(rows, { prev }, 'asc', true))
      }
      assert.deepEqual(
        pages.toReversed().flatMap((page) => page.data),
        ordered,
      )
    }),
    { numRuns: 50 },
  )
})

test('both cursors at once return 400', () => {
  const both = () => read([], { next: 'a', prev: 'b' }, 'asc', false)
  assert.throws(both, (error) => error instanceof ApiError && error.status === 400)
})
