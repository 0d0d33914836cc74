import assert from 'node:assert/strict'
import { test } from 'node:test'
import { startWorld } from '../../../test/worlds/world.ts'

const world = await startWorld()
const { id: projectId, owner } = await world.project()

const start = (body: object) =>
  world.call(`POST /api/projects/${projectId}/generation-attachments/upload.multipart`, {
    key: owner.key,
    body,
  })

test('201: an id and a URL for each part', async () => {
  const { status, body } = await start({ name: 'reference.png', size: 5 })
  assert.equal(status, 201)
  assert.match(body.data.id, /^GA[0-9A-Za-z]{22}$/)
  assert.equal(body.data.parts.length, 1)
})

test('400: no name, an empty file, or too large', async () => {
  for (const [wrong, path] of [
    [{ name: '', size: 5 }, '/name'],
    [{ name: 'a.png', size: 0 }, '/size'],
    [{ name: 'a.png', size: 2 ** 30 + 1 }, '/size'],
  ] as const) {
    const { status, body } = await start(wrong)
    assert.deepEqual([status, body.errors[0].path], [400, path])
  }
})
