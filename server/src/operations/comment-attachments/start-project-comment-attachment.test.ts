import assert from 'node:assert/strict'
import { test } from 'node:test'
import { faults, startCommentWorld } from '../comments/fixtures/comment-world.ts'

const { world, sql, projectId, owner } = await startCommentWorld()

const start = (body: object, key = owner.key) =>
  world.call(`POST /api/projects/${projectId}/comment-attachments/upload.multipart`, { key, body })

test('201: an id and a URL for each part', async () => {
  const { status, body } = await start({ name: 'a.png', size: 20 * 2 ** 20 })
  assert.equal(status, 201)
  assert.match(body.data.id, /^CA[0-9A-Za-z]{22,}$/)
  assert.deepEqual(
    body.data.parts.map(({ partNumber }: { partNumber: number }) => partNumber),
    [1, 2, 3],
  )
  const [row] = await sql`
    select project_id, file_id, uploader_id, name, comment_id from comment_attachments where id = ${body.data.id}`
  assert.deepEqual(Object.values(row!), [projectId, null, owner.userId, 'a.png', null])
})

test('201 and 400: a name of 1 to 255 characters, a size of 0 to 1 GiB', async () => {
  for (const body of [
    { name: 'a', size: 0 },
    { name: '😀'.repeat(255), size: 2 ** 30 },
  ]) {
    assert.equal((await start(body)).status, 201)
  }
  for (const [body, fault] of [
    [{ name: '', size: 1 }, '/name too_small'],
    [{ name: 'a'.repeat(256), size: 1 }, '/name too_big'],
    [{ name: 'a', size: -1 }, '/size too_small'],
    [{ name: 'a', size: 2 ** 30 + 1 }, '/size too_big'],
    [{ name: 'a', size: 1.5 }, '/size invalid_type'],
    [{ name: 'a' }, '/size invalid_type'],
    [{ size: 1 }, '/name invalid_type'],
    [{ name: 'a', size: 1, mimeType: 'image/png' }, '/mimeType unknown_field'],
  ] as const) {
    assert.deepEqual(faults(await start(body)), [fault])
  }
})
