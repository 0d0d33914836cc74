import assert from 'node:assert/strict'
import { test } from 'node:test'
import { newFile, newFolder } from '../../../test/worlds/samples.ts'
import { startWorld } from '../../../test/worlds/world.ts'

const world = await startWorld()
const { id: projectId, owner } = await world.project()
const { key } = owner

const call = async (route: string, body?: object) => {
  const answer = await world.call(route, body === undefined ? { key } : { key, body })
  return answer.body.data ?? answer.status
}

test('200: the file is back in its folder, with its comments, and in its versions', async () => {
  const id = await newFile(world, projectId, owner)
  const folder = { id: await newFolder(world, projectId, owner) }
  await call(`PATCH /api/files/${id}`, { folder })
  const comment = await call(`POST /api/files/${id}/comments`, { content: 'A week of notes' })
  const reply = await call(`POST /api/files/${id}/comments`, { content: 'Yes', parent: comment })
  await call(`POST /api/comments/${comment.id}/reactions`, { type: '👍' })
  const version = await call(`POST /api/projects/${projectId}/versions`, { name: 'Cut', files: [{ id }] })
  const read = () =>
    Promise.all([
      call(`GET /api/files/${id}`),
      call(`QUERY /api/files/${id}/comments`, {}),
      call(`GET /api/comments/${reply.id}`),
      call(`GET /api/versions/${version.id}`),
    ])
  const before = await read()

  assert.equal(await call(`DELETE /api/files/${id}`), 204)
  assert.equal(await call(`GET /api/files/${id}`), 404)
  assert.equal(await call(`GET /api/comments/${comment.id}`), 404)
  assert.deepEqual(await call(`POST /api/files/${id}/restore`), { id, name: before[0].name, folder })
  assert.deepEqual(await read(), before)
})
