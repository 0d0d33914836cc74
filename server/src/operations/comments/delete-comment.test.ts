import assert from 'node:assert/strict'
import { test } from 'node:test'
import { lockWaits } from '../../../test/helpers/lock-waits.ts'
import { startCommentWorld } from './fixtures/comment-world.ts'

const { world, sql, projectId, owner, file, create, comment, read, attachment } = await startCommentWorld()

async function remove(id: string, key = owner.key) {
  return (await world.call(`DELETE /api/comments/${id}`, { key })).status
}
async function status(id: string) {
  return (await world.call(`GET /api/comments/${id}`, { key: owner.key })).status
}

test('204: a comment without replies is in the trash with its attachments', async () => {
  const attached = await attachment()
  const id = await comment({ content: 'a', attachments: [{ id: attached }] })
  assert.equal(await remove(id), 204)
  assert.equal(await status(id), 404)
  assert.equal(await remove(id), 404)
  const download = `GET /api/comment-attachments/${attached}/download`
  assert.equal((await world.call(download, { key: owner.key })).status, 404)
  assert.equal((await sql`select from comment_attachments where comment_id = ${id}`).length, 1)
})

test('204: a comment with replies loses its content; the thread stays', async () => {
  const annotation = { shapes: [{ kind: 'pen', points: [[0, 0]], colour: '#000000', width: 0.1 }] }
  const body = {
    content: 'a',
    anchor: 7,
    duration: 5,
    frame: 0,
    annotation,
    attachments: [{ id: await attachment() }],
  }
  const on = `files/${await file('video/mp4')}`
  const id = await comment(body, owner.key, on)
  await sql`insert into comment_reactions (comment_id, type, user_id) values (${id}, '👍', ${owner.userId})`
  const reply = await comment({ content: 'Yes', parent: { id } }, owner.key, on)
  assert.equal(await remove(id), 204)
  const left = await read(id)
  const { content, author, attachments, reactions, anchor, duration, frame, replyCount } = left
  assert.deepEqual([content, author, attachments, reactions, left.annotation], [null, null, [], [], null])
  assert.deepEqual([anchor, duration, frame, replyCount], [null, null, null, 1])
  assert.equal((await read(reply)).content, 'Yes')
  assert.equal(await remove(id), 404)
  assert.equal((await create({ content: 'More', parent: { id } }, owner.key, on)).status, 201)
})

test('204: deleting the last reply removes the deleted comment, also with two concurrent deletes', async () => {
  const id = await comment()
  const replies = [
    await comment({ content: 'a', parent: { id } }),
    await comment({ content: 'b', parent: { id } }),
  ]
  await remove(id)
  assert.deepEqual(await Promise.all(replies.map((reply) => remove(reply))), [204, 204])
  assert.equal(await status(id), 404)
})

test('204: deleting the last reply waits for a concurrent delete of its comment and removes both', async () => {
  const id = await comment()
  const reply = await comment({ content: 'a', parent: { id } })
  const removing = await world.database.transaction(async (transaction) => {
    await transaction`update comments set content = null, deleted_at = now() where id = ${id}`
    const answer = remove(reply)
    await lockWaits(world)
    return { answer }
  })
  assert.equal(await removing.answer, 204)
  assert.equal(await status(id), 404)
})

test('204: deleting the last reply keeps a comment that is not deleted', async () => {
  const id = await comment()
  await remove(await comment({ content: 'a', parent: { id } }))
  assert.equal((await read(id)).replyCount, 0)
})

test('a concurrent reply and deletion: the reply is refused or the thread stays', async () => {
  for (let i = 0; i < 10; i++) {
    const id = await comment()
    const [reply, removed] = await Promise.all([create({ content: 'a', parent: { id } }), remove(id)])
    assert.equal(removed, 204)
    assert.equal(reply.status, (await status(id)) === 200 ? 201 : 400)
  }
})

test('204 for the author, the owner and managers; 403 for others', async () => {
  const author = await world.member(projectId, 'PROJECT_REVIEWER')
  for (const [role, expected] of [
    ['PROJECT_MANAGER', 204],
    ['PROJECT_MEMBER', 403],
    ['PROJECT_REVIEWER', 403],
    ['PROJECT_RESTRICTED_REVIEWER', 403],
  ] as const) {
    const id = await comment({ content: 'a' }, author.key)
    assert.equal(await remove(id, (await world.member(projectId, role)).key), expected, role)
  }
  assert.equal(await remove(await comment({ content: 'a' }, author.key), author.key), 204)
  assert.equal(await remove(await comment({ content: 'a' }, author.key)), 204)
})
