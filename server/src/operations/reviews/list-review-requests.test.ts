import assert from 'node:assert/strict'
import { test } from 'node:test'
import { startReviewWorld } from './fixtures/review-world.ts'

const { owner, reviewer, version, file, revise, request, requests, succeed, send, give } =
  await startReviewWorld()

test('200: an empty list', async () => {
  assert.deepEqual(await requests(await version()), [])
})

test('200: the state is the verdict; a stale verdict is shown, and the state is SEEN again', async () => {
  const fileId = await file()
  const id = await version({ files: [{ id: fileId }] })
  const ann = await reviewer('Ann')
  await succeed(request(id, [ann]))
  const read = async () => {
    const [one] = await requests(id)
    return [one.state, one.verdict && [one.verdict.verdict, one.verdict.note, one.verdict.stale]]
  }
  assert.deepEqual(await read(), ['REQUESTED', null])
  await succeed(send(`POST /api/versions/${id}/seen`, ann))
  assert.deepEqual(await read(), ['SEEN', null])
  await succeed(give(id, ann, 'NEED_EDIT', 'Too dark'))
  assert.deepEqual(await read(), ['NEED_EDIT', ['NEED_EDIT', 'Too dark', null]])
  await revise(fileId)
  assert.deepEqual(await read(), ['SEEN', ['NEED_EDIT', 'Too dark', 'NEW_REVISION']])
})

test('200: the record has the reviewer, the person who asked, and the times', async () => {
  const id = await version()
  const ann = await reviewer('Ann')
  const [made] = (await succeed(request(id, [ann]))).requests
  const [record] = await requests(id)
  const { createdAt, ...rest } = record
  assert.match(createdAt, /^\d{4}-/)
  assert.deepEqual(rest, {
    id: made.id,
    user: { id: ann.userId, name: 'Ann', avatarUrl: null },
    state: 'REQUESTED',
    verdict: null,
    message: null,
    dueAt: null,
    requestedBy: { id: owner.userId, name: 'Someone', avatarUrl: null },
    seenAt: null,
    remindedAt: null,
  })
})
