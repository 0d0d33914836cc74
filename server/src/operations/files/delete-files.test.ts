import assert from 'node:assert/strict'
import { test } from 'node:test'
import { newFile } from '../../../test/worlds/samples.ts'
import { startWorld } from '../../../test/worlds/world.ts'
import { newPrefixedId } from '../../core/ids.ts'

const world = await startWorld()
const { id: projectId, owner } = await world.project()
const { key } = owner

async function newFiles(count: number): Promise<string[]> {
  return Promise.all(Array.from({ length: count }, () => newFile(world, projectId, owner)))
}

function remove(ids: string[]) {
  const body = { files: ids.map((id) => ({ id })) }
  return world.call(`POST /api/projects/${projectId}/files/delete`, { key, body })
}

async function left(ids: string[]): Promise<number> {
  return (await world.database.sql`select id from files where id = any(${ids})`).length
}

test('204: 100 files are deleted with their comments, with an event for each', async () => {
  const ids = await newFiles(100)
  const [kept] = (await newFiles(1)) as [string]
  const body = { content: 'On the first' }
  assert.equal((await world.call(`POST /api/files/${ids[0]}/comments`, { key, body })).status, 201)
  assert.equal((await remove(ids)).status, 204)
  assert.deepEqual([await left(ids), await left([kept])], [0, 1])
  const { sql } = world.database
  const emitted = await sql<{ type: string; count: number }>`
    select type, count(*)::integer as count
    from (select type from outbox union all select type from events) emitted
    where type in ('file.deleted', 'comment.deleted') group by type order by type`
  assert.deepEqual(emitted, [
    { type: 'comment.deleted', count: 1 },
    { type: 'file.deleted', count: 100 },
  ])
  assert.equal((await remove(ids.slice(0, 1))).status, 400)
})

test('400: unknown files and files of another project are all named, and nothing is deleted', async () => {
  const ids = await newFiles(2)
  const other = await world.project({ owner })
  const elsewhere = await newFile(world, other.id, owner)
  const answer = await remove([...ids, newPrefixedId('FX'), elsewhere])
  assert.equal(answer.status, 400)
  assert.deepEqual(
    answer.body.errors.map(({ path }: { path: string }) => path),
    ['/files/2/id', '/files/3/id'],
  )
  assert.equal(await left([...ids, elsewhere]), 3)
})

test('400: no file, or more than 100', async () => {
  for (const ids of [[], Array.from({ length: 101 }, () => newPrefixedId('FX'))]) {
    const answer = await remove(ids)
    assert.equal(answer.status, 400)
    assert.equal(answer.body.errors[0].path, '/files')
  }
})
