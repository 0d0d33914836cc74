import assert from 'node:assert/strict'
import { test } from 'node:test'
import { startWorld } from '../../../test/worlds/world.ts'

const world = await startWorld()
const { id: projectId, owner } = await world.project()
const member = await world.member(projectId, 'PROJECT_MEMBER')

async function upload() {
  const route = `POST /api/projects/${projectId}/generation-attachments/upload.multipart`
  const { body } = await world.call(route, { key: owner.key, body: { name: 'reference.txt', size: 5 } })
  const { id, parts } = body.data
  const { headers } = await fetch(parts[0].url, { method: 'PUT', body: 'bytes' })
  return { id, parts: [{ partNumber: 1, eTag: headers.get('etag')! }] }
}

const complete = (id: string, parts: object, key = owner.key) =>
  world.call(`POST /api/generation-attachments/${id}/upload.complete`, { key, body: { parts } })

test('204: the attachment can be used, also in the prompt; completing again succeeds', async () => {
  const { id, parts } = await upload()
  const request = {
    outputType: 'DOCUMENT',
    outputModel: 'pdf',
    prompt: `Like <#${id}>`,
    folder: null,
    attachments: [{ id }],
  }
  const generate = () =>
    world.call(`POST /api/projects/${projectId}/files/upload.generate`, { key: owner.key, body: request })
  const early = await generate()
  assert.deepEqual([early.status, early.body.errors[0].code], [400, 'attachment_not_ready'])
  assert.equal((await complete(id, parts)).status, 204)
  assert.equal((await complete(id, parts)).status, 204)
  assert.equal((await generate()).status, 202)
})

test('403: an attachment of another user', async () => {
  const { id, parts } = await upload()
  assert.equal((await complete(id, parts, member.key)).status, 403)
})

test('409: missing parts', async () => {
  const { id } = await upload()
  const { status, body } = await complete(id, [{ partNumber: 1, eTag: 'wrong' }])
  assert.deepEqual([status, body.code], [409, 'upload_incomplete'])
})
