import assert from 'node:assert/strict'
import { test } from 'node:test'
import { startReviewWorld } from './fixtures/review-world.ts'

const { sql, reviewer, version, request, requests, send, succeed, emits } = await startReviewWorld()

async function asked(): Promise<{ id: string; versionId: string }> {
  const versionId = await version()
  const [made] = (await succeed(request(versionId, [await reviewer()]))).requests
  return { id: made.id, versionId }
}
const remind = (id: string) => send(`POST /api/review-requests/${id}/remind`)

test('204: the reminder is recorded and emitted; 409: again within an hour', async () => {
  const { id, versionId } = await asked()
  assert.deepEqual(await emits(() => succeed(remind(id))), ['review_request.reminded'])
  assert.notEqual((await requests(versionId))[0].remindedAt, null)
  const again = await remind(id)
  assert.deepEqual([again.status, again.body.code], [409, 'already_reminded'])
  await sql`update review_requests set reminded_at = reminded_at - interval '1 hour' where id = ${id}`
  assert.equal((await remind(id)).status, 204)
})

test('10 concurrent reminders: one 204, otherwise 409', async () => {
  const { id } = await asked()
  const answers = await Promise.all(Array.from({ length: 10 }, () => remind(id)))
  assert.deepEqual(answers.map(({ status }) => status).sort(), [204, ...Array(9).fill(409)])
})
