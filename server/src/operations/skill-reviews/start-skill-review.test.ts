import assert from 'node:assert/strict'
import { test } from 'node:test'
import { newVideo } from '../../../test/worlds/samples/captions.ts'
import { newSkillReviewer } from '../../../test/worlds/samples/skill-reviews.ts'
import { startWorld } from '../../../test/worlds/world.ts'

const world = await startWorld()
const { id: projectId, owner } = await world.project()
const { sql } = world.database
const { key } = owner

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
