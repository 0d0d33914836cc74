import assert from 'node:assert/strict'
import { test } from 'node:test'
import { newDraftNote } from '../../../test/worlds/samples/skill-reviews.ts'
import { startWorld } from '../../../test/worlds/world.ts'

const world = await startWorld()
const { id: projectId, owner } = await world.project()
const { sql } = world.database
const { key } = owner

const list = async (fileId: string, as = key) =>
  world.call(`GET /api/files/${fileId}/skill-reviews`, { key: as })
const commentsOf = async (fileId: string) =>
  (await world.call(`GET /api/files/${fileId}/comments`, { key })).body.data

test('draft notes are for members: reviewers get 403, and no list, export or search has them', async () => {
  const { fileId } = await newDraftNote(world, projectId, owner)
  for (const role of ['PROJECT_REVIEWER', 'PROJECT_RESTRICTED_REVIEWER'] as const) {
    const person = await world.member(projectId, role)
    assert.ok([403, 404].includes((await list(fileId, person.key)).status), role)
  }
  assert.deepEqual(await commentsOf(fileId), [])
  const exported = await world.call(`GET /api/files/${fileId}/comments.export?format=json&content=true`, {
    key,
  })
  assert.doesNotMatch(exported.body.data.content, /too dark/)
  const found = await world.call('QUERY /api/search', { key, body: { query: 'face is too dark' } })
  assert.doesNotMatch(JSON.stringify(found.body.data ?? {}), /face is too dark/)
  const [notified] = await sql<{ count: number }>`select count(*)::integer as count from notifications`
  assert.equal(notified!.count, 0)
})
