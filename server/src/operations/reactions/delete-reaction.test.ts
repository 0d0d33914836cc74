import assert from 'node:assert/strict'
import { test } from 'node:test'
import { startCommentWorld } from '../comments/fixtures/comment-world.ts'

const { world, projectId, owner, comment, read } = await startCommentWorld()

const send = (method: string, id: string, type: unknown, key = owner.key) =>
  world.call(`${method} /api/comments/${id}/reactions`, { key, body: { type } })

test('204: your own reaction, with or without variation selectors; 404: no such reaction', async () => {
  const id = await comment()
  const other = await world.member(projectId, 'PROJECT_REVIEWER')
  await send('POST', id, '❤️')
  await send('POST', id, '❤️', other.key)
  assert.equal((await send('DELETE', id, '👍')).status, 404)
  const answer = await send('DELETE', id, '❤')
  assert.deepEqual([answer.status, answer.body], [204, ''])
  assert.equal((await send('DELETE', id, '❤')).status, 404)
  assert.deepEqual((await read(id)).reactions, [{ type: '❤️', count: 1, users: [{ id: other.userId }] }])
})

test('400: no body, or text that is not an emoji', async () => {
  const id = await comment()
  const bare = await world.call(`DELETE /api/comments/${id}/reactions`, { key: owner.key })
  assert.deepEqual([bare.status, bare.body.errors[0].path], [400, '/type'])
  for (const type of ['a', '', null]) assert.equal((await send('DELETE', id, type)).status, 400)
})
