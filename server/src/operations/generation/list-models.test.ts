import assert from 'node:assert/strict'
import { test } from 'node:test'
import { createIdleProvider } from '../../../test/stand-ins/generation-providers.ts'
import { startWorld } from '../../../test/worlds/world.ts'

type Model = {
  id: string
  available: boolean
  draft: boolean
  outputType: string
  attachments: string[]
  configs: unknown
}

async function list(providers: Parameters<typeof createIdleProvider>[0][]) {
  const world = await startWorld({ providers: providers.map((name) => createIdleProvider(name)) })
  const { key } = await world.person()
  const { status, body } = await world.call('GET /api/models', { key })
  assert.equal(status, 200)
  return body.data as Model[]
}

test('200: the 20 models of the reference, with the settings of videos', async () => {
  const models = await list(['local'])
  assert.equal(models.length, 20)
  const counts = Object.groupBy(models, ({ outputType }) => outputType)
  assert.deepEqual(
    Object.entries(counts).map(([type, of]) => [type, of!.length]),
    [
      ['DOCUMENT', 2],
      ['IMAGE', 5],
      ['VIDEO', 11],
      ['3D', 2],
    ],
  )
  assert.deepEqual(
    models.find(({ id }) => id === 'kling-3.0'),
    {
      id: 'kling-3.0',
      name: 'Kling 3.0',
      outputType: 'VIDEO',
      available: true,
      draft: true,
      attachments: ['image'],
      limits: {
        provider: null,
        prompt: { max: 5000, maxWithAttachments: 5000 },
        attachments: { max: 5, kinds: ['image'], maxBytes: null, maxTotalBytes: null },
        images: {
          types: ['image/png', 'image/jpeg', 'image/webp', 'image/gif'],
          convertedTypes: ['image/tiff', 'image/avif'],
          maxBytes: null,
          maxSide: null,
        },
      },
      configs: {
        resolution: ['720p', '1080p'],
        durationSeconds: { min: 3, max: 15 },
        aspectRatio: ['16:9', '9:16', '1:1'],
        generateAudio: true,
      },
    },
  )
  assert.ok(models.every(({ outputType, configs }) => (outputType === 'VIDEO') === (configs !== null)))
  assert.ok(models.every(({ available }) => available))
})

test('200: the kinds of references that each model accepts', async () => {
  const shown = new Map((await list(['local'])).map(({ id, attachments }) => [id, attachments]))
  assert.deepEqual(shown.get('pdf'), ['image', 'text', 'PDF'])
  assert.deepEqual(shown.get('seedance-2.5'), ['image', 'video', 'audio'])
  assert.deepEqual(shown.get('kling-3.0-omni'), ['image', 'video'])
  assert.deepEqual(shown.get('meshy-7'), ['image'])
})

test('200: a model whose provider has a key is not limited to drafts', async () => {
  const models = await list(['meshy', 'local'])
  assert.deepEqual(
    models.filter(({ draft }) => !draft).map(({ id }) => id),
    ['meshy-7'],
  )
})

test('200: with drafts disabled, a model without a key is not available', async () => {
  const models = await list(['meshy'])
  assert.deepEqual(
    models.filter(({ available }) => available).map(({ id }) => id),
    ['meshy-7'],
  )
})
