import assert from 'node:assert/strict'
import { test } from 'node:test'
import { startCommentWorld } from './fixtures/comment-world.ts'

const { world, sql, owner, comment, read } = await startCommentWorld()

test('200: the author with their workspace name, or null if the account is deleted', async () => {
  const { id: projectId, owner: author } = await world.project()
  const id = await comment({ content: 'Hello' }, author.key, `projects/${projectId}`)
  await sql`update workspace_members set display_name = 'Ann', avatar_url = 'https://a' where user_id = ${author.userId}`
  assert.deepEqual((await read(id, author.key)).author, {
    id: author.userId,
    name: 'Ann',
    avatarUrl: 'https://a',
  })
  const { key } = await world.member(projectId, 'PROJECT_MEMBER')
  await sql`delete from users where id = ${author.userId}`
  const { author: gone, content } = await read(id, key)
  assert.deepEqual([gone, content], [null, 'Hello'])
})

test('200: replies are counted and reactions grouped, oldest first', async () => {
  const id = await comment()
  await comment({ content: 'a', parent: { id } })
  await comment({ content: 'b', parent: { id } })
  const other = await world.person()
  await sql`
    insert into comment_reactions (comment_id, type, user_id, created_at)
    values (${id}, '👍', ${other.userId}, '2026-01-01'), (${id}, '🎬', ${owner.userId}, '2026-01-02'),
      (${id}, '👍', ${owner.userId}, '2026-01-03')`
  const { replyCount, reactions } = await read(id)
  assert.equal(replyCount, 2)
  assert.deepEqual(reactions, [
    { type: '👍', count: 2, users: [{ id: other.userId }, { id: owner.userId }] },
    { type: '🎬', count: 1, users: [{ id: owner.userId }] },
  ])
})
