import assert from 'node:assert/strict'
import { test } from 'node:test'
import { startCommentWorld } from '../comments/fixtures/comment-world.ts'

const { world, projectId, owner, comment } = await startCommentWorld()

test('200: an empty list, then each emoji with its users, oldest first', async () => {
  const id = await comment()
  const list = async () => {
    const answer = await world.call(`GET /api/comments/${id}/reactions`, { key: owner.key })
    assert.equal(answer.status, 200)
    return answer.body
  }
  assert.deepEqual(await list(), { data: [] })
  const other = await world.member(projectId, 'PROJECT_REVIEWER')
  for (const [type, key] of [
    ['🎬', other.key],
    ['👍', owner.key],
    ['🎬', owner.key],
  ]) {
    await world.call(`POST /api/comments/${id}/reactions`, { key, body: { type } })
  }
  assert.deepEqual((await list()).data, [
    { type: '🎬', count: 2, users: [{ id: other.userId }, { id: owner.userId }] },
    { type: '👍', count: 1, users: [{ id: owner.userId }] },
  ])
})
