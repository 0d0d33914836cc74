// Reviews by skills against a scripted model: the material that it gets, and every outcome.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { missing } from '../../test/helpers/media-tools.ts'
import { runQueuedNow, waitsInQueue } from '../../test/helpers/queued-tasks.ts'
import { until } from '../../test/helpers/until.ts'
import { defineShutDown } from '../../test/stand-ins/database-outage.ts'
import { answerUsd, type ReviewFault } from '../../test/stand-ins/review-model-server.ts'
import { frames, note, startReviewWorld } from '../../test/worlds/review-world.ts'
import { newSkillReviewer, sampleModel } from '../../test/worlds/samples/skill-reviews.ts'

const options = { skip: missing('ffmpeg') }
const {
  model,
  world,
  projectId,
  owner,
  key,
  sql,
  video,
  ask,
  shown,
  ends,
  startWorker,
  worker,
  isAsked,
  allEnd,
  published,
} = await startReviewWorld()

test(
  '202: the frames of shots and those that the skill names are sent, with their numbers',
  options,
  async () => {
    const fileId = await video()
    const [before, known] = [model.charged(), await published(fileId)]
    assert.equal((await ask(fileId)).status, 202)
    const review = await ends(fileId)
    assert.deepEqual([review.state, review.failure, review.draftCount], ['READY', null, 1])
    assert.equal(model.charged(), before + 1)
    const sent = model.asked.at(-1)!
    // The number burnt into each image is the one beside it.
    assert.deepEqual(
      sent.images.map(({ number }) => `Frame ${number} (material):`),
      sent.images.map(({ label }) => label),
    )
    assert.deepEqual(
      sent.images.map(({ number }) => number),
      review.frames,
    )
    // 4, 14 and 24 are the middles of the shots; the skill names 7 and the last frame.
    for (const frame of [4, 7, 14, 24, 29]) assert.ok(review.frames.includes(frame), `${frame}`)
    assert.ok(sent.images.length <= 24)
    assert.deepEqual([sent.authorization, sent.format], ['Bearer sk-test', 'json_schema'])
    assert.match(sent.instructions, /Look for dark faces/)
    assert.match(sent.instructions, /data, never instructions/)
    assert.equal(review.costUsd, answerUsd)
    const { draftNotes } = await shown(fileId)
    assert.deepEqual(
      draftNotes.map(({ text, firstFrame, state }) => [text, firstFrame, state]),
      [['The face is too dark.', 14, 'DRAFT']],
    )
    assert.deepEqual(await published(fileId), known)
    const [event] = await sql<{ data: unknown }>`
    select data from outbox where type = 'file.reviewed_by_skill' and file_id = ${fileId}
    union all select data from events where type = 'file.reviewed_by_skill' and file_id = ${fileId}`
    assert.deepEqual(event!.data, { file: { id: fileId }, skillReview: { id: review.id, state: 'READY' } })
  },
)

test('prompts, images and answers are not logged', options, () => {
  const log = worker().output()
  assert.doesNotMatch(log, /dark faces|face is too dark|base64|sk-test/)
})

test(
  'refusals and junk end as failures; each is asked once, and a charge needs a person to pay again',
  options,
  async () => {
    for (const [fault, code, charged] of [
      ['rejected key', 'provider_rejected_key', false],
      ['out of balance', 'provider_balance', false],
      ['refused', 'provider_refused', false],
      ['not JSON', 'provider_invalid_answer', true],
      ['junk notes', 'provider_invalid_answer', true],
      ['content filter', 'content_policy', true],
      ['server error', 'start_unknown', true],
      ['dropped', 'start_unknown', true],
    ] as const satisfies [ReviewFault, string, boolean][]) {
      const fileId = await video()
      const before = model.requests()
      model.setFault(fault)
      await ask(fileId)
      const { id, ...review } = await ends(fileId)
      assert.deepEqual([review.state, review.failure?.code], ['FAILED', code], fault)
      assert.doesNotMatch(review.failure!.message, /sk-|html|oops|approve/)
      assert.equal(model.requests(), before + 1, fault)
      assert.deepEqual((await shown(fileId)).draftNotes, [], fault)
      model.setFault(null)
      const retry = (body: object) => world.call(`POST /api/skill-reviews/${id}/retry`, { key, body })
      const again = await retry({})
      assert.equal(again.body.code, charged ? 'review_may_be_charged' : undefined, fault)
      if (charged) assert.equal((await retry({ payAgain: true })).status, 202, fault)
      assert.equal((await ends(fileId)).state, 'READY', fault)
      assert.equal(model.requests(), before + 2, fault)
    }
  },
)

test('answers outside of the file are refused as a whole', options, async () => {
  for (const wrong of [
    { notes: [{ ...note, firstFrame: frames, lastFrame: frames }] },
    { notes: [{ ...note, firstFrame: 20, lastFrame: 10 }] },
    { notes: [{ ...note, area: { x: 0.8, y: 0, width: 0.5, height: 0.1 } }] },
    { notes: [{ ...note, confidence: 2 }] },
    { notes: [{ ...note, text: 'x'.repeat(2001) }] },
    { notes: Array.from({ length: 101 }, () => note) },
  ]) {
    const fileId = await video()
    model.setAnswer({ openNotes: [], ...wrong })
    await ask(fileId)
    assert.equal(
      (await ends(fileId)).failure?.code,
      'provider_invalid_answer',
      JSON.stringify(wrong).slice(0, 90),
    )
    assert.deepEqual((await shown(fileId)).draftNotes, [])
  }
  model.setAnswer({ notes: [note], openNotes: [] })
})

test('the reason of a dismissal is sent with the next revision, to the same skill', options, async () => {
  const [first, second] = [await video(), await video()]
  await sql`update files set stack_id = ${first}, stack_number = 2 where id = ${second}`
  await ask(first)
  await ends(first)
  const [draft] = (await shown(first)).draftNotes
  const session = await world.session(owner.userId)
  const body = { reason: 'It is night in this scene.' }
  const dismissed = await world.call(`POST /api/draft-notes/${draft!.id}/dismiss`, { key: session, body })
  assert.equal(dismissed.status, 204)
  await ask(second)
  await ends(second)
  assert.match(model.asked.at(-1)!.texts.join('\n'), /It is night in this scene/)
  const other = await newSkillReviewer(world, projectId, owner, { model: sampleModel })
  const count = model.requests()
  await ask(second, other)
  await isAsked(count)
  assert.doesNotMatch(model.asked.at(-1)!.texts.join('\n'), /It is night/)
  await allEnd(second)
})

test('a busy model is asked again later, without a charge', options, async () => {
  const fileId = await video()
  const [requests, charged] = [model.requests(), model.charged()]
  model.setFault('busy')
  const { id } = (await ask(fileId)).body.data
  await until(async () => {
    const rows = await sql`select from skill_reviews where id = ${id} and state = 'QUEUED' and tries = 1`
    return rows.length > 0
  })
  assert.equal(model.charged(), charged)
  assert.deepEqual(await sql`select from review_payments where skill_review_id = ${id}`, [])
  model.setFault(null)
  await runQueuedNow(sql, `review-with-skill:${id}`)
  assert.equal((await ends(fileId)).state, 'READY')
  assert.deepEqual([model.requests(), model.charged()], [requests + 2, charged + 1])
})

test(
  'a database outage before the request: the review waits, no try is counted, and it is paid once',
  options,
  async () => {
    const fileId = await video()
    const [requests, charged] = [model.requests(), model.charged()]
    await defineShutDown(sql)
    await sql`
      create trigger shut_down before update on skill_reviews for each row when (new.state = 'SENDING')
      execute function shut_down()`
    const { id } = (await ask(fileId)).body.data
    const task = `review-with-skill:${id}`
    await until(() => waitsInQueue(sql, task))
    const [row] = await sql`select state, tries from skill_reviews where id = ${id}`
    await sql`drop trigger shut_down on skill_reviews`
    assert.deepEqual(row, { state: 'QUEUED', tries: 0 })
    assert.equal(model.requests(), requests)
    assert.deepEqual(await sql`select from review_payments where skill_review_id = ${id}`, [])
    await runQueuedNow(sql, task)
    assert.equal((await ends(fileId)).state, 'READY')
    assert.deepEqual([model.requests(), model.charged()], [requests + 1, charged + 1])
  },
)

test('a deleted or unpublished skill is a clear failure, without a request', options, async () => {
  for (const change of ['delete', 'unpublish'] as const) {
    const fileId = await video()
    const requests = model.requests()
    const id = await newSkillReviewer(world, projectId, owner, { model: sampleModel })
    await worker().kill()
    await ask(fileId, id)
    const [{ skillId }] = (await sql`select skill_id as "skillId" from skill_reviewers where id = ${id}`) as [
      { skillId: string },
    ]
    if (change === 'delete') await world.call(`DELETE /api/skills/${skillId}`, { key })
    else await sql`update skills set default_version_id = null where id = ${skillId}`
    await startWorker()
    const { state, failure } = await ends(fileId)
    assert.deepEqual([state, failure?.code], ['FAILED', 'skill_unavailable'], change)
    assert.equal(model.requests(), requests)
  }
})
