import assert from 'node:assert/strict'
import { test } from 'node:test'
import { newSkillReview } from '../../../test/worlds/samples/skill-reviews.ts'
import { startWorld } from '../../../test/worlds/world.ts'

const world = await startWorld()
const { id: projectId, owner } = await world.project()
const { key } = owner

const cancel = (id: string) => world.call(`POST /api/skill-reviews/${id}/cancel`, { key })

test('204: a waiting review is cancelled once', async () => {
  const { id, fileId } = await newSkillReview(world, projectId, owner, 'QUEUED')
  const answers = await Promise.all([cancel(id), cancel(id)])
  assert.deepEqual(answers.map(({ status }) => status).sort(), [204, 409])
  const { skillReviews } = (await world.call(`GET /api/files/${fileId}/skill-reviews`, { key })).body.data
  assert.equal(skillReviews[0].state, 'CANCELLED')
})

test('409: a review that has ended is not cancelled', async () => {
  for (const state of ['READY', 'FAILED'] as const) {
    const { id } = await newSkillReview(world, projectId, owner, state)
    assert.equal((await cancel(id)).body.code, 'skill_review_ended')
  }
})
