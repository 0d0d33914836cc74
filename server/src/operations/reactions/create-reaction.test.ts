import assert from 'node:assert/strict'
import { test } from 'node:test'
import { lockWaits } from '../../../test/helpers/lock-waits.ts'
import { startCommentWorld } from '../comments/fixtures/comment-world.ts'

const { world, projectId, owner, file, comment, read } = await startCommentWorld()

const react = (id: string, type: unknown, key = owner.key) =>
  world.call(`POST /api/comments/${id}/reactions`, { key, body: { type } })

test('204: on a comment, a reply and a comment on a file; each emoji once per user', async () => {
  const id = await comment()
  const other = await world.member(projectId, 'PROJECT_RESTRICTED_REVIEWER')
  const onFile = await comment({ content: 'a' }, owner.key, `files/${await file('video/mp4')}`)
  const reply = await comment({ content: 'a', parent: { id } })
  for (const target of [id, reply, onFile]) {
    const answer = await react(target, '👍')
    assert.deepEqual([answer.status, answer.body], [204, ''])
  }
  assert.equal((await react(id, '👍', other.key)).status, 204)
  assert.equal((await react(id, '👍🏽')).status, 204)
  const { reactions } = await read(id)
  assert.deepEqual(
    reactions.map(({ type, count }: { type: string; count: number }) => [type, count]),
    [
      ['👍', 2],
      ['👍🏽', 1],
    ],
  )
})

test('409: a duplicate, with or without variation selectors', async () => {
  const id = await comment()
  assert.equal((await react(id, '❤')).status, 204)
  for (const type of ['❤', '❤️']) {
    const answer = await react(id, type)
    assert.deepEqual([answer.status, answer.body.code], [409, 'already_reacted'])
  }
  assert.equal((await read(id)).reactions[0].type, '❤️')
})

test('twenty concurrent reactions: one 204, otherwise 409', async () => {
  const id = await comment()
  const answers = await Promise.all(Array.from({ length: 20 }, () => react(id, '🎬')))
  assert.deepEqual(answers.map(({ status }) => status).sort(), [204, ...Array(19).fill(409)])
  assert.equal((await read(id)).reactions[0].count, 1)
})

test('400: text that is not exactly one emoji', async () => {
  const id = await comment()
  for (const type of ['a', '1', '👍👍', ':+1:', ' 👍', '❤\ufe0e', '👍\u200d', 'a'.repeat(64)]) {
    const answer = await react(id, type)
    assert.equal(answer.status, 400, type)
    assert.deepEqual([answer.body.errors[0].path, answer.body.errors[0].code], ['/type', 'invalid_emoji'])
  }
  for (const type of ['', 'a'.repeat(65), 7, null, undefined, ['👍']]) {
    assert.equal((await react(id, type)).body.errors[0].path, '/type')
  }
})

test('404: a deleted comment with replies', async () => {
  const id = await comment()
  await comment({ content: 'a', parent: { id } })
  await world.call(`DELETE /api/comments/${id}`, { key: owner.key })
  assert.equal((await react(id, '👍')).status, 404)
})

test('404: a comment that is being deleted; no reaction is stored', async () => {
  const id = await comment()
  await comment({ content: 'a', parent: { id } })
  const reacting = await world.database.transaction(async (sql) => {
    await sql`select from comments where id = ${id} for update`
    const answer = react(id, '👍')
    await lockWaits(world)
    await sql`update comments set content = null, deleted_at = now() where id = ${id}`
    return { answer }
  })
  assert.equal((await reacting.answer).status, 404)
  assert.deepEqual((await read(id)).reactions, [])
})
