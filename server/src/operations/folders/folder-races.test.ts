// Concurrent changes to a tree of folders, and the invariants that must hold afterwards.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { lockWaits } from '../../../test/helpers/lock-waits.ts'
import { startWorld } from '../../../test/worlds/world.ts'
import { newPrefixedId } from '../../core/ids.ts'

const world = await startWorld()
const { owner } = await world.project()
const { key } = owner

async function freshProject(): Promise<string> {
  return (await world.project({ owner })).id
}

function create(projectId: string, parentId: string | null, name = newPrefixedId('DX')) {
  const body = { name, parent: parentId === null ? null : { id: parentId } }
  return world.call(`POST /api/projects/${projectId}/folders`, { key, body })
}

async function chain(projectId: string, length: number): Promise<string[]> {
  const ids: string[] = []
  while (ids.length < length) ids.push((await create(projectId, ids.at(-1) ?? null)).body.data.id)
  return ids
}

function move(id: string, parentId: string | null) {
  const parent = parentId === null ? null : { id: parentId }
  return world.call(`PATCH /api/folders/${id}`, { key, body: { parent } })
}

function remove(id: string, query = '') {
  return world.call(`DELETE /api/folders/${id}${query}`, { key })
}

/**
 * Asserts that every folder can be reached from the root and has the right depth, so there are no cycles and no
 * orphans.
 */
async function assertTree(projectId: string): Promise<number> {
  const [row] = await world.database.sql<{ total: number; reached: number; deepest: number }>`
    with recursive tree as (
      select id, 1 as depth from folders where project_id = ${projectId} and parent_id is null
      union all
      select f.id, tree.depth + 1 from tree join folders f on f.parent_id = tree.id
    )
    select (select count(*) from folders where project_id = ${projectId}) as total,
      (select count(*) from tree join folders using (id, depth)) as reached,
      (select coalesce(max(depth), 0) from tree) as deepest`
  assert.equal(row!.reached, row!.total)
  assert.ok(row!.deepest <= 20, `depth ${row!.deepest}`)
  return row!.total
}

test('two concurrent moves into each other: one succeeds, the other is refused as a cycle', async () => {
  for (let round = 0; round < 15; round++) {
    const projectId = await freshProject()
    const [[a, , low], [b, , deep]] = [await chain(projectId, 3), await chain(projectId, 3)]
    const answers = await Promise.all([move(a!, deep!), move(b!, low!)])
    assert.deepEqual(answers.map((answer) => answer.status).sort(), [204, 409])
    assert.equal(answers.find((answer) => answer.status === 409)!.body.code, 'folder_cycle')
    await assertTree(projectId)
  }
})

test('concurrent moves never create a cycle', async () => {
  const projectId = await freshProject()
  const roots = await Promise.all(Array.from({ length: 8 }, () => chain(projectId, 1)))
  const ids = roots.map(([id]) => id!)
  const answers = await Promise.all(ids.map((id, i) => move(id, ids[(i + 1) % ids.length]!)))
  assert.deepEqual(answers.map((answer) => answer.status).sort(), [...Array(7).fill(204), 409])
  await assertTree(projectId)
})

test('the database constraints alone refuse a cycle', async () => {
  const projectId = await freshProject()
  const [a, b] = await chain(projectId, 2)
  const closing = world.database.sql`update folders set parent_id = ${b}, parent_depth = 2 where id = ${a}`
  await assert.rejects(closing, { constraint: /^folders_(depth_check|parent_fkey)$/ })
})

test('a folder created in a moving folder waits and gets the final depth', async () => {
  for (const [target, status] of [
    [18, 201],
    [19, 409],
  ] as const) {
    const projectId = await freshProject()
    const below = (await chain(projectId, target)).at(-1)!
    const [moving] = await chain(projectId, 1)
    const creating = await world.database.transaction(async (sql) => {
      await sql`update folders set parent_id = ${below}, parent_depth = ${target} where id = ${moving}`
      const answer = create(projectId, moving!)
      await lockWaits(world)
      return { answer }
    })
    assert.equal((await creating.answer).status, status)
    await assertTree(projectId)
  }
})

test('a folder created in a folder that is being deleted: the parent is not found', async () => {
  const projectId = await freshProject()
  const [parent] = await chain(projectId, 1)
  const creating = await world.database.transaction(async (sql) => {
    await sql`delete from folders where id = ${parent}`
    const answer = create(projectId, parent!)
    await lockWaits(world)
    return { answer }
  })
  const answer = await creating.answer
  assert.equal(answer.status, 400)
  assert.deepEqual([answer.body.errors[0].path, answer.body.errors[0].code], ['/parent/id', 'not_found'])
})

test('deleting a folder waits for a folder that is created in it: it is not empty, or both go', async () => {
  for (const [query, status, code, left] of [
    ['', 409, 'folder_not_empty', 2],
    ['?recursive=true', 204, undefined, 0],
  ] as const) {
    const projectId = await freshProject()
    const [parent] = await chain(projectId, 1)
    const deleting = await world.database.transaction(async (sql) => {
      await sql`
        insert into folders (id, project_id, parent_id, parent_depth, name)
        values (${newPrefixedId('DX')}, ${projectId}, ${parent}, 1, 'new')`
      const answer = remove(parent!, query)
      await lockWaits(world)
      return { answer }
    })
    const answer = await deleting.answer
    assert.deepEqual([answer.status, answer.body.code], [status, code])
    assert.equal(await assertTree(projectId), left)
  }
})

test('a folder that moves out of a tree before it is deleted is kept', async () => {
  const projectId = await freshProject()
  const [root, child] = await chain(projectId, 2)
  const moving = await world.database.transaction(async (sql) => {
    await sql`select pg_advisory_xact_lock(hashtextextended('folder tree of ' || ${projectId}, 0))`
    const leaving = move(child!, null)
    await lockWaits(world, 1)
    const deleting = remove(root!, '?recursive=true')
    await lockWaits(world, 2)
    return { answers: Promise.all([leaving, deleting]) }
  })
  assert.deepEqual(
    (await moving.answers).map((answer) => answer.status),
    [204, 204],
  )
  assert.equal(await assertTree(projectId), 1)
})

test('concurrent moves, creations and deletions leave a valid tree', async () => {
  const projectId = await freshProject()
  const long = await chain(projectId, 17)
  const short = await chain(projectId, 3)
  const ids = [...long, ...short]
  const pick = (i: number) => ids[(i * 7) % ids.length]!
  const answers = await Promise.all(
    Array.from({ length: 240 }, (_, i) => {
      if (i % 4 === 0) return create(projectId, pick(i))
      if (i % 4 === 1) return create(projectId, short[i % 3]!, `name ${i % 9}`)
      if (i % 40 === 2) return remove(pick(i), i % 80 === 2 ? '?recursive=true' : '')
      return move(pick(i), i % 5 === 0 ? null : pick(i + 3))
    }),
  )
  const statuses = new Set(answers.map((answer) => answer.status))
  assert.deepEqual(
    [...statuses].filter((status) => ![201, 204, 400, 404, 409].includes(status)),
    [],
  )
  assert.ok(statuses.has(201) && statuses.has(204))
  await assertTree(projectId)
})
