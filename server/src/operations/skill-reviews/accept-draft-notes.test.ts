import assert from 'node:assert/strict'
import { test } from 'node:test'
import { addDraftNote, newSkillReview } from '../../../test/worlds/samples/skill-reviews.ts'
import { startWorld } from '../../../test/worlds/world.ts'

const world = await startWorld()
const { id: projectId, owner } = await world.project()
const session = await world.session(owner.userId)
const { key } = owner

const accept = (id: string, body: object = {}, as = session) =>
  world.call(`POST /api/draft-notes/${id}/accept`, { key: as, body })
const commentsOf = async (fileId: string) =>
  (await world.call(`GET /api/files/${fileId}/comments`, { key })).body.data

test('accept all and accept at a time: each note becomes one comment', async () => {
  const review = await newSkillReview(world, projectId, owner, 'READY')
  const ids = await Promise.all([0, 1, 2, 3].map((position) => addDraftNote(world, review, { position })))
  const all = () => world.call(`POST /api/skill-reviews/${review.id}/accept`, { key: session })
  await Promise.all([all(), accept(ids[2]!), all()])
  assert.equal((await commentsOf(review.fileId)).length, 4)
  assert.deepEqual((await all()).body.data, { comments: [] })
})

test('200: an API key of a person with comments:write accepts all', async () => {
  const review = await newSkillReview(world, projectId, owner, 'READY')
  await Promise.all([0, 1].map((position) => addDraftNote(world, review, { position })))
  const all = (as: string) => world.call(`POST /api/skill-reviews/${review.id}/accept`, { key: as })
  const { key: reading } = await world.key(owner.userId, ['comments:read'])
  assert.equal((await all(reading)).body.code, 'insufficient_scope')
  const { key: writing } = await world.key(owner.userId, ['comments:write'])
  assert.equal((await all(writing)).body.data.comments.length, 2)
})
