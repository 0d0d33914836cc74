import assert from 'node:assert/strict'
import { test } from 'node:test'
import { newSkillReviewer, sampleModel } from '../../../test/worlds/samples/skill-reviews.ts'
import { startWorld } from '../../../test/worlds/world.ts'

const world = await startWorld()
const { id: projectId, owner } = await world.project()
const { key } = owner

const list = async () =>
  (await world.call(`GET /api/projects/${projectId}/skill-reviewers`, { key })).body.data

test('200: the skill reviewers of this project, the budget and the configured model', async () => {
  const other = await world.project({ owner })
  await newSkillReviewer(world, other.id, owner)
  const empty = await list()
  assert.deepEqual([empty.skillReviewers, empty.model, empty.budget.monthlyUsd], [[], sampleModel, null])
  const id = await newSkillReviewer(world, projectId, owner, { model: sampleModel })
  const { skillReviewers } = await list()
  assert.deepEqual(
    skillReviewers.map((one: { id: string; model: string }) => [one.id, one.model]),
    [[id, sampleModel]],
  )
})

test('200: reviewers whose skill is in the trash are not listed', async () => {
  const id = await newSkillReviewer(world, projectId, owner)
  const found = async () => (await list()).skillReviewers.find((one: { id: string }) => one.id === id)
  const { skill } = await found()
  assert.equal((await world.call(`DELETE /api/skills/${skill.id}`, { key })).status, 204)
  assert.equal(await found(), undefined)
})
