import assert from 'node:assert/strict'
import { test } from 'node:test'
import { newFile, newUpload, newVersion } from '../../../test/worlds/samples.ts'
import { startWorld } from '../../../test/worlds/world.ts'
import { newUuid } from '../../core/ids.ts'

const world = await startWorld()
const { sql } = world.database
const { id: projectId, owner } = await world.project()

function remove(id: string) {
  return world.call(`DELETE /api/files/${id}`, { key: owner.key })
}

test('204: the file is deleted with its comments and removed from its versions; a second delete returns 404', async () => {
  const fileId = await newFile(world, projectId, owner)
  const versionId = await newVersion(world, projectId, owner)
  await sql`
    insert into version_files (version_id, file_id, project_id, position) values (${versionId}, ${fileId}, ${projectId}, 1)`
  await sql`
    insert into comments (id, project_id, file_id, content) values (${newUuid()}, ${projectId}, ${fileId}, 'On it')`
  const answer = await remove(fileId)
  assert.deepEqual([answer.status, answer.body], [204, ''])
  assert.equal((await world.call(`GET /api/files/${fileId}`, { key: owner.key })).status, 404)
  assert.deepEqual(await sql`select from version_files where file_id = ${fileId}`, [])
  assert.deepEqual(await sql`select from comments where file_id = ${fileId}`, [])
  assert.equal((await remove(fileId)).status, 404)
})

test('204: a file that is still uploading; other revisions stay', async () => {
  assert.equal((await remove(await newUpload(world, projectId, owner))).status, 204)
  const first = await newFile(world, projectId, owner)
  const next = await world.call(`POST /api/projects/${projectId}/files/upload.multipart`, {
    key: owner.key,
    body: { name: 'v2', size: 1, replaces: { id: first } },
  })
  assert.equal((await remove(first)).status, 204)
  const { body } = await world.call(`GET /api/files/${next.body.data.id}`, { key: owner.key })
  assert.deepEqual(body.data.stack, { id: first, number: 2, latest: true })
})
