import assert from 'node:assert/strict'
import { test } from 'node:test'
import { startCommentWorld } from '../comments/fixtures/comment-world.ts'

const { world, sql, projectId, owner, create, comment, attachment } = await startCommentWorld()

const remove = (id: string, key = owner.key) => world.call(`DELETE /api/comment-attachments/${id}`, { key })

test('204: the attachment is deleted; a second delete returns 404', async () => {
  const id = await attachment()
  assert.equal((await remove(id)).status, 204)
  assert.equal((await remove(id)).status, 404)
  assert.equal((await create({ attachments: [{ id }] })).status, 400)
})

test('204: an attachment that is still uploading', async () => {
  const { body } = await world.call(`POST /api/projects/${projectId}/comment-attachments/upload.multipart`, {
    key: owner.key,
    body: { name: 'a', size: 5 },
  })
  assert.equal((await remove(body.data.id)).status, 204)
})

test('409: an attachment that a comment uses', async () => {
  const id = await attachment()
  await comment({ attachments: [{ id }] })
  assert.equal((await remove(id)).body.code, 'attachment_used')
})

test('a concurrent comment and deletion: one of them succeeds', async () => {
  for (let i = 0; i < 10; i++) {
    const id = await attachment()
    const [made, removed] = await Promise.all([create({ attachments: [{ id }] }), remove(id)])
    assert.deepEqual(
      made.status === 201 ? [removed.status] : [removed.status, made.status],
      made.status === 201 ? [409] : [204, 400],
    )
    assert.equal(
      (await sql`select id from comment_attachments where id = ${id}`).length,
      made.status === 201 ? 1 : 0,
    )
  }
})

test('403: a user who did not upload the attachment', async () => {
  const { key } = await world.member(projectId, 'PROJECT_MANAGER')
  assert.equal((await remove(await attachment(), key)).body.code, 'insufficient_role')
})
