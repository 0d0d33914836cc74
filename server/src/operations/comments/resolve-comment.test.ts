import assert from 'node:assert/strict'
import { test } from 'node:test'
import { startCommentWorld } from './fixtures/comment-world.ts'

const { world, projectId, owner, comment, read } = await startCommentWorld()

const resolve = (id: string, key = owner.key) => world.call(`POST /api/comments/${id}/resolve`, { key })

test('204: a thread is resolved; resolving it again changes nothing', async () => {
  const id = await comment()
  assert.equal((await resolve(id)).status, 204)
  const { resolvedAt } = await read(id)
  assert.match(resolvedAt, /^\d{4}-/)
  assert.equal((await resolve(id)).status, 204)
  assert.equal((await read(id)).resolvedAt, resolvedAt)
})

test('204 for the author, members and above; 403 for other reviewers', async () => {
  const author = await world.member(projectId, 'PROJECT_RESTRICTED_REVIEWER')
  for (const [role, status] of [
    ['PROJECT_MANAGER', 204],
    ['PROJECT_MEMBER', 204],
    ['PROJECT_REVIEWER', 403],
    ['PROJECT_RESTRICTED_REVIEWER', 403],
  ] as const) {
    const id = await comment({ content: 'a' }, author.key)
    assert.equal((await resolve(id, (await world.member(projectId, role)).key)).status, status, role)
    assert.equal((await read(id)).resolvedAt === null, status === 403)
  }
  assert.equal((await resolve(await comment({ content: 'a' }, author.key), author.key)).status, 204)
})

test('409: a reply', async () => {
  const reply = await comment({ content: 'a', parent: { id: await comment() } })
  assert.equal((await resolve(reply)).body.code, 'comment_is_reply')
  assert.equal((await read(reply)).resolvedAt, null)
})
