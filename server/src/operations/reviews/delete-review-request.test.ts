import assert from 'node:assert/strict'
import { test } from 'node:test'
import { startReviewWorld } from './fixtures/review-world.ts'

const { reviewer, version, request, requests, send, succeed, emits, give, status } = await startReviewWorld()

test('204: contributors delete requests, and reviewers their own; 403: reviewers those of others', async () => {
  const id = await version()
  const [ann, ben] = [await reviewer(), await reviewer()]
  const made: { id: string; user: { id: string } }[] = (await succeed(request(id, [ann, ben]))).requests
  const of = (userId: string) =>
    `DELETE /api/review-requests/${made.find(({ user }) => user.id === userId)!.id}`
  assert.equal((await send(of(ben.userId), ann)).body.code, 'insufficient_role')
  assert.deepEqual(await emits(() => send(of(ann.userId), ann)), ['review_request.deleted'])
  assert.equal((await send(of(ben.userId))).status, 204)
  assert.deepEqual(await requests(id), [])
  assert.equal((await send(of(ben.userId))).status, 404)
})

test('204: without the last open request, a version that everybody else approved is approved', async () => {
  const id = await version({ reviewRule: { type: 'ALL_REQUESTED' } })
  const [ann, ben] = [await reviewer(), await reviewer()]
  const made: { id: string; user: { id: string } }[] = (await succeed(request(id, [ann, ben]))).requests
  await succeed(give(id, ann, 'APPROVED'))
  assert.equal(await status(id), 'NEED_REVIEW')
  const open = made.find(({ user }) => user.id === ben.userId)!
  assert.deepEqual(await emits(() => send(`DELETE /api/review-requests/${open.id}`)), [
    'review_request.deleted',
    'version.status_changed',
  ])
  assert.equal(await status(id), 'APPROVED')
})
