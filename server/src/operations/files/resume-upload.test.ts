import assert from 'node:assert/strict'
import { randomBytes } from 'node:crypto'
import { test } from 'node:test'
import { type PartUrl, partOf, sendPart, sendParts } from '../../../test/helpers/uploads.ts'
import { newFile } from '../../../test/worlds/samples.ts'
import { startWorld } from '../../../test/worlds/world.ts'

const world = await startWorld()
const { id: projectId, owner } = await world.project()
const bytes = randomBytes(20 * 2 ** 20 + 1)

async function start() {
  const route = `POST /api/projects/${projectId}/files/upload.multipart`
  const answer = await world.call(route, { key: owner.key, body: { name: 'a', size: bytes.length } })
  return answer.body.data as { id: string; parts: PartUrl[] }
}

function resume(id: string, key = owner.key) {
  return world.call(`POST /api/files/${id}/upload.resume`, { key })
}

test('200: new URLs for all parts, and the stored parts; the upload continues with them', async () => {
  const { id, parts } = await start()
  assert.deepEqual((await resume(id)).body.data.stored, [])
  const second = await sendPart(parts[1]!, partOf(bytes, 3, 2))
  const { status, body } = await resume(id)
  assert.equal(status, 200)
  assert.deepEqual(
    body.data.parts.map(({ partNumber }: PartUrl) => partNumber),
    [1, 2, 3],
  )
  const [stored] = body.data.stored
  assert.equal(body.data.stored.length, 1)
  assert.deepEqual([stored.partNumber, stored.size], [2, Math.ceil(bytes.length / 3)])
  assert.equal(stored.eTag.replaceAll('"', ''), second.eTag.replaceAll('"', ''))

  const [first, third] = [
    await sendPart(body.data.parts[0], partOf(bytes, 3, 1)),
    await sendPart(body.data.parts[2], partOf(bytes, 3, 3)),
  ]
  const answer = await world.call(`POST /api/files/${id}/upload.complete`, {
    key: owner.key,
    body: { parts: [first, { partNumber: 2, eTag: stored.eTag }, third] },
  })
  assert.equal(answer.status, 204)
})

test('409: a complete file, or one that is not an upload', async () => {
  const { id, parts } = await start()
  const sent = await sendParts(parts, bytes)
  await world.call(`POST /api/files/${id}/upload.complete`, { key: owner.key, body: { parts: sent } })
  for (const file of [id, await newFile(world, projectId, owner)]) {
    const answer = await resume(file)
    assert.deepEqual([answer.status, answer.body.code], [409, 'upload_not_open'])
  }
})

test('409: complete in storage, but response and record were lost: the file is now complete', async () => {
  const { id, parts } = await start()
  const sent = await sendParts(parts, bytes)
  await world.call(`POST /api/files/${id}/upload.complete`, { key: owner.key, body: { parts: sent } })
  await world.database.sql`
    update objects set stored_at = null, mime_type = null where id = (select object_id from files where id = ${id})`
  await world.database.sql`update files set status = 'UPLOADING', mime_type = null where id = ${id}`
  assert.equal((await resume(id)).body.code, 'upload_not_open')
  const file = (await world.call(`GET /api/files/${id}`, { key: owner.key })).body.data
  assert.deepEqual([file.status, file.mimeType === null], ['UPLOADED', false])
})

test('403: another member', async () => {
  const { id } = await start()
  const other = await world.member(projectId, 'PROJECT_MEMBER')
  assert.equal((await resume(id, other.key)).status, 403)
})
