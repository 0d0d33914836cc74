// Reviews that are cancelled or whose worker is killed in each state: a run is paid once.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { missing } from '../../test/helpers/media-tools.ts'
import { forgetKilled } from '../../test/helpers/queued-tasks.ts'
import { until } from '../../test/helpers/until.ts'
import { answerUsd } from '../../test/stand-ins/review-model-server.ts'
import { startReviewWorld } from '../../test/worlds/review-world.ts'

const options = { skip: missing('ffmpeg') }
const { model, world, key, sql, video, ask, shown, ends, startWorker, worker, isIn, isAsked } =
  await startReviewWorld()

test('a slow answer is waited for, and a second run is refused meanwhile', options, async () => {
  const fileId = await video()
  const requests = model.requests()
  model.hold()
  await ask(fileId)
  await isAsked(requests)
  assert.equal((await shown(fileId)).skillReviews[0]!.state, 'SENDING')
  assert.equal((await ask(fileId)).body.code, 'skill_review_running')
  model.release()
  assert.equal((await ends(fileId)).state, 'READY')
  assert.equal(model.requests(), requests + 1)
})

test('a review that is cancelled while it is sent drafts nothing; its cost is stored', options, async () => {
  const fileId = await video()
  const requests = model.requests()
  model.hold()
  const { id } = (await ask(fileId)).body.data
  await isAsked(requests)
  assert.equal((await world.call(`POST /api/skill-reviews/${id}/cancel`, { key })).status, 204)
  const twice = await world.call(`POST /api/skill-reviews/${id}/cancel`, { key })
  assert.equal(twice.body.code, 'skill_review_ended')
  model.release()
  const cost = await until(async () => (await shown(fileId)).skillReviews[0]!.costUsd)
  assert.equal(cost, answerUsd)
  const { skillReviews, draftNotes } = await shown(fileId)
  assert.deepEqual([skillReviews[0]!.state, draftNotes], ['CANCELLED', []])
  const again = await world.call(`POST /api/skill-reviews/${id}/retry`, { key, body: {} })
  assert.equal(again.body.code, 'review_may_be_charged')
})

test('kill -9 in QUEUED: the next worker sends the request', options, async () => {
  const fileId = await video()
  const charged = model.charged()
  await worker().kill()
  await ask(fileId)
  await forgetKilled(sql)
  await startWorker()
  assert.equal((await ends(fileId)).state, 'READY')
  assert.equal(model.charged(), charged + 1)
})

test('kill -9 in PREPARING: the next worker prepares again, and pays once', options, async () => {
  const fileId = await video()
  const [requests, charged] = [model.requests(), model.charged()]
  await world.database.transaction(async (locked) => {
    // SENDING cannot be committed while this lasts.
    await locked`lock table review_payments in share mode`
    await ask(fileId)
    await isIn(fileId, 'PREPARING')
    await worker().kill()
  })
  await forgetKilled(sql)
  await startWorker()
  assert.equal((await ends(fileId)).state, 'READY')
  assert.deepEqual([model.requests(), model.charged()], [requests + 1, charged + 1])
})

test(
  'kill -9 in SENDING: the next worker does not pay again, and the reservation stays',
  options,
  async () => {
    const fileId = await video()
    const [requests, charged] = [model.requests(), model.charged()]
    model.hold()
    const { id } = (await ask(fileId)).body.data
    await isAsked(requests)
    await worker().kill()
    model.release()
    await forgetKilled(sql)
    await startWorker()
    const review = await ends(fileId)
    assert.deepEqual([review.state, review.failure?.code], ['FAILED', 'start_unknown'])
    assert.deepEqual([model.requests(), model.charged()], [requests + 1, charged + 1])
    const [payment] = await sql<{ reserved: boolean; cost: number | null }>`
    select reserved_usd > 0 as reserved, cost_usd as cost from review_payments where skill_review_id = ${id}`
    assert.deepEqual(payment, { reserved: true, cost: null })
  },
)

test('kill -9 after the answer, before its notes are stored: they are not paid again', options, async () => {
  const fileId = await video()
  const [requests, charged] = [model.requests(), model.charged()]
  await world.database.transaction(async (locked) => {
    // The notes cannot be stored while this lasts.
    await locked`lock table draft_notes in share mode`
    await ask(fileId)
    await until(
      async () => {
        const rows = await sql`select from skill_reviews where file_id = ${fileId} and answer is not null`
        return rows.length > 0
      },
      () => `the answer is stored: ${worker().output()}`,
    )
    await worker().kill()
  })
  await forgetKilled(sql)
  await startWorker()
  const review = await ends(fileId)
  assert.deepEqual([review.state, review.draftCount], ['READY', 1])
  assert.deepEqual([model.requests(), model.charged()], [requests + 1, charged + 1])
  const [row] = await sql`select answer, context from skill_reviews where file_id = ${fileId}`
  assert.deepEqual(row, { answer: null, context: null })
})
