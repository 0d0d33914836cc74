import assert from 'node:assert/strict'
import { test } from 'node:test'
import { newFile } from '../../../test/worlds/samples.ts'
import { startWorld } from '../../../test/worlds/world.ts'
import { createLocalProvider } from '../../generation/local/local-provider.ts'
import { models } from '../../generation/models.ts'
import { createBytePlusProvider } from '../../generation/providers/byteplus.ts'
import { createGoogleProvider } from '../../generation/providers/google.ts'
import { createKlingProvider } from '../../generation/providers/kling.ts'
import { createMeshyProvider } from '../../generation/providers/meshy.ts'
import { createTencentProvider } from '../../generation/providers/tencent.ts'

const nowhere = { apiKey: 'secret', baseUrl: 'http://127.0.0.1:9' }
const world = await startWorld({
  providers: [
    createKlingProvider(nowhere),
    createBytePlusProvider(nowhere),
    createGoogleProvider(nowhere),
    createMeshyProvider(nowhere),
    createTencentProvider({ secretId: 'a', secretKey: 'secret', baseUrl: nowhere.baseUrl }),
    createLocalProvider(),
  ],
})
const { sql } = world.database
const { id: projectId, owner } = await world.project()
const { key } = owner

type Field = { path: string; code: string; message: string }

/** The status, and the field errors as `path: message`. */
async function generate(outputModel: string, prompt: string, ids: string[] = []) {
  const { outputType } = models.find(({ id }) => id === outputModel)!
  const attachments = ids.map((id) => ({ id }))
  const body = { outputType, outputModel, prompt, folder: null, attachments }
  const answer = await world.call(`POST /api/projects/${projectId}/files/upload.generate`, { key, body })
  const errors: Field[] = answer.body.errors ?? []
  return { status: answer.status, errors: errors.map(({ path, message }) => `${path}: ${message}`) }
}

async function fileOf(mimeType: string, size = 5): Promise<string> {
  const id = await newFile(world, projectId, owner)
  await sql`
    update objects set mime_type = ${mimeType}, size = ${size} where id = (select object_id from files where id = ${id})`
  return id
}

const files = async () => (await sql`select from files where mode = 'GENERATED'`).length

test('200: List Models has the limits of the configured provider per model, and of the API for drafts', async () => {
  const { body } = await world.call('GET /api/models', { key })
  const listed = (id: string) => body.data.find((model: { id: string }) => model.id === id)
  assert.deepEqual(listed('kling-3.0').limits, {
    provider: { id: 'kling', name: 'Kling' },
    prompt: { max: 3072, maxWithAttachments: 3072 },
    attachments: { max: 2, kinds: ['image'], maxBytes: null, maxTotalBytes: 52_428_800 },
    images: {
      types: ['image/png', 'image/jpeg'],
      convertedTypes: ['image/webp', 'image/gif', 'image/tiff', 'image/avif'],
      maxBytes: 10_485_760,
      maxSide: null,
    },
  })
  assert.deepEqual(listed('kling-3.0-omni').limits.attachments.max, 5)
  assert.deepEqual(listed('kling-3.0-omni').attachments, ['image'])
  assert.deepEqual(listed('meshy-7').limits.prompt, { max: 5000, maxWithAttachments: 600 })
  assert.deepEqual(listed('hunyuan3d-3.1').limits.prompt, { max: 1024, maxWithAttachments: 0 })
  assert.equal(listed('seedance-2.0').limits.images.maxSide, 5999)
  const draft = listed('minimax-h3').limits
  assert.deepEqual([draft.provider, draft.prompt.max, draft.attachments.max], [null, 5000, 5])
})

test('200: OpenAPI has the limits of every provider, per model', async () => {
  const { body } = await world.call('GET /openapi.json', {})
  const limits = body.paths['/api/projects/{projectId}/files/upload.generate'].post['x-model-limits']
  assert.deepEqual(Object.keys(limits).sort(), models.map(({ id }) => id).sort())
  assert.deepEqual(limits['veo-3.1-generate-preview'].attachments.max, 3)
  assert.deepEqual(limits['hunyuan3d-3.1'].provider, { id: 'tencent', name: 'Tencent' })
})

test('400: a prompt that is too long names the provider, its limit and the length; nothing is stored', async () => {
  const before = await files()
  assert.deepEqual(await generate('kling-3.0', 'é'.repeat(4812)), {
    status: 400,
    errors: ['/prompt: Kling accepts at most 3,072 characters for this model; this prompt has 4,812.'],
  })
  const image = await fileOf('image/png')
  assert.deepEqual((await generate('meshy-7', 'x'.repeat(601), [image])).errors, [
    '/prompt: Meshy accepts at most 600 characters for this model beside attachments; this prompt has 601.',
  ])
  assert.match(
    (await generate('hunyuan3d-3.1', `gold <#${image}>`, [image])).errors[0]!,
    /^\/prompt: Tencent accepts either/,
  )
  assert.equal(await files(), before)
})

test('202: a prompt at the limit, beyond it for drafts, and counted in characters if not ASCII', async () => {
  const image = await fileOf('image/png')
  assert.equal((await generate('kling-3.0', '🎬'.repeat(3072))).status, 202)
  assert.equal((await generate('minimax-h3', 'x'.repeat(5000))).status, 202)
  assert.equal((await generate('meshy-7', 'x'.repeat(5000))).status, 202)
  assert.equal((await generate('hunyuan3d-3.1', ` <#${image}> `, [image])).status, 202)
})

test('400: too many attachments and unsupported kinds name the provider', async () => {
  const images = await Promise.all([1, 2, 3, 4].map(() => fileOf('image/png')))
  assert.deepEqual((await generate('veo-3.1-generate-preview', 'A', images)).errors, [
    '/attachments: Google accepts at most 3 attachments for this model; this request has 4.',
  ])
  const video = await fileOf('video/mp4')
  assert.deepEqual((await generate('seedance-2.0', 'A', [images[0]!, video])).errors, [
    '/attachments/1/id: BytePlus accepts only images for this model; this attachment is video/mp4.',
  ])
})

test('202: images of other formats and sizes than the provider accepts are converted', async () => {
  const types = ['image/webp', 'image/tiff', 'image/avif', 'image/gif']
  const ids = await Promise.all(types.map((type) => fileOf(type)))
  const large = await fileOf('image/png', 60 * 1024 * 1024)
  assert.equal((await generate('kling-3.0-omni', 'A', [...ids, large])).status, 202)
})

test('400: images that cannot be converted or are too large to be downscaled', async () => {
  const heic = await fileOf('image/heic')
  const huge = await fileOf('image/jpeg', 600 * 1024 * 1024)
  assert.deepEqual((await generate('kling-3.0', 'A', [heic, huge])).errors, [
    '/attachments/0/id: Kling does not accept HEIC for this model, and it cannot be converted here: attach PNG, JPEG, WebP, GIF, TIFF, AVIF.',
    '/attachments/1/id: Images of more than 512 MB cannot be downscaled for Kling; this one has 600 MB.',
  ])
  assert.equal((await generate('gemini-3-pro-image', 'A', [heic])).status, 202)
})

test('400: an error names the right attachment when one before it is unknown', async () => {
  const video = await fileOf('video/mp4')
  const { errors } = await generate('kling-3.0', 'A', ['FX0000000000000000000000', video])
  assert.deepEqual(
    errors.map((error) => error.split(': ')[0]),
    ['/attachments/0/id', '/attachments/1/id'],
  )
})
