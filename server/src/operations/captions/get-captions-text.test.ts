import assert from 'node:assert/strict'
import { test } from 'node:test'
import { srt, startCaptionWorld } from './fixtures/caption-world.ts'

const { world, key, added, video } = await startCaptionWorld()

test('200: as WebVTT, as SRT, or the words alone', async () => {
  const fileId = await video()
  const id = await added(fileId, { text: srt, language: 'en' })
  const text = async (query: string) =>
    (await world.call(`GET /api/files/${fileId}/captions/${id}/text${query}`, { key })).body.data
  assert.deepEqual(await text('?format=srt'), { language: 'en', mimeType: 'application/x-subrip', text: srt })
  assert.equal((await text('?format=txt')).text, 'Hello world\nBye\n')
  assert.match((await text('')).text, /^WEBVTT\n\n00:00:01\.000 --> 00:00:02\.000\nHello world\n/)
})
