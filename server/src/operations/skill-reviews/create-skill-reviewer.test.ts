import assert from 'node:assert/strict'
import { test } from 'node:test'
import { newPublishedSkill, sampleModel } from '../../../test/worlds/samples/skill-reviews.ts'
import { newSkill } from '../../../test/worlds/samples.ts'
import { startWorld } from '../../../test/worlds/world.ts'

const world = await startWorld()
const { id: projectId, owner } = await world.project()
const { key } = owner

const create = (body: object) => world.call(`POST /api/projects/${projectId}/skill-reviewers`, { key, body })
const published = async () => (await newPublishedSkill(world, projectId, owner)).skillId

test('201: a published skill becomes a reviewer, is listed, changed and removed', async () => {
  const skillId = await published()
  const { status, body } = await create({
    skillId,
    kinds: ['VIDEO'],
    model: sampleModel,
    brief: 'Ten seconds',
  })
  assert.equal(status, 201, JSON.stringify(body))
  const { id, skill, kinds, trigger, model, brief, createdBy } = body.data
  assert.deepEqual(
    [skill.id, kinds, trigger, model, brief, createdBy.id],
    [skillId, ['VIDEO'], 'ON_REQUEST', sampleModel, 'Ten seconds', owner.userId],
  )
  const path = `/api/skill-reviewers/${id}`
  const changed = await world.call(`PATCH ${path}`, { key, body: { model: null, trigger: 'NEW_REVISIONS' } })
  assert.deepEqual([changed.body.data.model, changed.body.data.brief], [null, 'Ten seconds'])
  const listed = await world.call(`GET /api/projects/${projectId}/skill-reviewers`, { key })
  assert.equal(listed.body.data.model, sampleModel)
  assert.deepEqual(listed.body.data.skillReviewers, [changed.body.data])
  assert.equal((await world.call(`DELETE ${path}`, { key })).status, 204)
  assert.equal((await world.call(`PATCH ${path}`, { key, body: {} })).status, 404)
})

test('409: unpublished skills, a second reviewer of a skill, and models that are not configured', async () => {
  const unpublished = await create({ skillId: await newSkill(world, projectId, owner), kinds: ['VIDEO'] })
  assert.equal(unpublished.body.code, 'skill_not_published')
  const skillId = await published()
  await create({ skillId, kinds: ['VIDEO'] })
  assert.equal((await create({ skillId, kinds: ['AUDIO'] })).body.code, 'skill_reviewer_exists')
  const other = await create({ skillId: await published(), kinds: ['VIDEO'], model: 'openai:other' })
  assert.equal(other.body.code, 'review_model_unavailable')
})

test('400: unknown skills, and skills in the trash', async () => {
  const deleted = await published()
  await world.call(`DELETE /api/skills/${deleted}`, { key })
  for (const skillId of [`SK${'x'.repeat(22)}`, deleted]) {
    const answer = await create({ skillId, kinds: ['VIDEO'] })
    assert.deepEqual([answer.status, answer.body.errors?.[0]?.path], [400, '/skillId'])
  }
})

test('403: a key that cannot read skills makes none a reviewer', async () => {
  const { key: other } = await world.key(owner.userId, ['projects:write'])
  const body = { skillId: await published(), kinds: ['VIDEO'] }
  const answer = await world.call(`POST /api/projects/${projectId}/skill-reviewers`, { key: other, body })
  assert.deepEqual([answer.status, answer.body.code], [403, 'insufficient_scope'])
  assert.match(answer.body.message, /skills:read/)
})
