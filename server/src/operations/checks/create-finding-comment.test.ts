import assert from 'node:assert/strict'
import { test } from 'node:test'
import { startCheckWorld } from './fixtures/check-world.ts'

const { call, checks, finding, owner, sql } = await startCheckWorld()
const commentOf = async (id: string) => (await call(`GET /api/comments/${id}`)).body.data

test('201: a comment on the frames of the finding, with its sentence or a text', async () => {
  const { fileId, findingId } = await finding()
  const { status, body } = await call(`POST /api/files/${fileId}/findings/${findingId}/comment`, {})
  assert.equal(status, 201, JSON.stringify(body))
  const comment = await commentOf(body.data.id)
  assert.deepEqual(
    [comment.content, comment.frame, comment.anchor, comment.duration, comment.author.id],
    ['The image is black.', 25, 1000, 1000, owner.userId],
  )
  assert.deepEqual((await checks(fileId)).findings[0]!.comment, { id: body.data.id })
  const other = await finding()
  const texted = await call(`POST /api/files/${other.fileId}/findings/${other.findingId}/comment`, {
    content: 'Please cut.',
  })
  assert.equal((await commentOf(texted.body.data.id)).content, 'Please cut.')
})

test('409 for a finding that is a comment; again possible when the comment is deleted', async () => {
  const { fileId, findingId } = await finding()
  const create = () => call(`POST /api/files/${fileId}/findings/${findingId}/comment`, {})
  const { id } = (await create()).body.data
  assert.equal((await create()).body.code, 'finding_has_comment')
  assert.equal((await call(`DELETE /api/comments/${id}`)).status, 204)
  assert.equal((await checks(fileId)).findings[0]!.comment, null)
  assert.equal((await create()).status, 201)
})

test('a finding about the whole file becomes a comment without a place; one on a page has the page', async () => {
  const { fileId, findingId } = await finding()
  const clear = () => sql`
    update findings set first_frame = null, last_frame = null, first_ms = null, last_ms = null where id = ${findingId}`
  await clear()
  const whole = await call(`POST /api/files/${fileId}/findings/${findingId}/comment`, {})
  const { frame, anchor } = await commentOf(whole.body.data.id)
  assert.deepEqual([frame, anchor], [null, null])
  const paged = await finding()
  await sql`
    update findings set first_frame = null, last_frame = null, first_ms = null, last_ms = null, page = 3
    where id = ${paged.findingId}`
  await sql`
    update media set kind = 'DOCUMENT', pages = 5, duration_ms = null, frames = null, frame_rate_num = null,
      frame_rate_den = null where file_id = ${paged.fileId}`
  await sql`update files set mime_type = 'application/pdf' where id = ${paged.fileId}`
  const made = await call(`POST /api/files/${paged.fileId}/findings/${paged.findingId}/comment`, {})
  assert.equal(made.status, 201, JSON.stringify(made.body))
  assert.equal((await commentOf(made.body.data.id)).anchor, 3)
})
