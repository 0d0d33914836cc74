import assert from 'node:assert/strict'
import { test } from 'node:test'
import { newVideo } from '../../../test/worlds/samples/captions.ts'
import {
  newPublishedSkill,
  newSkillReviewer,
  sampleModel,
} from '../../../test/worlds/samples/skill-reviews.ts'
import { newSkill } from '../../../test/worlds/samples.ts'
import { startWorld } from '../../../test/worlds/world.ts'

const world = await startWorld()
const { id: projectId, owner } = await world.project()
const { sql } = world.database
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

test('400: the skill reviewer of another project', async () => {
  const other = await world.project({ owner })
  const skillReviewerId = await newSkillReviewer(world, other.id, owner)
  const fileId = await newVideo(world, projectId, owner)
  const answer = await world.call(`POST /api/files/${fileId}/skill-reviews`, {
    key,
    body: { skillReviewerId },
  })
  assert.deepEqual([answer.status, answer.body.errors?.[0]?.path], [400, '/skillReviewerId'])
})

test('409: files of other kinds and files without previews are not reviewed', async () => {
  const fileId = await newVideo(world, projectId, owner)
  const id = await newSkillReviewer(world, projectId, owner)
  const start = () =>
    world.call(`POST /api/files/${fileId}/skill-reviews`, { key, body: { skillReviewerId: id } })
  await world.call(`PATCH /api/skill-reviewers/${id}`, { key, body: { kinds: ['AUDIO'] } })
  assert.equal((await start()).body.code, 'kind_not_reviewed')
  await sql`update media set state = 'PENDING' where file_id = ${fileId}`
  assert.equal((await start()).body.code, 'file_not_ready')
})

test('200: the budget is stored in cents, and null is no limit', async () => {
  const put = (monthlyUsd: number | null) =>
    world.call(`PUT /api/projects/${projectId}/review-budget`, { key, body: { monthlyUsd } })
  assert.deepEqual((await put(12.345)).body.data.monthlyUsd, 12.35)
  const { monthlyUsd, spentUsd, month } = (await put(null)).body.data
  assert.deepEqual([monthlyUsd, spentUsd], [null, 0])
  assert.match(month, /^\d{4}-\d\d$/)
})
