import assert from 'node:assert/strict'
import { test } from 'node:test'
import { startReviewWorld } from './fixtures/review-world.ts'

const { reviewer, version, emits, succeed, give, withdraw, verdicts, status, setStatus } =
  await startReviewWorld()

test('204: the status follows from the remaining verdicts', async () => {
  const id = await version()
  const [ann, ben] = [await reviewer(), await reviewer()]
  await succeed(give(id, ann, 'APPROVED'))
  await succeed(give(id, ben, 'REJECTED'))
  assert.deepEqual(await emits(() => succeed(withdraw(id, ben))), [
    'verdict.withdrawn',
    'version.status_changed',
  ])
  assert.equal(await status(id), 'APPROVED')
  assert.deepEqual(await emits(() => succeed(withdraw(id, ann))), [
    'verdict.withdrawn',
    'version.status_changed',
  ])
  assert.deepEqual([await status(id), await verdicts(id)], ['NEED_REVIEW', []])
})

test('204: without a verdict nothing changes', async () => {
  const id = await version()
  assert.deepEqual(await emits(async () => succeed(withdraw(id, await reviewer()))), [])
})

test('NEED_REVIEW by a reviewer withdraws their own verdict only', async () => {
  const id = await version()
  const [ann, ben] = [await reviewer(), await reviewer()]
  await succeed(give(id, ann, 'APPROVED'))
  await succeed(give(id, ben, 'APPROVED'))
  assert.equal((await setStatus(id, ben, 'NEED_REVIEW')).status, 204)
  assert.equal(await status(id), 'APPROVED', 'the other approval still counts')
  assert.equal((await setStatus(id, ben, 'NEED_REVIEW')).status, 403)
  assert.equal((await setStatus(id, ann, 'NEED_REVIEW')).status, 204)
  assert.equal(await status(id), 'NEED_REVIEW')
})
