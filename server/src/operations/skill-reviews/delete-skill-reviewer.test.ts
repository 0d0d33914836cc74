import assert from 'node:assert/strict'
import { test } from 'node:test'
import { newDraftNote } from '../../../test/worlds/samples/skill-reviews.ts'
import { startWorld } from '../../../test/worlds/world.ts'

const world = await startWorld()
const { id: projectId, owner } = await world.project()
const { sql } = world.database
const { key } = owner

test('204: a deleted skill reviewer is gone; its reviews and draft notes stay', async () => {
  const { skillReviewId, fileId } = await newDraftNote(world, projectId, owner)
  const [row] = await sql<{ id: string }>`
    select skill_reviewer_id as id from skill_reviews where id = ${skillReviewId}`
  const remove = () => world.call(`DELETE /api/skill-reviewers/${row!.id}`, { key })
  assert.equal((await remove()).status, 204)
  assert.equal((await remove()).status, 404)
  const { skillReviews, draftNotes } = (await world.call(`GET /api/files/${fileId}/skill-reviews`, { key }))
    .body.data
  assert.deepEqual([skillReviews[0].id, skillReviews[0].skillReviewer], [skillReviewId, null])
  assert.equal(draftNotes.length, 1)
})
