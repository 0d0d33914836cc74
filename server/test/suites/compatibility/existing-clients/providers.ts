// Item 12 of what surprised clients: the limits of a provider that are tighter than the reference.
import assert from 'node:assert/strict'
import { setTimeout as pause } from 'node:timers/promises'
import { call, expect, expectInvalid, newFile, newProject, pixel } from '../client.ts'
import { limited } from '../limited.ts'
import { test } from '../suite.ts'

const at = limited
const project = await newProject({ at })
const route = `POST /api/projects/${project}/files/upload.generate`
const request = {
  outputType: 'VIDEO',
  outputModel: 'kling-3.0',
  prompt: 'A house',
  folder: null,
  attachments: [],
}

async function limitsOf(model: string) {
  const models = await expect(200, 'GET /api/models', { at })
  return models.find(({ id }: { id: string }) => id === model).limits
}

test('12. List Models returns the limits of the configured provider, per model', async () => {
  const limits = await limitsOf('kling-3.0')
  assert.equal(limits.provider.name, 'Kling')
  assert.deepEqual([limits.prompt.max, limits.attachments.max], [3_072, 2])
  const free = await limitsOf('seedance-2.0')
  assert.equal(free.provider, null)
  assert.deepEqual([free.prompt.max, free.attachments.max], [5_000, 5])
})

test('12. OpenAPI documents the limits of every model of the reference', async () => {
  const { body } = await call('GET /openapi.json', { key: null, at })
  const path = Object.keys(body.paths).find((one) => one.endsWith('/files/upload.generate'))!
  const limits = body.paths[path].post['x-model-limits']
  const models: { id: string }[] = await expect(200, 'GET /api/models', { at })
  assert.deepEqual(Object.keys(limits).toSorted(), models.map(({ id }) => id).toSorted())
  assert.equal(limits['kling-3.0'].prompt.max, 3_072)
})

test('12. the 400 of a tighter limit names the provider as the reason; within the limit it is 202', async () => {
  const long = await call(route, { at, body: { ...request, prompt: 'x'.repeat(3_073) } })
  assert.deepEqual([long.status, long.body.errors[0].path], [400, '/prompt'])
  assert.match(long.body.message, /Kling/)
  const ids = await Promise.all(
    [1, 2, 3].map((i) => newFile(project, { at, name: `${i}.png`, bytes: pixel })),
  )
  const attachments = ids.map((id) => ({ id }))
  const many = await call(route, { at, body: { ...request, attachments } })
  assert.deepEqual([many.status, many.body.errors[0].path], [400, '/attachments'])
  assert.match(many.body.message, /Kling/)
  const text = await newFile(project, { at, name: 'notes.txt' })
  const body = { ...request, attachments: [{ id: text }] }
  assert.match((await call(route, { at, body })).body.message, /Kling/)
  await expectInvalid(['/attachments/0/id'], route, { at, body })
  await expect(202, route, { at, body: { ...request, prompt: 'x'.repeat(3_072) } })
})

/** A GIF of one pixel: a type that Kling does not accept. */
const gif = Buffer.from('R0lGODlhAQABAIAAAP///wAAACwAAAAAAQABAAACAkQBADs=', 'base64')

test('12. an image of a type that the provider does not accept is converted, and the metadata of the file says so', async () => {
  const id = await newFile(project, { at, name: 'look.gif', bytes: gif })
  const body = { ...request, prompt: `Like <#${id}>`, attachments: [{ id }] }
  const file = await expect(202, route, { at, body })
  let generation = (await expect(200, `GET /api/files/${file.id}`, { at })).generation
  for (
    const end = performance.now() + 120_000;
    generation.adjustments.length === 0 && performance.now() < end;
  ) {
    await pause(100)
    generation = (await expect(200, `GET /api/files/${file.id}`, { at })).generation
  }
  const [{ attachment, changes, from, to }] = generation.adjustments
  assert.deepEqual([attachment.id, changes, from.mimeType], [id, ['CONVERTED'], 'image/gif'])
  assert.match(to.mimeType, /^image\/(png|jpeg)$/)
})
