import assert from 'node:assert/strict'
import { test } from 'node:test'
import { startCommentWorld } from './fixtures/comment-world.ts'

const { world, projectId, owner, comment, read } = await startCommentWorld()

const reopen = (id: string, key = owner.key) => world.call(`POST /api/comments/${id}/reopen`, { key })
const resolve = (id: string) => world.call(`POST /api/comments/${id}/resolve`, { key: owner.key })

test('204: a resolved thread is reopened; reopening it again changes nothing', async () => {
  const id = await comment()
  await resolve(id)
  for (let i = 0; i < 2; i++) {
    assert.equal((await reopen(id)).status, 204)
    assert.equal((await read(id)).resolvedAt, null)
  }
})

test('204 for the author, 403 for other reviewers', async () => {
  const author = await world.member(projectId, 'PROJECT_REVIEWER')
  const other = await world.member(projectId, 'PROJECT_REVIEWER')
  const id = await comment({ content: 'a' }, author.key)
  await resolve(id)
  assert.equal((await reopen(id, other.key)).body.code, 'insufficient_role')
  assert.notEqual((await read(id)).resolvedAt, null)
  assert.equal((await reopen(id, author.key)).status, 204)
})

test('409: a reply', async () => {
  const reply = await comment({ content: 'a', parent: { id: await comment() } })
  assert.equal((await reopen(reply)).body.code, 'comment_is_reply')
})
