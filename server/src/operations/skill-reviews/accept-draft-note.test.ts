import assert from 'node:assert/strict'
import { test } from 'node:test'
import { authorizeUrl, consent, redeem, startOAuthWorld } from '../../../test/worlds/oauth-world.ts'
import { newDraftNote } from '../../../test/worlds/samples/skill-reviews.ts'

const world = await startOAuthWorld()
const { id: projectId, owner } = await world.project()
const { sql } = world.database
const session = await world.session(owner.userId)
const { key } = owner

const accept = (id: string, body: object = {}, as = session) =>
  world.call(`POST /api/draft-notes/${id}/accept`, { key: as, body })
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

test('201: an API key of a person with comments:write accepts; 403 without the scope', async () => {
  const { id } = await newDraftNote(world, projectId, owner)
  const { key: other } = await world.key(owner.userId, ['comments:read', 'ai:generate'])
  assert.equal((await accept(id, {}, other)).body.code, 'insufficient_scope')
  const { key: writing } = await world.key(owner.userId, ['comments:write'])
  const { status, body } = await accept(id, {}, writing)
  assert.deepEqual([status, body.data.author.id, body.data.agent], [201, owner.userId, false])
})

test('403: a connected app accepts and dismisses nothing, whatever its scopes', async () => {
  const { id, skillReviewId, fileId } = await newDraftNote(world, projectId, owner)
  const browser = await world.browser(owner.userId)
  const config = await world.register()
  const url = await authorizeUrl(config, { scope: 'comments:write comments:read', resource: world.api })
  const { access_token: app } = await redeem(config, await consent(browser, url))
  const dismissed = { key: app, body: { reason: 'x' } }
  for (const answer of [
    await accept(id, {}, app),
    await world.call(`POST /api/draft-notes/${id}/dismiss`, dismissed),
    await world.call(`POST /api/skill-reviews/${skillReviewId}/accept`, { key: app }),
  ]) {
    assert.deepEqual([answer.status, answer.body.code], [403, 'session_required'])
    assert.match(answer.body.message, /connected app or a tool cannot/)
  }
  assert.deepEqual(await commentsOf(fileId), [])
})

test('a comment keeps its mark when the skill is deleted', async () => {
  const { id } = await newDraftNote(world, projectId, owner)
  const { skill, id: commentId } = (await accept(id)).body.data
  assert.equal((await world.call(`DELETE /api/skills/${skill.id}`, { key })).status, 204)
  assert.deepEqual((await world.call(`GET /api/comments/${commentId}`, { key })).body.data.skill, skill)
})

test('404: the draft notes of a file in the trash', async () => {
  const { id, fileId } = await newDraftNote(world, projectId, owner)
  await world.call(`DELETE /api/files/${fileId}`, { key })
  assert.equal((await accept(id)).status, 404)
  assert.equal((await list(fileId)).status, 404)
})
