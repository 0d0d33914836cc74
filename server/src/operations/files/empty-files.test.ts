// Files of 0 bytes, from the start of the upload to the download.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { sendParts } from '../../../test/helpers/uploads.ts'
import { startWorld } from '../../../test/worlds/world.ts'

const world = await startWorld({ findProcessor: 'configured' })
const { id: projectId, owner } = await world.project()
const { key } = owner
const nothing = Buffer.alloc(0)

async function call(route: string, body?: unknown) {
  const answer = await world.call(route, { key, ...(body === undefined ? {} : { body }) })
  assert.ok(answer.status < 300, `${route}: ${JSON.stringify(answer.body)}`)
  return answer.body?.data
}

async function uploaded(name: string): Promise<string> {
  const { id, parts } = await call(`POST /api/projects/${projectId}/files/upload.multipart`, {
    name,
    size: 0,
  })
  assert.equal(parts.length, 1)
  await call(`POST /api/files/${id}/upload.complete`, { parts: await sendParts(parts, nothing) })
  return id
}

test('204: an empty file is uploaded whatever its name, and nothing is processed', async () => {
  for (const name of ['.gitkeep', 'film.mp4', 'photo.jpg', 'notes.md', 'scene.obj', 'page.pdf']) {
    const file = await call(`GET /api/files/${await uploaded(name)}`)
    assert.deepEqual(
      [file.status, file.size, file.byteSize, file.mimeType, file.media, file.failure],
      ['UPLOADED', 0, 0, 'application/octet-stream', null, null],
      name,
    )
  }
})

test('200: the download is empty; a range of it returns 416', async () => {
  const { url } = await call(`GET /api/files/${await uploaded('empty.txt')}/download`)
  for (const method of ['GET', 'HEAD']) {
    const answer = await fetch(url, { method })
    assert.deepEqual([answer.status, answer.headers.get('content-length')], [200, '0'], method)
    assert.equal((await answer.arrayBuffer()).byteLength, 0)
  }
  for (const Range of ['bytes=0-', 'bytes=0-0', 'bytes=-1']) {
    const answer = await fetch(url, { headers: { Range } })
    assert.deepEqual([answer.status, answer.headers.get('content-range')], [416, 'bytes */0'], Range)
  }
})

test('200: empty files in a batch, beside others', async () => {
  const files = [
    { name: 'empty', size: 0 },
    { name: 'full', size: 5 },
  ]
  const started = await call(`POST /api/projects/${projectId}/files/upload.batch`, { files })
  const claims = []
  for (const [i, { file }] of started.entries()) {
    const bytes = i === 0 ? nothing : Buffer.from('bytes')
    claims.push({ id: file.id, parts: await sendParts(file.parts, bytes) })
  }
  const completed = await call(`POST /api/projects/${projectId}/files/upload.complete.batch`, {
    files: claims,
  })
  assert.deepEqual(
    completed.map(({ error }: { error: unknown }) => error),
    [null, null],
  )
  const sizes = []
  for (const { id } of claims) sizes.push((await call(`GET /api/files/${id}`)).size)
  assert.deepEqual(sizes, [0, 5])
})

test('200 and 204: an empty upload can be resumed, and completed repeatedly', async () => {
  const start = { name: 'later', size: 0 }
  const { id } = await call(`POST /api/projects/${projectId}/files/upload.multipart`, start)
  const before = await call(`POST /api/files/${id}/upload.resume`)
  assert.deepEqual([before.parts.length, before.stored], [1, []])
  const parts = await sendParts(before.parts, nothing)
  const { stored } = await call(`POST /api/files/${id}/upload.resume`)
  assert.deepEqual([stored.length, stored[0].size], [1, 0])
  for (let time = 0; time < 2; time++) await call(`POST /api/files/${id}/upload.complete`, { parts })
})

test('413: a part with bytes for an upload announced as empty', async () => {
  const start = { name: 'liar', size: 0 }
  const { parts } = await call(`POST /api/projects/${projectId}/files/upload.multipart`, start)
  assert.equal((await fetch(parts[0].url, { method: 'PUT', body: 'x' })).status, 413)
})

test('201: an empty comment attachment', async () => {
  const start = { name: 'empty.log', size: 0 }
  const { id, parts } = await call(
    `POST /api/projects/${projectId}/comment-attachments/upload.multipart`,
    start,
  )
  const sent = await sendParts(parts, nothing)
  await call(`POST /api/comment-attachments/${id}/upload.complete`, { parts: sent })
  const comment = await call(`POST /api/projects/${projectId}/comments`, { attachments: [{ id }] })
  const { attachments } = await call(`GET /api/comments/${comment.id}`)
  assert.deepEqual(attachments, [{ id, name: 'empty.log', size: 0, mimeType: 'application/octet-stream' }])
})

test('400: an empty file as a reference for generation', async () => {
  const empty = await uploaded('empty.png')
  const refused = await world.call(`POST /api/projects/${projectId}/files/upload.generate`, {
    key,
    body: {
      ...{ outputType: 'IMAGE', outputModel: 'gpt-image-2', prompt: 'More of it', folder: null },
      attachments: [{ id: empty }],
    },
  })
  assert.equal(refused.status, 400)
  assert.match(refused.body.errors[0].message, /^An empty file cannot be attached/)
  const attachment = await world.call(
    `POST /api/projects/${projectId}/generation-attachments/upload.multipart`,
    {
      key,
      body: { name: 'empty.png', size: 0 },
    },
  )
  assert.equal(attachment.status, 400)
  assert.match(attachment.body.errors[0].message, /empty/)
})
