import assert from 'node:assert/strict'
import { test } from 'node:test'
import { purgeTrash } from '../../jobs/purge-trash.ts'
import { startCommentWorld } from './fixtures/comment-world.ts'

const { world, sql, projectId, owner, file, create, comment, read, attachment } = await startCommentWorld()

async function call(route: string, key = owner.key, body?: object) {
  return (await world.call(route, body === undefined ? { key } : { key, body })).status
}
const remove = (id: string, key?: string) => call(`DELETE /api/comments/${id}`, key)
const restore = (id: string, key?: string) => call(`POST /api/comments/${id}/restore`, key)
const status = (id: string) => call(`GET /api/comments/${id}`)

/** A comment with everything that a comment can have. */
async function rich(on: string): Promise<string> {
  const shape = { kind: 'pen', points: [[0, 0]], colour: '#000000', width: 0.1 }
  const content = `Look, @[Someone](user:${owner.userId})`
  const attachments = [{ id: await attachment() }]
  const id = await comment(
    { content, anchor: 7, annotation: { shapes: [shape] }, attachments },
    owner.key,
    on,
  )
  assert.equal(await call(`POST /api/comments/${id}/reactions`, owner.key, { type: '👍' }), 204)
  return id
}

test('204: a comment is back with its attachments, reactions, mentions and drawing', async () => {
  const on = `files/${await file('video/mp4')}`
  const id = await rich(on)
  const before = await read(id)
  const [attached] = before.attachments
  assert.equal(await remove(id), 204)
  assert.equal(await call(`GET /api/comment-attachments/${attached.id}/download`), 404)
  assert.equal(await restore(id), 204)
  assert.deepEqual(await read(id), before)
  assert.equal(await call(`GET /api/comment-attachments/${attached.id}/download`), 200)
  assert.equal(await restore(id), 404)
})

test('204: a comment with replies is a placeholder until it is back with everything', async () => {
  const on = `files/${await file('video/mp4')}`
  const id = await rich(on)
  const reply = await comment({ content: 'Yes', parent: { id } }, owner.key, on)
  const before = await read(id)
  await remove(id)
  const placeholder = await read(id)
  assert.deepEqual(
    [
      placeholder.content,
      placeholder.author,
      placeholder.attachments,
      placeholder.reactions,
      placeholder.mentions,
    ],
    [null, null, [], [], []],
  )
  assert.equal(await call(`GET /api/comment-attachments/${before.attachments[0].id}/download`), 404)
  assert.equal(await restore(id), 204)
  assert.deepEqual(await read(id), before)
  assert.equal((await read(reply)).content, 'Yes')
  // No copy is left.
  assert.equal((await sql`select from all_comments where file_id = ${on.slice(6)}`).length, 2)
})

test('204: the last reply takes the placeholder with it, and brings it back; the comment is restored on its own', async () => {
  const id = await comment({ content: 'Top' })
  const reply = await comment({ content: 'Reply', parent: { id } })
  await remove(id)
  await remove(reply)
  assert.deepEqual([await status(id), await status(reply)], [404, 404])
  assert.equal(await restore(reply), 204)
  assert.deepEqual([(await read(id)).content, (await read(reply)).content], [null, 'Reply'])
  assert.equal(await restore(id), 204)
  assert.equal((await read(id)).content, 'Top')

  await remove(id)
  await remove(reply)
  assert.equal(await restore(id), 204)
  assert.deepEqual([(await read(id)).content, (await read(id)).replyCount], ['Top', 0])
  assert.equal(await restore(reply), 204)
  assert.equal((await read(id)).replyCount, 1)
})

test('204: a reply to a comment that was deleted after it returns under a placeholder', async () => {
  const id = await rich(`files/${await file('video/mp4')}`)
  const on = `files/${(await read(id)).file.id}`
  const reply = await comment({ content: 'Reply', parent: { id } }, owner.key, on)
  const before = await read(id)
  await remove(reply)
  await remove(id)
  assert.equal(await status(id), 404)
  assert.equal(await restore(reply), 204)
  assert.deepEqual([(await read(id)).content, (await read(id)).replyCount], [null, 1])
  assert.equal(await restore(id), 204)
  assert.deepEqual(await read(id), before)
})

test('409: the file of the comment is in the trash; with the file, only what was deleted with it comes back', async () => {
  const fileId = await file('video/mp4')
  const [gone, kept] = [
    await comment({ content: 'Gone' }, owner.key, `files/${fileId}`),
    await comment({ content: 'Kept' }, owner.key, `files/${fileId}`),
  ]
  await remove(gone)
  await call(`DELETE /api/files/${fileId}`)
  const answer = await world.call(`POST /api/comments/${gone}/restore`, { key: owner.key })
  assert.deepEqual([answer.status, answer.body.code], [409, 'file_in_trash'])
  assert.equal(await restore(kept), 404)
  await call(`POST /api/files/${fileId}/restore`)
  assert.deepEqual([await status(gone), await status(kept)], [404, 200])
  assert.equal(await restore(gone), 204)
})

test('purging one of two deleted replies keeps what the other needs', async () => {
  const id = await comment({ content: 'Top' })
  const [one, two] = [
    await comment({ content: '1', parent: { id } }),
    await comment({ content: '2', parent: { id } }),
  ]
  for (const each of [one, id, two]) await remove(each)
  const purge = async (record: string) => {
    await sql`update trash set purge_at = now() where record_id = ${record}`
    await world.runJob(purgeTrash)
  }
  // The placeholder is in the trash with the reply that was deleted last.
  await purge(two)
  assert.equal(await restore(two), 404)
  assert.equal(await restore(one), 204)
  assert.equal((await read(id)).content, null)
  assert.equal(await restore(id), 204)
  assert.equal((await read(id)).content, 'Top')
  for (const each of [one, id]) await remove(each)
  await purge(id)
  assert.equal(await restore(id), 404)
  await purge(one)
  assert.deepEqual(await sql`select from all_comments where id = ${id} or parent_id = ${id}`, [])
})

test('purging the first comment of a thread keeps a reply that can still be restored, and nothing of the comment', async () => {
  const id = await rich(`files/${await file('video/mp4')}`)
  const on = `files/${(await read(id)).file.id}`
  const reply = await comment({ content: 'Reply', parent: { id } }, owner.key, on)
  const [attached] = (await read(id)).attachments
  await remove(reply)
  await remove(id)
  await sql`update trash set purge_at = now() where record_id = ${id}`
  await world.runJob(purgeTrash)
  assert.equal(await restore(id), 404)
  assert.deepEqual(await sql`select from comment_attachments where id = ${attached.id}`, [])
  assert.equal(await restore(reply), 204)
  const left = await read(id)
  assert.deepEqual([left.content, left.author, left.attachments, left.reactions], [null, null, [], []])
  await remove(reply)
  await sql`update trash set purge_at = now() where record_id = ${reply}`
  await world.runJob(purgeTrash)
  assert.deepEqual(await sql`select from all_comments where id in (${id}, ${reply})`, [])
})

test('204 for the author and managers; 403 for others; 404 for restricted reviewers who no longer see the file', async () => {
  const author = await world.member(projectId, 'PROJECT_RESTRICTED_REVIEWER')
  const fileId = await file('video/mp4')
  const id = await comment({ content: 'Mine' }, author.key, `files/${fileId}`)
  for (const [role, expected] of [
    ['PROJECT_MEMBER', 403],
    ['PROJECT_REVIEWER', 403],
    ['PROJECT_MANAGER', 204],
  ] as const) {
    await remove(id)
    assert.equal(await restore(id, (await world.member(projectId, role)).key), expected, role)
    if (expected === 403) await restore(id)
  }
  await remove(id, author.key)
  await sql`update files set allow_restricted = false where id = ${fileId}`
  assert.equal(await restore(id, author.key), 404)
  await sql`update files set allow_restricted = true where id = ${fileId}`
  assert.equal(await restore(id, author.key), 204)
})

test('403: deleting for good takes a session of a manager, also for the author', async () => {
  const author = await world.member(projectId, 'PROJECT_REVIEWER')
  const id = await comment({ content: 'Mine' }, author.key)
  const route = `DELETE /api/comments/${id}?permanent=true`
  assert.equal(await call(route, await world.session(author.userId)), 403)
  assert.equal(await call(route), 403)
  assert.equal(await call(route, await world.session(owner.userId)), 204)
  assert.equal(await restore(id), 404)
})

test('a concurrent reply and deletion of its thread: the reply is refused or the thread stays, and both can be restored', async () => {
  for (let i = 0; i < 10; i++) {
    const id = await comment()
    const [reply] = await Promise.all([create({ content: 'a', parent: { id } }), remove(id)])
    assert.equal(await restore(id), 204)
    assert.equal((await read(id)).replyCount, reply.status === 201 ? 1 : 0)
  }
})
