import assert from 'node:assert/strict'
import { test } from 'node:test'
import { newSkillReviewer } from '../../../test/worlds/samples/skill-reviews.ts'
import { startWorld } from '../../../test/worlds/world.ts'

const world = await startWorld()
const { id: projectId, owner } = await world.project()
const { key } = owner

const update = async (id: string, body: object) =>
  world.call(`PATCH /api/skill-reviewers/${id}`, { key, body })

test('200: given fields change, omitted ones stay, and null clears', async () => {
  const id = await newSkillReviewer(world, projectId, owner)
  const first = await update(id, { kinds: ['AUDIO', 'AUDIO'], brief: 'Ten seconds' })
  assert.equal(first.status, 200, JSON.stringify(first.body))
  assert.deepEqual(
    [first.body.data.kinds, first.body.data.brief, first.body.data.trigger],
    [['AUDIO'], 'Ten seconds', 'ON_REQUEST'],
  )
  const second = await update(id, { brief: null, trigger: 'NEW_REVISIONS' })
  assert.deepEqual(
    [second.body.data.kinds, second.body.data.brief, second.body.data.trigger],
    [['AUDIO'], null, 'NEW_REVISIONS'],
  )
  // Nothing differs: the record stays as it is.
  assert.deepEqual((await update(id, { trigger: 'NEW_REVISIONS' })).body.data, second.body.data)
})

test('409: a model that is not configured; 400: no kinds', async () => {
  const id = await newSkillReviewer(world, projectId, owner)
  assert.equal((await update(id, { model: 'openai:other' })).body.code, 'review_model_unavailable')
  assert.equal((await update(id, { kinds: [] })).status, 400)
})
