import assert from 'node:assert/strict'
import { test } from 'node:test'
import { newDraftNote } from '../../../test/worlds/samples/skill-reviews.ts'
import { startWorld } from '../../../test/worlds/world.ts'

const world = await startWorld()
const { id: projectId, owner } = await world.project()
const session = await world.session(owner.userId)
const { key } = owner

const accept = (id: string, body: object = {}, as = session) =>
  world.call(`POST /api/draft-notes/${id}/accept`, { key: as, body })
const dismiss = (id: string, body: object, as = session) =>
  world.call(`POST /api/draft-notes/${id}/dismiss`, { key: as, body })
const list = async (fileId: string, as = key) =>
  world.call(`GET /api/files/${fileId}/skill-reviews`, { key: as })
const commentsOf = async (fileId: string) =>
  (await world.call(`GET /api/files/${fileId}/comments`, { key })).body.data

test('204: a dismissal needs a reason, and is final', async () => {
  const { id, fileId } = await newDraftNote(world, projectId, owner)
  assert.equal((await dismiss(id, {})).status, 400)
  assert.equal((await dismiss(id, { reason: '' })).status, 400)
  assert.equal((await dismiss(id, { reason: 'Night scene' })).status, 204)
  assert.equal((await accept(id)).body.code, 'draft_note_decided')
  const [draft] = (await list(fileId)).body.data.draftNotes
  assert.deepEqual([draft.state, draft.reason, draft.comment], ['DISMISSED', 'Night scene', null])
  assert.deepEqual(await commentsOf(fileId), [])
})

test('204: an API key of a person with comments:write dismisses; 403 without the scope', async () => {
  const { id } = await newDraftNote(world, projectId, owner)
  const { key: reading } = await world.key(owner.userId, ['comments:read'])
  assert.equal((await dismiss(id, { reason: 'x' }, reading)).body.code, 'insufficient_scope')
  const { key: writing } = await world.key(owner.userId, ['comments:write'])
  assert.equal((await dismiss(id, { reason: 'x' }, writing)).status, 204)
})
