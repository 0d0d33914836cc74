import assert from 'node:assert/strict'
import { test } from 'node:test'
import { startCommentWorld } from './fixtures/comment-world.ts'

const { world, owner, comment, read, fill } = await startCommentWorld()

async function list(id: string, body: object = {}) {
  const answer = await world.call(`QUERY /api/comments/${id}/replies`, { key: owner.key, body })
  assert.equal(answer.status, 200, JSON.stringify(answer.body))
  return answer.body
}

test('200: the newest 50, ascending; prev leads to older replies, next back', async () => {
  const id = await comment()
  const made = await fill(51, { parentId: id })
  const ids = (page: { data: { id: string }[] }) => page.data.map((reply) => reply.id)
  const newest = await list(id)
  assert.deepEqual(ids(newest), made.slice(1))
  const oldest = await list(id, { prev: newest.page.prev })
  assert.deepEqual([ids(oldest), oldest.page.prev], [made.slice(0, 1), null])
  assert.deepEqual(ids(await list(id, { next: oldest.page.next })), made.slice(1))
})

test('200: complete records; an empty list for a reply and for a comment without replies', async () => {
  const id = await comment()
  assert.deepEqual(await list(id), { data: [], page: { next: null, prev: null } })
  const reply = await comment({ content: 'Yes', parent: { id } })
  assert.deepEqual((await list(id)).data, [await read(reply)])
  assert.deepEqual((await list(reply)).data, [])
})

test('400: sort and filters are unknown fields, a cursor of another comment is refused', async () => {
  const [one, two] = [await comment(), await comment()]
  await fill(51, { parentId: one })
  const { prev } = (await list(one)).page
  for (const [id, body] of [
    [one, { sort: {} }],
    [one, { resolved: true }],
    [two, { prev }],
  ] as const) {
    const answer = await world.call(`QUERY /api/comments/${id}/replies`, { key: owner.key, body })
    assert.equal(answer.status, 400)
  }
})
