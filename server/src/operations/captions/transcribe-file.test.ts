import assert from 'node:assert/strict'
import { test } from 'node:test'
import { startCaptionWorld } from './fixtures/caption-world.ts'

// The requests to the service are tested in jobs/transcribe.test.ts.
const { world, key, video, list } = await startCaptionWorld()

test('409: without speech-to-text in the settings, nothing is transcribed', async () => {
  const fileId = await video()
  const { status, body } = await world.call(`POST /api/files/${fileId}/captions.transcribe`, {
    key,
    body: {},
  })
  assert.deepEqual([status, body.code], [409, 'transcription_unavailable'])
  assert.deepEqual((await list(fileId)).captions, [])
})
