import assert from 'node:assert/strict'
import {
  assertPrefixed,
  assertUuid,
  call,
  expect,
  expectInvalid,
  newAttachment,
  newComment,
  newFile,
  newProject,
  sendParts,
  unknownUuid,
} from '../client.ts'
import { test } from '../suite.ts'

const project = await newProject()
const route = `POST /api/projects/${project}/comments`

// reference: 1.10, 2.0.3, 4.7.1, 4.7.13
test('Create Comment returns 201 with the id of the comment', async () => {
  const { status, body } = await call(route, { body: { content: 'Good' } })
  assert.equal(status, 201)
  assert.deepEqual(Object.keys(body.data), ['id'])
  assertUuid(body.data.id)
  assert.equal((await expect(200, `GET /api/comments/${body.data.id}`)).content, 'Good')
})

// reference: 4.7.6
test('Create Comment on a project that does not exist returns 404', async () => {
  assert.equal(
    (await call(`POST /api/projects/${unknownUuid}/comments`, { body: { content: 'x' } })).status,
    404,
  )
})

// reference: 4.7.7, 8.8
test('content has at most 5000 characters', async () => {
  for (const content of ['x'.repeat(5_000), '🎬'.repeat(5_000)])
    await expect(201, route, { body: { content } })
  await expectInvalid(['/content'], route, { body: { content: 'x'.repeat(5_001) } })
})

// reference: 1.10, 4.7.8, 4.7.9
test('a reply names the top-level comment as parent.id, required in an object', async () => {
  const parent = { id: await newComment(project) }
  const reply = await newComment(project, { content: 'A reply', parent })
  assert.deepEqual((await expect(200, `GET /api/comments/${reply}`)).parent, parent)
  const replies = await expect(200, `QUERY /api/comments/${parent.id}/replies`, { body: {} })
  assert.deepEqual(
    replies.map(({ id }: { id: string }) => id),
    [reply],
  )
  assert.equal((await expect(200, `GET /api/comments/${parent.id}`)).parent, null)
  await expectInvalid(['/parent/id'], route, { body: { content: 'x', parent: {} } })
  for (const id of [reply, unknownUuid, 'nonsense'])
    await expectInvalid(['/parent/id'], route, { body: { content: 'x', parent: { id } } })
})

// reference: 4.7.10, 8.9
test('attachments has 1 to 10 items with unique ids', async () => {
  const ids = await Promise.all(Array.from({ length: 11 }, () => newAttachment(project)))
  const attachments = ids.map((id) => ({ id }))
  await expectInvalid(['/attachments'], route, { body: { content: 'x', attachments: [] } })
  await expectInvalid(['/attachments'], route, { body: { attachments } })
  const twice = [attachments[0], attachments[0]]
  await expectInvalid(['/attachments/1/id'], route, { body: { attachments: twice } })
  const one = await expect(201, route, { body: { attachments: attachments.slice(10) } })
  const ten = await expect(201, route, { body: { attachments: attachments.slice(0, 10) } })
  assert.equal((await expect(200, `GET /api/comments/${one.id}`)).attachments.length, 1)
  assert.equal((await expect(200, `GET /api/comments/${ten.id}`)).attachments.length, 10)
})

// reference: 1.10, 2.0.7, 4.7.11
test('attachments[].id names a completed comment attachment, which begins with CA', async () => {
  const id = await newAttachment(project)
  assertPrefixed('CA', id)
  const comment = await newComment(project, { attachments: [{ id }] })
  const { attachments } = await expect(200, `GET /api/comments/${comment}`)
  assert.deepEqual(
    attachments.map((one: { id: string }) => one.id),
    [id],
  )
  const start = `POST /api/projects/${project}/comment-attachments/upload.multipart`
  const open = await expect(201, start, { body: { name: 'open.txt', size: 4 } })
  assert.equal((await call(route, { body: { attachments: [{ id: open.id }] } })).status, 409)
  await expectInvalid(['/attachments/0/id'], route, { body: { attachments: [{ id: 'CAnothing' }] } })
  await expectInvalid(['/attachments/0/id'], route, { body: { attachments: [{}] } })
})

// reference: 4.7.12
test('a comment on a project has non-empty content or attachments, else 400', async () => {
  await newComment(project, { content: 'Only text' })
  await newComment(project, { attachments: [{ id: await newAttachment(project) }] })
  await newComment(project, { content: '', attachments: [{ id: await newAttachment(project) }] })
  for (const body of [{}, { content: '' }, { content: null, attachments: null }])
    assert.equal((await call(route, { body })).status, 400, JSON.stringify(body))
})

async function startAttachment(bytes: Buffer, on = `projects/${project}`) {
  const body = { name: 'note.txt', size: bytes.length }
  return expect(201, `POST /api/${on}/comment-attachments/upload.multipart`, { body })
}

// reference: 4.8.1, 4.8.7
test('Complete Comment Attachment Upload returns 204 with an empty body', async () => {
  const bytes = Buffer.from('A note')
  for (const on of [`projects/${project}`, `files/${await newFile(project)}`]) {
    const { id, parts } = await startAttachment(bytes, on)
    const body = { parts: await sendParts(parts, bytes) }
    const answer = await call(`POST /api/comment-attachments/${id}/upload.complete`, { body })
    assert.deepEqual([answer.status, answer.text], [204, ''])
  }
})

// reference: 4.8.3
test('completing an attachment that does not exist returns 404', async () => {
  const body = { parts: [{ partNumber: 1, eTag: '"x"' }] }
  assert.equal((await call('POST /api/comment-attachments/CAnothing/upload.complete', { body })).status, 404)
})

// reference: 4.8.4-4.8.6, 8.11
test('parts has at least 1 item; partNumber is an integer of 1 to 10000, eTag has 1 to 255 characters', async () => {
  const { id } = await startAttachment(Buffer.from('A note'))
  const complete = `POST /api/comment-attachments/${id}/upload.complete`
  await expectInvalid(['/parts'], complete, { body: { parts: [] } })
  await expectInvalid(['/parts'], complete, { body: {} })
  for (const partNumber of [0, 10_001, 1.5, '1', undefined])
    await expectInvalid(['/parts/0/partNumber'], complete, { body: { parts: [{ partNumber, eTag: 'x' }] } })
  for (const eTag of ['', 'x'.repeat(256), 1, undefined])
    await expectInvalid(['/parts/0/eTag'], complete, { body: { parts: [{ partNumber: 1, eTag }] } })
  // Within the limits, but not the parts that were sent.
  for (const part of [
    { partNumber: 10_000, eTag: 'x' },
    { partNumber: 1, eTag: 'x'.repeat(255) },
  ])
    assert.equal((await call(complete, { body: { parts: [part] } })).status, 409)
})
