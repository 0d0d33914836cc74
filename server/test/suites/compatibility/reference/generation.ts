import assert from 'node:assert/strict'
import { setTimeout as pause } from 'node:timers/promises'
import {
  assertPrefixed,
  call,
  expect,
  expectInvalid,
  newFile,
  newProject,
  pixel,
  sendParts,
  unknownUuid,
} from '../client.ts'
import { test } from '../suite.ts'

const project = await newProject()
const route = `POST /api/projects/${project}/files/upload.generate`
const request = {
  outputType: 'DOCUMENT',
  outputModel: 'markdown',
  prompt: 'A shot list for the lighthouse scene',
  folder: null as { id: string } | null,
  attachments: [] as { id: string }[],
}
const video = { ...request, outputType: 'VIDEO', outputModel: 'seedance-2.0' }
const image = { ...request, outputType: 'IMAGE', outputModel: 'gpt-image-2' }

/** Generates and cancels: most tests check what is accepted, not the result. */
async function accepted(body: object): Promise<string> {
  const { id } = await expect(202, route, { body })
  await call(`POST /api/files/${id}/generate.cancel`)
  return id
}

// reference: 1.6, 2.0.4, 3.4, 4.2.1, 4.2.22
test('Generate File returns 202 with only the id of a file that is still being generated and becomes ready later', async () => {
  const { status, body } = await call(route, { body: request })
  assert.equal(status, 202)
  assert.deepEqual(Object.keys(body.data), ['id'])
  assertPrefixed('FX', body.data.id)
  let file = await expect(200, `GET /api/files/${body.data.id}`)
  const first = file.status
  // An existing client knows one status, and treats every other as "not ready".
  while (file.status !== 'UPLOADED') {
    assert.notEqual(file.status, 'FAILED', JSON.stringify(file.failure))
    await pause(100)
    file = await expect(200, `GET /api/files/${body.data.id}`)
  }
  assert.ok(['GENERATING', 'UPLOADED'].includes(first), first)
  assert.ok(file.size > 0)
})

// reference: 1.6, 4.2.9
test('every output type can be generated; another one returns 400', async () => {
  const models = { DOCUMENT: 'pdf', IMAGE: 'gpt-image-2', VIDEO: 'kling-3.0', '3D': 'meshy-7' }
  for (const [outputType, outputModel] of Object.entries(models))
    await accepted({ ...request, outputType, outputModel })
  const { status, body } = await call(route, { body: { ...request, outputType: 'SOUND' } })
  assert.equal(status, 400)
  assert.equal(body.errors[0].path, '/outputType')
})

// reference: 4.2.6
test('Generate File in a project that does not exist returns 404', async () => {
  const answer = await call(`POST /api/projects/${unknownUuid}/files/upload.generate`, { body: request })
  assert.equal(answer.status, 404)
})

// reference: 4.2.9-4.2.12, 4.2.14
test('outputType, outputModel, prompt, folder and attachments are required', async () => {
  await expectInvalid(['/outputType', '/outputModel', '/prompt', '/folder', '/attachments'], route, {
    body: {},
  })
})

// reference: 4.2.11, 8.4
test('a prompt has 1 to 5000 characters', async () => {
  for (const prompt of ['x', 'x'.repeat(5_000), '🎬'.repeat(5_000)]) await accepted({ ...request, prompt })
  for (const prompt of ['', 'x'.repeat(5_001)])
    await expectInvalid(['/prompt'], route, { body: { ...request, prompt } })
})

// reference: 4.2.12, 4.2.13
test('folder null is the project root; folder.id, required in an object, is the target folder', async () => {
  const folder = await expect(201, `POST /api/projects/${project}/folders`, { body: { name: 'Generated' } })
  const inFolder = await accepted({ ...request, folder: { id: folder.id } })
  const atRoot = await accepted(request)
  assert.equal((await expect(200, `GET /api/files/${inFolder}`)).folder.id, folder.id)
  assert.equal((await expect(200, `GET /api/files/${atRoot}`)).folder, null)
  await expectInvalid(['/folder/id'], route, { body: { ...request, folder: {} } })
  await expectInvalid(['/folder/id'], route, { body: { ...request, folder: { id: 'DXnothing' } } })
})

async function newReference(): Promise<string> {
  const start = `POST /api/projects/${project}/generation-attachments/upload.multipart`
  const { id, parts } = await expect(201, start, { body: { name: 'look.png', size: pixel.length } })
  const body = { parts: await sendParts(parts, pixel) }
  await expect(204, `POST /api/generation-attachments/${id}/upload.complete`, { body })
  return id
}

// reference: 4.2.14, 8.5
test('attachments has 0 to 5 items', async () => {
  const ids = await Promise.all(
    Array.from({ length: 6 }, (_, i) => newFile(project, { name: `${i}.png`, bytes: pixel })),
  )
  const attachments = ids.map((id) => ({ id }))
  await accepted({ ...image, attachments: [] })
  await accepted({ ...image, attachments: attachments.slice(0, 5) })
  await expectInvalid(['/attachments'], route, { body: { ...image, attachments } })
})

// reference: 2.0.6, 4.2.15, 4.2.21
test('an attachment is a project file (FX) or a generation attachment (GA), which the prompt may name as <#id>', async () => {
  const file = await newFile(project, { name: 'set.png', bytes: pixel })
  const reference = await newReference()
  assertPrefixed('FX', file)
  assertPrefixed('GA', reference)
  const prompt = `The house of <#${file}> in the light of <#${reference}>`
  const attachments = [{ id: file }, { id: reference }]
  const id = await accepted({ ...image, prompt, attachments })
  const { generation } = await expect(200, `GET /api/files/${id}`)
  assert.deepEqual([generation.prompt, generation.attachments], [prompt, attachments])
  for (const unknown of ['FXnothing', 'GAnothing'])
    await expectInvalid(['/attachments/0/id'], route, { body: { ...image, attachments: [{ id: unknown }] } })
  await expectInvalid(['/attachments/0/id'], route, { body: { ...image, attachments: [{}] } })
})

// reference: 4.2.16, 8.6
test('configs is optional, and only video models accept it', async () => {
  await accepted(video)
  await accepted({ ...video, configs: {} })
  for (const body of [request, image, { ...request, outputType: '3D', outputModel: 'meshy-7' }]) {
    const answer = await call(route, { body: { ...body, configs: { resolution: '720p' } } })
    assert.equal(answer.status, 400)
    assert.match(answer.body.errors[0].path, /^\/configs/)
  }
})

// reference: 4.2.17-4.2.20
test('generateAudio, resolution, durationSeconds and aspectRatio have their types and are stored', async () => {
  const configs = { generateAudio: true, resolution: '720p', durationSeconds: 5, aspectRatio: '16:9' }
  const id = await accepted({ ...video, configs })
  assert.deepEqual((await expect(200, `GET /api/files/${id}`)).generation.configs, configs)
  const wrong = { generateAudio: 'yes', resolution: 720, durationSeconds: '5', aspectRatio: 1.78 }
  for (const [field, value] of Object.entries(wrong))
    await expectInvalid([`/configs/${field}`], route, { body: { ...video, configs: { [field]: value } } })
})
