// Draft notes: who sees them, and how they become comments.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { addDraftNote, newDraftNote, newSkillReview } from '../../../test/worlds/samples/skill-reviews.ts'
import { startWorld } from '../../../test/worlds/world.ts'

const world = await startWorld()
const { id: projectId, owner } = await world.project()
const { sql } = world.database
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

test('201: an accepted note is a comment by the person, on its frames and area, marked with the skill', async () => {
  const { id, fileId } = await newDraftNote(world, projectId, owner)
  const { status, body } = await accept(id)
  assert.equal(status, 201, JSON.stringify(body))
  const comment = body.data
  assert.deepEqual(
    [comment.content, comment.frame, comment.anchor, comment.duration, comment.author.id, comment.agent],
    ['The face is too dark.', 50, 2000, 1000, owner.userId, false],
  )
  assert.deepEqual(comment.annotation.shapes[0].points, [
    [0.25, 0.25],
    [0.75, 0.5],
  ])
  assert.equal(comment.skill.version, 1)
  const [listed] = await commentsOf(fileId)
  assert.deepEqual(listed.skill, comment.skill)
  const got = await world.call(`GET /api/comments/${comment.id}`, { key })
  assert.deepEqual(got.body.data.skill, comment.skill)
  const [draft] = (await list(fileId)).body.data.draftNotes
  assert.deepEqual(
    [draft.state, draft.comment.id, draft.decidedBy.id],
    ['ACCEPTED', comment.id, owner.userId],
  )
})

test('201: the text can be edited before it is accepted', async () => {
  const { id } = await newDraftNote(world, projectId, owner)
  assert.equal((await accept(id, { text: 'Brighter, please' })).body.data.content, 'Brighter, please')
})

test('ten people accept a note at a time: one 201, nine 409, one comment', async () => {
  const { id, fileId } = await newDraftNote(world, projectId, owner)
  const answers = await Promise.all(Array.from({ length: 10 }, () => accept(id)))
  assert.deepEqual(answers.map(({ status }) => status).sort(), [201, ...Array(9).fill(409)])
  assert.ok(answers.every(({ status, body }) => status === 201 || body.code === 'draft_note_decided'))
  assert.equal((await commentsOf(fileId)).length, 1)
})

test('accept all and accept at a time: each note becomes one comment', async () => {
  const review = await newSkillReview(world, projectId, owner, 'READY')
  const ids = await Promise.all([0, 1, 2, 3].map((position) => addDraftNote(world, review, { position })))
  const all = () => world.call(`POST /api/skill-reviews/${review.id}/accept`, { key: session })
  await Promise.all([all(), accept(ids[2]!), all()])
  assert.equal((await commentsOf(review.fileId)).length, 4)
  assert.deepEqual((await all()).body.data, { comments: [] })
})

test('the constraint allows one comment for a note, whatever the code does', async () => {
  const { id, fileId } = await newDraftNote(world, projectId, owner)
  assert.equal((await accept(id)).status, 201)
  const other = await world.call(`POST /api/files/${fileId}/comments`, { key, body: { content: 'Another' } })
  await assert.rejects(
    sql`insert into comment_skills (comment_id, draft_note_id, skill_id, skill_name, skill_version)
      values (${other.body.data.id}, ${id}, 'SK', 'x', 1)`,
    { constraint: 'comment_skills_draft_note_key' },
  )
})

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

test('403: an API key, and so an agent, accepts and dismisses nothing', async () => {
  const { id, skillReviewId } = await newDraftNote(world, projectId, owner)
  for (const answer of [
    await accept(id, {}, key),
    await dismiss(id, { reason: 'x' }, key),
    await world.call(`POST /api/skill-reviews/${skillReviewId}/accept`, { key }),
  ])
    assert.deepEqual([answer.status, answer.body.code], [403, 'session_required'])
})

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

test('404: the draft notes of a file in the trash', async () => {
  const { id, fileId } = await newDraftNote(world, projectId, owner)
  await world.call(`DELETE /api/files/${fileId}`, { key })
  assert.equal((await accept(id)).status, 404)
  assert.equal((await list(fileId)).status, 404)
})

test('a comment keeps its mark when the skill is deleted', async () => {
  const { id } = await newDraftNote(world, projectId, owner)
  const { skill, id: commentId } = (await accept(id)).body.data
  assert.equal((await world.call(`DELETE /api/skills/${skill.id}`, { key })).status, 204)
  assert.deepEqual((await world.call(`GET /api/comments/${commentId}`, { key })).body.data.skill, skill)
})
