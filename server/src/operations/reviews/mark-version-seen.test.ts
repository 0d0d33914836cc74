import assert from 'node:assert/strict'
import { test } from 'node:test'
import { startReviewWorld } from './fixtures/review-world.ts'

const { reviewer, version, request, requests, send, succeed, emits } = await startReviewWorld()

test('204: the first time is recorded; later ones, and people who were not asked, change nothing', async () => {
  const id = await version()
  const [ann, ben] = [await reviewer(), await reviewer()]
  await succeed(request(id, [ann]))
  const seen = (person: typeof ann) => emits(() => succeed(send(`POST /api/versions/${id}/seen`, person)))
  assert.deepEqual(await seen(ben), [])
  assert.deepEqual(await seen(ann), ['review_request.seen'])
  const [{ seenAt, state }] = await requests(id)
  assert.equal(state, 'SEEN')
  assert.deepEqual(await seen(ann), [])
  assert.equal((await requests(id))[0].seenAt, seenAt)
})
