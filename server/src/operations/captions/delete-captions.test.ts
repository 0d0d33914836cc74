import assert from 'node:assert/strict'
import { test } from 'node:test'
import { srt, startCaptionWorld } from './fixtures/caption-world.ts'

const { world, key, added, video, list } = await startCaptionWorld()

test('204: deleted captions are gone with their cues; 404 below another file', async () => {
  const [fileId, other] = [await video(), await video()]
  const id = await added(fileId, { text: srt })
  assert.equal((await world.call(`DELETE /api/files/${other}/captions/${id}`, { key })).status, 404)
  assert.equal((await world.call(`DELETE /api/files/${fileId}/captions/${id}`, { key })).status, 204)
  assert.equal((await world.database.sql`select from caption_cues where caption_id = ${id}`).length, 0)
  assert.deepEqual((await list(fileId)).captions, [])
})
