import assert from 'node:assert/strict'
import { test } from 'node:test'
import { sendParts } from '../../../test/helpers/uploads.ts'
import { faults, startCommentWorld } from '../comments/fixtures/comment-world.ts'

const { world, projectId, owner, create, comment, read } = await startCommentWorld()
const png = Buffer.from('\x89PNG\r\n\x1a\nand more', 'latin1')

async function start(bytes = png) {
  const answer = await world.call(`POST /api/projects/${projectId}/comment-attachments/upload.multipart`, {
    key: owner.key,
    body: { name: 'Bild ü.html', size: bytes.length },
  })
  return answer.body.data
}
const complete = (id: string, parts: unknown, key = owner.key) =>
  world.call(`POST /api/comment-attachments/${id}/upload.complete`, { key, body: { parts } })

test('204: a comment can use the attachment, whose type is detected from its bytes', async () => {
  const { id, parts } = await start()
  assert.equal((await create({ attachments: [{ id }] })).body.code, 'attachment_not_ready')
  const sent = await sendParts(parts, png)
  const answer = await complete(id, sent)
  assert.deepEqual([answer.status, answer.body], [204, ''])
  assert.equal((await complete(id, sent)).status, 204, 'again')
  const made = await read(await comment({ attachments: [{ id }] }))
  assert.deepEqual(made.attachments, [{ id, name: 'Bild ü.html', size: png.length, mimeType: 'image/png' }])
})

test('409: wrong parts; the upload can continue', async () => {
  const { id, parts } = await start()
  const wrong = [{ partNumber: 1, eTag: 'x' }]
  assert.equal((await complete(id, wrong)).body.code, 'upload_incomplete')
  const sent = await sendParts(parts, png)
  assert.equal((await complete(id, wrong)).body.code, 'upload_incomplete')
  assert.equal((await complete(id, sent)).status, 204)
  assert.equal((await complete(id, wrong)).body.code, 'upload_not_open')
})

test('400: no parts, part numbers outside of 1 to 10000, ETags outside of 1 to 255 characters', async () => {
  const { id } = await start()
  const eTag = 'x'
  for (const [parts, fault] of [
    [undefined, '/parts invalid_type'],
    [[], '/parts too_small'],
    [[{ partNumber: 0, eTag }], '/parts/0/partNumber too_small'],
    [[{ partNumber: 10_001, eTag }], '/parts/0/partNumber too_big'],
    [[{ partNumber: 1.5, eTag }], '/parts/0/partNumber invalid_type'],
    [[{ partNumber: 1, eTag: '' }], '/parts/0/eTag too_small'],
    [[{ partNumber: 1, eTag: '😀'.repeat(256) }], '/parts/0/eTag too_big'],
    [[{ partNumber: 1 }], '/parts/0/eTag invalid_type'],
  ] as const) {
    assert.deepEqual(faults(await complete(id, parts)), [fault])
  }
  for (const parts of [[{ partNumber: 10_000, eTag }], [{ partNumber: 1, eTag: '😀'.repeat(255) }]]) {
    assert.equal((await complete(id, parts)).status, 409)
  }
})

test('403: a user who did not start the upload', async () => {
  const { id, parts } = await start()
  const { key } = await world.member(projectId, 'PROJECT_MANAGER')
  assert.equal((await complete(id, await sendParts(parts, png), key)).body.code, 'insufficient_role')
})
