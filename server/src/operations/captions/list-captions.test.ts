import assert from 'node:assert/strict'
import { test } from 'node:test'
import { arabic, french, srt, startCaptionWorld } from './fixtures/caption-world.ts'

const { added, video, list } = await startCaptionWorld()

test('200: SRT, WebVTT and TTML in three languages, in the order of their upload', async () => {
  const fileId = await video()
  const ids: string[] = []
  for (const body of [
    { text: srt, language: 'EN', label: 'SDH' },
    { text: arabic, language: 'ar' },
    { text: french },
  ])
    ids.push(await added(fileId, body))
  const { captions, canTranscribe } = await list(fileId)
  assert.equal(canTranscribe, false)
  assert.deepEqual(
    captions.map(({ id, language, label, source, state, cueCount }: Record<string, unknown>) => [
      ...[id, language, label, source, state, cueCount],
    ]),
    [
      [ids[0], 'en', 'SDH', 'UPLOADED', 'READY', 2],
      [ids[1], 'ar', null, 'UPLOADED', 'READY', 1],
      [ids[2], 'fr', null, 'UPLOADED', 'READY', 1],
    ],
  )
})
