import assert from 'node:assert/strict'
import { test } from 'node:test'
import { arabic, startCaptionWorld } from './fixtures/caption-world.ts'

const { world, key, owner, added, video } = await startCaptionWorld()

test('200: all cues, and who uploaded them; 404 below another file', async () => {
  const [fileId, other] = [await video(), await video()]
  const id = await added(fileId, { text: arabic, language: 'ar' })
  const { body } = await world.call(`GET /api/files/${fileId}/captions/${id}`, { key })
  assert.deepEqual(body.data.cues, [{ startMs: 1000, endMs: 2000, text: 'مرحبا بالعالم' }])
  assert.equal(body.data.author.id, owner.userId)
  assert.equal((await world.call(`GET /api/files/${other}/captions/${id}`, { key })).status, 404)
})
