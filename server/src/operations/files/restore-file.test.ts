import assert from 'node:assert/strict'
import { test } from 'node:test'
import { sendParts } from '../../../test/helpers/uploads.ts'
import { newGeneration } from '../../../test/worlds/samples.ts'
import { purgeTrash } from '../../jobs/purge-trash.ts'
import { startTrashWorld } from '../trash/fixtures/trash-world.ts'

const { world, sql, projectId, owner, status, data, file, fileIn, folder, purge, listed } =
  await startTrashWorld()

test('200: the file is back in its folder, with its comments, and in its versions', async () => {
  const folderId = await folder()
  const id = await fileIn(folderId)
  const comment = await data(`POST /api/files/${id}/comments`, { content: 'A week of notes' })
  const reply = await data(`POST /api/files/${id}/comments`, { content: 'Yes', parent: comment })
  await status(`POST /api/comments/${comment.id}/reactions`, { type: '👍' })
  const version = await data(`POST /api/projects/${projectId}/versions`, { name: 'Cut', files: [{ id }] })
  const read = () =>
    Promise.all([
      data(`GET /api/files/${id}`),
      data(`QUERY /api/files/${id}/comments`, {}),
      data(`GET /api/comments/${reply.id}`),
      data(`GET /api/versions/${version.id}`),
    ])
  const before = await read()

  assert.equal(await status(`DELETE /api/files/${id}`), 204)
  assert.equal(await status(`GET /api/files/${id}`), 404)
  assert.equal(await status(`GET /api/comments/${comment.id}`), 404)
  assert.equal(await status(`GET /api/comments/${reply.id}`), 404)
  assert.deepEqual((await data(`GET /api/versions/${version.id}`)).files, [])
  const restored = await data(`POST /api/files/${id}/restore`)
  assert.deepEqual(restored, { id, name: before[0].name, folder: { id: folderId } })
  assert.deepEqual(await read(), before)
})

test('404: deleting twice, restoring twice, and restoring a file that is not in the trash', async () => {
  const id = await file()
  assert.equal(await status(`POST /api/files/${id}/restore`), 404)
  assert.equal(await status(`DELETE /api/files/${id}`), 204)
  assert.equal(await status(`DELETE /api/files/${id}`), 404)
  assert.equal(await status(`POST /api/files/${id}/restore`), 200)
  assert.equal(await status(`POST /api/files/${id}/restore`), 404)
})

test('concurrent restores: one 200, otherwise 404', async () => {
  const id = await file()
  await status(`DELETE /api/files/${id}`)
  const answers = await Promise.all(Array.from({ length: 8 }, () => status(`POST /api/files/${id}/restore`)))
  assert.deepEqual(answers.sort(), [200, ...Array(7).fill(404)])
})

test('200: a file whose folder was deleted after it returns to the root, and the folder comes back without it', async () => {
  const folderId = await folder()
  const [id, other] = [await fileIn(folderId), await fileIn(folderId)]
  await status(`DELETE /api/files/${id}`)
  assert.equal(await status(`DELETE /api/folders/${folderId}?recursive=true`), 204)
  assert.deepEqual((await data(`POST /api/files/${id}/restore`)).folder, null)
  await data(`POST /api/folders/${folderId}/restore`)
  assert.deepEqual((await data(`GET /api/files/${other}`)).folder, { id: folderId })
  assert.deepEqual((await data(`GET /api/files/${id}`)).folder, null)
})

test('200: a file whose folder was deleted and restored meanwhile returns to it', async () => {
  const folderId = await folder()
  const id = await fileIn(folderId)
  await status(`DELETE /api/files/${id}`)
  // Without it, the folder is empty.
  assert.equal(await status(`DELETE /api/folders/${folderId}`), 204)
  await data(`POST /api/folders/${folderId}/restore`)
  assert.deepEqual((await data(`POST /api/files/${id}/restore`)).folder, { id: folderId })
})

test('204: a folder is deleted for good while a file from it is in the trash', async () => {
  const folderId = await folder()
  const id = await fileIn(folderId)
  await status(`DELETE /api/files/${id}`)
  const session = await world.session(owner.userId)
  assert.equal(await status(`DELETE /api/folders/${folderId}?permanent=true`, undefined, session), 204)
  await world.runJob(purgeTrash)
  assert.deepEqual((await data(`POST /api/files/${id}/restore`)).folder, null)
})

test('200: an upload in progress is restored and completed; its parts are accepted meanwhile', async () => {
  const started = await data(`POST /api/projects/${projectId}/files/upload.multipart`, {
    name: 'a.txt',
    size: 5,
  })
  const { id } = started
  await status(`DELETE /api/files/${id}`)
  const parts = await sendParts(started.parts, Buffer.from('bytes'))
  assert.equal(await status(`POST /api/files/${id}/upload.complete`, { parts }), 404)
  assert.equal(await status(`POST /api/files/${id}/upload.abort`), 404)
  await data(`POST /api/files/${id}/restore`)
  assert.equal(await status(`POST /api/files/${id}/upload.complete`, { parts }), 204)
  assert.equal((await data(`GET /api/files/${id}`)).status, 'UPLOADED')
})

test('200: a file that was being generated is cancelled in the trash, so that nothing more is paid', async () => {
  const id = await newGeneration(world, projectId, owner)
  await sql`
    update generations set state = 'RUNNING', client_reference = gen_random_uuid(), deadline_at = now() + interval '1 hour',
      handle = '{}' where file_id = ${id}`
  await status(`DELETE /api/files/${id}`)
  const [task] = await sql`
    select payload from graphile_worker._private_jobs j join graphile_worker._private_tasks t on t.id = j.task_id
    where t.identifier = 'drop-generation'`
  assert.notEqual(task, undefined)
  await data(`POST /api/files/${id}/restore`)
  const { generation, failure } = await data(`GET /api/files/${id}`)
  assert.deepEqual([generation.state, failure.code, failure.retryable], ['CANCELLED', 'cancelled', true])
})

test('404: a file that was purged cannot be restored', async () => {
  const id = await file()
  await status(`DELETE /api/files/${id}`)
  await purge()
  assert.equal(await status(`POST /api/files/${id}/restore`), 404)
  assert.deepEqual(await listed(), [])
  assert.deepEqual(await sql`select from all_files where id = ${id}`, [])
})

test('200: revisions are restored with their numbers; a new revision never gets one of them', async () => {
  const first = await file()
  const replace = async (id: string) =>
    (
      await data(`POST /api/projects/${projectId}/files/upload.multipart`, {
        name: 'v',
        size: 1,
        replaces: { id },
      })
    ).id
  const second = await replace(first)
  await status(`DELETE /api/files/${second}`)
  const third = await replace(first)
  assert.equal((await data(`GET /api/files/${third}`)).stack.number, 3)
  await data(`POST /api/files/${second}/restore`)
  assert.deepEqual((await data(`GET /api/files/${second}`)).stack, { id: first, number: 2, latest: false })
})

test('403: an API key with all scopes and a member cannot delete for good; 204: a manager in a session', async () => {
  const id = await file()
  const route = `DELETE /api/files/${id}?permanent=true`
  const key = await world.call(route, { key: owner.key })
  assert.deepEqual([key.status, key.body.code], [403, 'session_required'])
  const member = await world.member(projectId, 'PROJECT_MEMBER')
  const refused = await world.call(route, { key: await world.session(member.userId) })
  assert.deepEqual([refused.status, refused.body.code], [403, 'insufficient_role'])
  assert.equal(await status(`GET /api/files/${id}`), 200)
  const manager = await world.member(projectId, 'PROJECT_MANAGER')
  assert.equal(await status(route, undefined, await world.session(manager.userId)), 204)
  assert.equal(await status(`GET /api/files/${id}`), 404)
  assert.equal(await status(`POST /api/files/${id}/restore`), 404)
  assert.deepEqual(await listed(), [])
})
