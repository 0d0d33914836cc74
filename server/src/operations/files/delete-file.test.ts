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

test('204: the file is in the trash with its comments, and its versions do not show it; a second delete returns 404', async () => {
  const fileId = await newFile(world, projectId, owner)
  const versionId = await newVersion(world, projectId, owner)
  await sql`
    insert into version_files (version_id, file_id, project_id, position) values (${versionId}, ${fileId}, ${projectId}, 1)`
  await sql`
    insert into comments (id, project_id, file_id, content) values (${newUuid()}, ${projectId}, ${fileId}, 'On it')`
  const answer = await remove(fileId)
  assert.deepEqual([answer.status, answer.body], [204, ''])
  assert.equal((await world.call(`GET /api/files/${fileId}`, { key: owner.key })).status, 404)
  const version = await world.call(`GET /api/versions/${versionId}`, { key: owner.key })
  assert.deepEqual(version.body.data.files, [])
  assert.deepEqual(await sql`select from comments where file_id = ${fileId}`, [])
  assert.equal((await remove(fileId)).status, 404)
  const [entry] = await sql`select kind, files, comments from trash where record_id = ${fileId}`
  assert.deepEqual(entry, { kind: 'FILE', files: 1, comments: 1 })
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
