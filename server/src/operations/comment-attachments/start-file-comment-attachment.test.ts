import assert from 'node:assert/strict'
import { test } from 'node:test'
import { faults, startCommentWorld } from '../comments/fixtures/comment-world.ts'

const { world, sql, projectId, owner, file } = await startCommentWorld()

const start = (fileId: string, body: object = { name: 'a.png', size: 5 }, key = owner.key) =>
  world.call(`POST /api/files/${fileId}/comment-attachments/upload.multipart`, { key, body })

test('201: for a comment on the file', async () => {
  const fileId = await file('video/mp4')
  const { status, body } = await start(fileId)
  assert.equal(status, 201)
  assert.equal(body.data.parts.length, 1)
  const [row] = await sql`select project_id, file_id from comment_attachments where id = ${body.data.id}`
  assert.deepEqual(Object.values(row!), [projectId, fileId])
})

test('400: too large or without a name', async () => {
  const fileId = await file('video/mp4')
  assert.deepEqual(faults(await start(fileId, { name: 'a', size: 2 ** 30 + 1 })), ['/size too_big'])
  assert.deepEqual(faults(await start(fileId, { name: '', size: 1 })), ['/name too_small'])
})

test('404: a restricted reviewer, for a file that is not marked for them', async () => {
  const { key } = await world.member(projectId, 'PROJECT_RESTRICTED_REVIEWER')
  assert.equal((await start(await file('video/mp4', false), undefined, key)).status, 404)
  assert.equal((await start(await file('video/mp4', true), undefined, key)).status, 201)
})
