import assert from 'node:assert/strict'
import { test } from 'node:test'
import { lockWaits } from '../../../test/helpers/lock-waits.ts'
import { sendParts } from '../../../test/helpers/uploads.ts'
import { purgeTrash } from '../../jobs/purge-trash.ts'
import { startTrashWorld } from '../trash/fixtures/trash-world.ts'

const { world, sql, projectId, owner, status, data, fileIn } = await startTrashWorld()

async function create(name: string, parentId: string | null = null): Promise<string> {
  const parent = parentId === null ? null : { id: parentId }
  return (await data(`POST /api/projects/${projectId}/folders`, { name, parent })).id
}

const remove = (id: string) => status(`DELETE /api/folders/${id}?recursive=true`)
const restore = (id: string) => data(`POST /api/folders/${id}/restore`)
const tree = async () =>
  (await data(`GET /api/projects/${projectId}/folders`)).map(
    ({ id, name, parent }: { id: string; name: string; parent: { id: string } | null }) => [
      id,
      name,
      parent?.id ?? null,
    ],
  )

test('200: the folder is back with everything in it, where it was', async () => {
  const root = await create('Film')
  const reel = await create('Reel 1', root)
  const shots = await create('Shots', reel)
  const [one, two] = [await fileIn(reel), await fileIn(shots)]
  const comment = await data(`POST /api/files/${two}/comments`, { content: 'Here' })
  const read = () =>
    Promise.all([
      tree(),
      data(`GET /api/files/${one}`),
      data(`GET /api/files/${two}`),
      data(`GET /api/comments/${comment.id}`),
    ])
  const before = await read()
  assert.equal(await remove(reel), 204)
  assert.deepEqual(
    await tree(),
    before[0].filter(([id]: [string]) => id !== reel && id !== shots),
  )
  for (const id of [one, two]) assert.equal(await status(`GET /api/files/${id}`), 404)
  assert.equal(await status(`GET /api/comments/${comment.id}`), 404)
  assert.deepEqual(await restore(reel), { id: reel, name: 'Reel 1', parent: { id: root } })
  assert.deepEqual(await read(), before)
})

test('200: a name that was taken meanwhile gets a number, also in the other case and at its greatest length', async () => {
  for (const name of ['Takes', 'x'.repeat(64)]) {
    const id = await create(name)
    await remove(id)
    await create(name.toUpperCase())
    const restored = await restore(id)
    assert.equal(restored.name, `${name.slice(0, 60)} (2)`)
    await remove(id)
    await create(restored.name)
    assert.equal((await restore(id)).name, `${restored.name.slice(0, 60)} (${name.length > 60 ? 3 : 2})`)
  }
})

test('200: a folder whose parent is in the trash, or gone, returns to the root', async () => {
  const parent = await create('Parent')
  const [one, two] = [await create('One', parent), await create('Two', parent)]
  for (const id of [one, two, parent]) await remove(id)
  assert.equal((await restore(one)).parent, null)
  await sql`update trash set purge_at = now() where record_id = ${parent}`
  await world.runJob(purgeTrash)
  assert.equal((await restore(two)).parent, null)
})

test('200: a folder that would be too deep in its place by now returns to the root', async () => {
  const place = await create('Place')
  const deep = await create('Deep', place)
  await create('Deeper', deep)
  await remove(deep)
  let above = await create('Above 1')
  for (let i = 2; i <= 18; i++) above = await create(`Above ${i}`, above)
  assert.equal(await status(`PATCH /api/folders/${place}`, { parent: { id: above } }), 204)
  assert.equal((await restore(deep)).parent, null)
})

test('204: a folder moves although one from it is in the trash', async () => {
  const place = await create('Moves')
  const deleted = await create('Deleted', place)
  await create('Below', deleted)
  await remove(deleted)
  let above = await create('Top 1')
  for (let i = 2; i <= 19; i++) above = await create(`Top ${i}`, above)
  assert.equal(await status(`PATCH /api/folders/${place}`, { parent: { id: above } }), 204)
})

test('400: a folder in the trash takes no file, no folder and no upload', async () => {
  const id = await create('Closed')
  const started = await data(`POST /api/projects/${projectId}/files/upload.multipart`, {
    name: 'a',
    size: 5,
    folder: { id },
  })
  const file = await fileIn(await create('Open'))
  await remove(id)
  for (const [route, body] of [
    [`POST /api/projects/${projectId}/folders`, { name: 'New', parent: { id } }],
    [`POST /api/projects/${projectId}/files/upload.multipart`, { name: 'b', size: 1, folder: { id } }],
    [
      `POST /api/projects/${projectId}/files/upload.youtube`,
      { url: 'https://youtu.be/dQw4w9WgXcQ', folder: { id } },
    ],
    [`PATCH /api/files/${file}`, { folder: { id } }],
    [`PATCH /api/projects/${projectId}/files`, { files: [{ id: file }], folder: { id } }],
    [`PATCH /api/folders/${await create('Mover')}`, { parent: { id } }],
  ] as const)
    assert.equal(await status(route, body), 400, route)
  // The upload that had begun waits in the trash, and goes on afterwards.
  const parts = await sendParts(started.parts, Buffer.from('bytes'))
  assert.equal(await status(`POST /api/files/${started.id}/upload.complete`, { parts }), 404)
  await restore(id)
  assert.equal(await status(`POST /api/files/${started.id}/upload.complete`, { parts }), 204)
})

test('a file that arrives while its folder is deleted is refused, or deleted with it', async () => {
  for (let i = 0; i < 10; i++) {
    const id = await create(`Race ${i}`)
    const body = { name: 'a', size: 1, folder: { id } }
    const [removed, added] = await Promise.all([
      remove(id),
      world.call(`POST /api/projects/${projectId}/files/upload.multipart`, { key: owner.key, body }),
    ])
    assert.ok(removed === 204 || removed === 409, String(removed))
    const live =
      await sql`select from files f left join folders d on d.id = f.folder_id where f.folder_id = ${id} and d.id is null`
    assert.deepEqual(live, [])
    if (added.status === 201 && removed === 204) {
      await restore(id)
      assert.equal(await status(`GET /api/files/${added.body.data.id}`), 200)
    } else assert.ok(added.status === 201 || added.status === 400, String(added.status))
  }
})

test('409: a folder that gets a file while it is deleted without its contents', async () => {
  const id = await create('Late')
  const file = await fileIn(await create('Elsewhere'))
  const removing = await world.database.transaction(async (transaction) => {
    await transaction`update files set folder_id = ${id} where id = ${file}`
    const answer = status(`DELETE /api/folders/${id}`)
    await lockWaits(world)
    return { answer }
  })
  assert.equal(await removing.answer, 409)
  assert.deepEqual((await data(`GET /api/files/${file}`)).folder, { id })
})

test('events: the folders from the top, then files and comments; restricted reviewers hear of what they see', async () => {
  const root = await create('Emitted')
  const inner = await create('Inner', root)
  const file = await fileIn(inner)
  await data(`POST /api/files/${file}/comments`, { content: 'Here' })
  await remove(root)
  await sql`delete from outbox`
  await sql`delete from events`
  await restore(root)
  const emitted = await sql<{ line: string }>`
    select type || ' ' || audience || ' ' || coalesce(data #>> '{folder,id}', '') as line
    from (select type, audience, data, position from outbox union all select type, audience, data, number from events) e
    order by position`
  assert.deepEqual(
    emitted.map(({ line }) => line.trim()),
    [
      `folder.restored ANYONE ${root}`,
      `folder.restored ANYONE ${inner}`,
      'file.restored ANYONE',
      'comment.restored ANYONE',
    ],
  )
})
