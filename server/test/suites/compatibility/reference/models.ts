// The two tables of models in the reference, copied by hand.
import assert from 'node:assert/strict'
import { call, expect, newProject } from '../client.ts'
import { test } from '../suite.ts'

const project = await newProject()

const byOutputType: Record<string, string[]> = {
  DOCUMENT: ['pdf', 'markdown'],
  IMAGE: [
    ...['gpt-image-2.5-flare', 'gpt-image-2', 'gemini-3-pro-image'],
    ...['gemini-3.1-flash-image', 'gemini-3.1-flash-lite-image'],
  ],
  VIDEO: [
    ...['seedance-2.5', 'seedance-2.0', 'seedance-2.0-fast', 'seedance-2.0-mini'],
    ...['kling-3.0-omni', 'kling-3.0', 'kling-3.0-turbo', 'minimax-h3-max', 'minimax-h3'],
    ...['veo-3.1-generate-preview', 'veo-3.1-lite-generate-preview'],
  ],
  '3D': ['meshy-7', 'hunyuan3d-3.1'],
}

const wide = ['21:9', '16:9', '4:3', '1:1', '3:4', '9:16']
const kling = {
  resolutions: ['720p', '1080p'],
  seconds: [3, 15],
  ratios: ['16:9', '9:16', '1:1'],
  audio: true,
}
const small = { resolutions: ['480p', '720p'], seconds: [4, 15], ratios: wide, audio: true }

type Settings = { resolutions: string[]; seconds: number[]; ratios: string[]; audio: boolean }
const videoModels: Record<string, Settings> = {
  'seedance-2.5': { resolutions: ['480p', '720p', '1080p'], seconds: [4, 30], ratios: wide, audio: true },
  'seedance-2.0': {
    resolutions: ['480p', '720p', '1080p', '4k'],
    seconds: [4, 15],
    ratios: wide,
    audio: true,
  },
  'seedance-2.0-fast': small,
  'seedance-2.0-mini': small,
  'kling-3.0-omni': kling,
  'kling-3.0': kling,
  'kling-3.0-turbo': kling,
  'minimax-h3-max': { resolutions: ['480p', '768p', '1080p'], seconds: [5, 15], ratios: wide, audio: false },
  'minimax-h3': { resolutions: ['768p', '2k'], seconds: [5, 15], ratios: wide, audio: false },
  'veo-3.1-generate-preview': {
    ...{ resolutions: ['720p', '1080p', '4k'], seconds: [8, 8], ratios: ['16:9', '9:16'], audio: true },
  },
  'veo-3.1-lite-generate-preview': {
    ...{ resolutions: ['720p', '1080p'], seconds: [8, 8], ratios: ['16:9', '9:16'], audio: true },
  },
}

/**
 * The fields that a request is refused for, besides an attachment that does not exist: the attachment prevents valid
 * requests from generating anything.
 */
async function refusedFields(outputType: string, outputModel: string, configs?: object): Promise<string[]> {
  const attachments = [{ id: 'FXnothing' }]
  const body = { outputType, outputModel, prompt: 'A house', folder: null, attachments, configs }
  const answer = await call(`POST /api/projects/${project}/files/upload.generate`, { body })
  assert.equal(answer.status, 400, answer.text)
  const paths: string[] = answer.body.errors.map(({ path }: { path: string }) => path)
  assert.ok(paths.includes('/attachments/0/id'), answer.text)
  return paths.filter((path) => !path.startsWith('/attachments'))
}

// reference: 4.2.10, 4.2.26-4.2.29
test('each model is valid for its output type, and for no other', async () => {
  for (const outputType of Object.keys(byOutputType)) {
    for (const [owner, models] of Object.entries(byOutputType)) {
      for (const model of models) {
        const expected = owner === outputType ? [] : ['/outputModel']
        assert.deepEqual(await refusedFields(outputType, model), expected, `${outputType} ${model}`)
      }
    }
  }
  assert.deepEqual(await refusedFields('IMAGE', 'gpt-image-1'), ['/outputModel'])
})

type Model = { id: string; name: string; outputType: string; configs: Record<string, unknown> | null }

// reference: 4.2.26-4.2.30
test('List Models returns the models of the reference with names, and the settings of the video models', async () => {
  const models: Model[] = await expect(200, 'GET /api/models')
  const listed = Object.keys(byOutputType).map((type) => [
    type,
    models.filter(({ outputType }) => outputType === type).map(({ id }) => id),
  ])
  assert.deepEqual(Object.fromEntries(listed), byOutputType)
  for (const { id, name, configs } of models) {
    assert.ok(name.length > 0, id)
    const settings = videoModels[id]
    const { resolution, durationSeconds, aspectRatio, generateAudio } = configs ?? {}
    if (settings === undefined) assert.equal(configs, null, id)
    else {
      const { resolutions, seconds, ratios, audio } = settings
      const range = { min: seconds[0], max: seconds[1] }
      assert.deepEqual(
        [resolution, durationSeconds, aspectRatio, generateAudio],
        [resolutions, range, ratios, audio],
      )
    }
  }
})

// reference: 4.2.34-4.2.44, 8.6
test('each video model accepts the resolutions, seconds, aspect ratios and audio of its row, and nothing else', async () => {
  const allResolutions = ['480p', '720p', '768p', '1080p', '2k', '4k', '8k']
  for (const [model, { resolutions, seconds, ratios, audio }] of Object.entries(videoModels)) {
    const check = async (field: string, value: unknown, valid: boolean) => {
      const refused = await refusedFields('VIDEO', model, { [field]: value })
      assert.deepEqual(refused, valid ? [] : [`/configs/${field}`], `${model} ${field} ${value}`)
    }
    for (const one of allResolutions) await check('resolution', one, resolutions.includes(one))
    for (const one of [...wide, '2:1']) await check('aspectRatio', one, ratios.includes(one))
    const [min, max] = seconds as [number, number]
    for (const one of [min, max]) await check('durationSeconds', one, true)
    for (const one of [min - 1, max + 1]) await check('durationSeconds', one, false)
    await check('generateAudio', true, audio)
    await check('generateAudio', false, true)
  }
})
