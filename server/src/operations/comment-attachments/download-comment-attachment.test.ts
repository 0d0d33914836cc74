import assert from 'node:assert/strict'
import { test } from 'node:test'
import { startCommentWorld } from '../comments/fixtures/comment-world.ts'

const { world, sql, projectId, owner, file, comment, attachment } = await startCommentWorld()

const download = (id: string, key = owner.key) =>
  world.call(`GET /api/comment-attachments/${id}/download`, { key })

test('200: a URL valid for at least an hour returns the bytes with the file name', async () => {
  const id = await attachment()
  await comment({ attachments: [{ id }] })
  const { status, body } = await download(id)
  assert.equal(status, 200)
  const seconds = (Date.parse(`${body.data.expiresAt.replace(' ', 'T')}Z`) - Date.now()) / 1000
  assert.ok(seconds > 3590 && seconds <= 7200)
  const answer = await fetch(body.data.url)
  assert.equal(await answer.text(), 'bytes')
  assert.match(answer.headers.get('content-disposition')!, /^attachment; filename="sample.txt"/)
})

test('200 for the uploader, 404 for others, while no comment uses the attachment', async () => {
  const id = await attachment()
  const { key } = await world.member(projectId, 'PROJECT_MANAGER')
  assert.equal((await download(id)).status, 200)
  assert.equal((await download(id, key)).status, 404)
  await comment({ attachments: [{ id }] })
  assert.equal((await download(id, key)).status, 200)
})

test('404: a restricted reviewer, for an attachment on a file hidden from them', async () => {
  const { key } = await world.member(projectId, 'PROJECT_RESTRICTED_REVIEWER')
  for (const [visible, status] of [
    [true, 200],
    [false, 404],
  ] as const) {
    const id = await attachment()
    await comment({ attachments: [{ id }] }, owner.key, `files/${await file('video/mp4', visible)}`)
    assert.equal((await download(id, key)).status, status)
  }
})

test('409: an attachment that is not uploaded yet', async () => {
  const id = await attachment()
  await sql`update objects set stored_at = null where id = (select object_id from comment_attachments where id = ${id})`
  assert.equal((await download(id)).body.code, 'attachment_not_ready')
})
