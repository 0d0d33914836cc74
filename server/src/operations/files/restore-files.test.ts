import assert from 'node:assert/strict'
import { test } from 'node:test'
import { newTrashed } from '../../../test/worlds/samples.ts'
import { newPrefixedId } from '../../core/ids.ts'
import { startTrashWorld } from '../trash/fixtures/trash-world.ts'

const { world, sql, projectId, owner, ask, status, data, file, fileIn, folder } = await startTrashWorld()
const restore = (ids: string[]) =>
  ask(`POST /api/projects/${projectId}/files/restore`, { files: ids.map((id) => ({ id })) })

test('200: 100 files return to their folders, in the order of the request, with an event for each', async () => {
  const folderId = await folder()
  const ids = [await fileIn(folderId), ...(await Promise.all(Array.from({ length: 99 }, file)))]
  await data(`POST /api/files/${ids[0]}/comments`, { content: 'On the first' })
  assert.equal(
    await status(`POST /api/projects/${projectId}/files/delete`, { files: ids.map((id) => ({ id })) }),
    204,
  )
  const { body } = await restore(ids)
  assert.deepEqual(
    body.data.map(({ id }: { id: string }) => id),
    ids,
  )
  assert.deepEqual(body.data[0].folder, { id: folderId })
  assert.equal((await sql`select from files where id = any(${ids})`).length, 100)
  const emitted = await sql<{ type: string; count: number }>`
    select type, count(*)::integer as count from (select type from outbox union all select type from events) emitted
    where type in ('file.restored', 'comment.restored') group by type order by type`
  assert.deepEqual(emitted, [
    { type: 'comment.restored', count: 1 },
    { type: 'file.restored', count: 100 },
  ])
})

test('400: files that are not in the trash of this project are all named, and nothing is restored', async () => {
  const { id } = await newTrashed(world, projectId, owner, 'FILE')
  const other = await world.project({ owner })
  const elsewhere = await newTrashed(world, other.id, owner, 'FILE')
  const answer = await restore([id, newPrefixedId('FX'), elsewhere.id, await file(), 'nope'])
  assert.equal(answer.status, 400)
  assert.deepEqual(
    answer.body.errors.map(({ path }: { path: string }) => path),
    ['/files/1/id', '/files/2/id', '/files/3/id', '/files/4/id'],
  )
  assert.equal(await status(`GET /api/files/${id}`), 404)
})

test('400: no file, more than 100, or a file twice', async () => {
  const id = newPrefixedId('FX')
  for (const ids of [[], Array.from({ length: 101 }, () => newPrefixedId('FX')), [id, id]])
    assert.equal((await restore(ids)).status, 400)
})
