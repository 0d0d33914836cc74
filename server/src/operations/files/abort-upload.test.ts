import assert from 'node:assert/strict'
import { test } from 'node:test'
import { newFile, newUpload } from '../../../test/worlds/samples.ts'
import { startWorld } from '../../../test/worlds/world.ts'

const world = await startWorld()
const { id: projectId, owner } = await world.project()

function abort(id: string, key = owner.key) {
  return world.call(`POST /api/files/${id}/upload.abort`, { key })
}

async function openUploads(): Promise<number> {
  let count = 0
  for await (const _ of world.storage.uploads()) count++
  return count
}

test('204: the file and its parts are deleted; a second abort returns 404', async () => {
  const id = await newUpload(world, projectId, owner)
  const route = `POST /api/files/${id}/upload.resume`
  const { url } = (await world.call(route, { key: owner.key })).body.data.parts[0]
  assert.equal((await fetch(url, { method: 'PUT', body: 'bytes' })).status, 200)
  assert.equal((await abort(id)).status, 204)
  assert.equal(await openUploads(), 0)
  assert.equal((await world.call(`GET /api/files/${id}`, { key: owner.key })).status, 404)
  assert.notEqual((await fetch(url, { method: 'PUT', body: 'bytes' })).status, 200)
  assert.equal((await abort(id)).status, 404)
})

test('409: a complete file stays', async () => {
  const id = await newFile(world, projectId, owner)
  const answer = await abort(id)
  assert.deepEqual([answer.status, answer.body.code], [409, 'upload_not_open'])
  assert.equal((await world.call(`GET /api/files/${id}`, { key: owner.key })).status, 200)
})

test('403 for a member who did not start it, 204 for a manager', async () => {
  const id = await newUpload(world, projectId, owner)
  const member = await world.member(projectId, 'PROJECT_MEMBER')
  const manager = await world.member(projectId, 'PROJECT_MANAGER')
  assert.equal((await abort(id, member.key)).status, 403)
  assert.equal((await abort(id, manager.key)).status, 204)
})
