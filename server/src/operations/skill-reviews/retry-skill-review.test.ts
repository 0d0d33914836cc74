import assert from 'node:assert/strict'
import { test } from 'node:test'
import { newSkillReview } from '../../../test/worlds/samples/skill-reviews.ts'
import { startWorld } from '../../../test/worlds/world.ts'

const world = await startWorld()
const { id: projectId, owner } = await world.project()
const { sql } = world.database
const { key } = owner

const retry = (id: string, body: object = {}) =>
  world.call(`POST /api/skill-reviews/${id}/retry`, { key, body })

test('202: a failed review is queued again, once', async () => {
  const { id } = await newSkillReview(world, projectId, owner, 'FAILED')
  const answers = await Promise.all([retry(id), retry(id)])
  assert.deepEqual(answers.map(({ status }) => status).sort(), [202, 409])
  const { body } = answers.find(({ status }) => status === 202)!
  assert.deepEqual([body.data.state, body.data.failure], ['QUEUED', null])
  const tasks = await sql`select from graphile_worker._private_jobs where key = ${`review-with-skill:${id}`}`
  assert.equal(tasks.length, 1)
})

test('409: a review that is under way or ready is not retried', async () => {
  for (const state of ['READY', 'QUEUED'] as const) {
    const { id } = await newSkillReview(world, projectId, owner, state)
    assert.equal((await retry(id)).body.code, 'skill_review_not_failed')
  }
})

test('409: a run that may have been charged is retried only with payAgain', async () => {
  const { id } = await newSkillReview(world, projectId, owner, 'FAILED')
  await sql`
    insert into review_payments (skill_review_id, run, project_id, month, reserved_usd)
    values (${id}, 1, ${projectId}, '2026-01-01', 0.1)`
  assert.equal((await retry(id)).body.code, 'review_may_be_charged')
  assert.equal((await retry(id, { payAgain: true })).status, 202)
})
