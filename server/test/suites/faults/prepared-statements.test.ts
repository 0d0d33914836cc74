import assert from 'node:assert/strict'
import { test } from 'node:test'
import { startWorld } from '../../worlds/world.ts'

const world = await startWorld()

test('240 combinations of filters leave a bounded number of prepared statements behind', async () => {
  const { id, owner } = await world.project()
  const before = await preparedStatements()
  const shapes = filterShapes()
  assert.ok(shapes.length >= 240)
  for (const body of shapes) {
    for (let use = 0; use < 3; use++) {
      const { status } = await world.call(`QUERY /api/projects/${id}/files`, { key: owner.key, body })
      assert.equal(status, 200)
    }
  }
  const left = (await preparedStatements()) - before
  // The 16 shapes that are prepared, and the statements of signing in and of this test.
  assert.ok(left > 0 && left <= 16 + 10, `${left} prepared statements`)
})

/** Counts the statements of the connection that is used when none is busy, as everywhere in this file. */
async function preparedStatements(): Promise<number> {
  const [row] = await world.database.sql<{ count: number }>`
    select count(*)::integer as count from pg_prepared_statements`
  return row!.count
}

function filterShapes(): object[] {
  const fileId = 'FX0000000000000000000000'
  const options: object[][] = [
    [{}, { tag: 'APPROVED' }],
    [{}, { status: 'UPLOADED' }],
    [{}, { folder: null }, { folder: { id: 'DX0000000000000000000000' } }],
    [{}, { stack: { id: fileId } }],
    [{}, { latest: true }],
    // Keywords: too short for the index, long enough for it, long enough to match typos, and too long for that.
    [{}, { keyword: 'a' }, { keyword: 'abc' }, { keyword: 'abcdef' }, { keyword: 'abc '.repeat(10) }],
  ]
  return options.reduce((shapes, more) =>
    shapes.flatMap((shape) => more.map((option) => ({ ...shape, ...option }))),
  )
}
