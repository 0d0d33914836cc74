// Each row of the API reference's table, tested at its limits. The table is written out here a second time,
// from the reference, so that a mistake in the code cannot confirm itself.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { models } from './models.ts'
import { requestErrors } from './rules.ts'

const six = '21:9 16:9 4:3 3:4 9:16 1:1'
const rows: [id: string, resolutions: string, min: number, max: number, ratios: string, audio: boolean][] = [
  ['seedance-2.5', '480p 720p 1080p', 4, 30, six, true],
  ['seedance-2.0', '480p 720p 1080p 4k', 4, 15, six, true],
  ['seedance-2.0-fast', '480p 720p', 4, 15, six, true],
  ['seedance-2.0-mini', '480p 720p', 4, 15, six, true],
  ['kling-3.0-omni', '720p 1080p', 3, 15, '16:9 9:16 1:1', true],
  ['kling-3.0', '720p 1080p', 3, 15, '16:9 9:16 1:1', true],
  ['kling-3.0-turbo', '720p 1080p', 3, 15, '16:9 9:16 1:1', true],
  ['minimax-h3-max', '480p 768p 1080p', 5, 15, six, false],
  ['minimax-h3', '768p 2k', 5, 15, six, false],
  ['veo-3.1-generate-preview', '720p 1080p 4k', 8, 8, '16:9 9:16', true],
  ['veo-3.1-lite-generate-preview', '720p 1080p', 8, 8, '16:9 9:16', true],
]
const others: Record<string, string[]> = {
  DOCUMENT: ['pdf', 'markdown'],
  IMAGE: [
    'gpt-image-2.5-flare',
    'gpt-image-2',
    'gemini-3-pro-image',
    'gemini-3.1-flash-image',
    'gemini-3.1-flash-lite-image',
  ],
  '3D': ['meshy-7', 'hunyuan3d-3.1'],
}
const everyResolution = ['480p', '720p', '768p', '1080p', '2k', '4k', '720P', '']
const everyRatio = ['21:9', '16:9', '4:3', '3:4', '9:16', '1:1', '2:1', '16:10', '16/9']

function refused(outputModel: string, outputType: string, configs: object | null): string[] {
  const request = { outputModel, outputType, configs, prompt: 'x', attachments: [] }
  return requestErrors(request).map(({ path }) => path)
}

function isTaken(id: string, configs: object): boolean {
  return refused(id, 'VIDEO', configs).length === 0
}

for (const [id, resolutions, min, max, ratios, audio] of rows) {
  test(`${id} accepts exactly the settings of its row`, () => {
    const accepted = (name: string, values: unknown[]) =>
      values.filter((value) => isTaken(id, { [name]: value }))
    assert.deepEqual(accepted('resolution', everyResolution), resolutions.split(' '))
    assert.deepEqual(accepted('aspectRatio', everyRatio), ratios.split(' '))
    const seconds = Array.from({ length: 41 }, (_, i) => i - 5)
    const range = Array.from({ length: max - min + 1 }, (_, i) => min + i)
    assert.deepEqual(accepted('durationSeconds', [...seconds, min + 0.5]), range)
    assert.deepEqual(accepted('generateAudio', [false, true]), audio ? [false, true] : [false])
    assert.ok(isTaken(id, {}))
    const wrong = { resolution: 'x', durationSeconds: max + 1, aspectRatio: 'x' }
    assert.equal(refused(id, 'VIDEO', wrong).length, 3)
    assert.deepEqual(refused(id, 'IMAGE', null), ['/outputModel'])
  })
}

for (const [outputType, ids] of Object.entries(others)) {
  for (const id of ids) {
    test(`${id} generates ${outputType} and has no settings`, () => {
      assert.deepEqual(refused(id, outputType, null), [])
      assert.deepEqual(refused(id, outputType, {}), ['/configs'])
      assert.deepEqual(refused(id, outputType, { resolution: '720p' }), ['/configs'])
      assert.deepEqual(refused(id, 'VIDEO', null), ['/outputModel'])
    })
  }
}

test('the table has no other models', () => {
  const known = [...rows.map(([id]) => id), ...Object.values(others).flat()]
  assert.deepEqual(new Set(models.map(({ id }) => id)), new Set(known))
  assert.equal(models.length, 20)
})
