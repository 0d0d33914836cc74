import assert from 'node:assert/strict'
import { test } from 'node:test'
import { gemini, veo } from '../../../test/stand-ins/google.ts'
import {
  type Adapter,
  assertFails,
  drive,
  imageReference,
  providerSuite,
  requestFor,
  withStandIn,
} from '../../../test/stand-ins/provider-suite.ts'
import { requestErrors } from '../limit-errors.ts'
import { createGoogleProvider } from './google.ts'

const images: Adapter = {
  behaviour: gemini,
  create: createGoogleProvider,
  basePath: '/v1beta',
  model: 'gemini-3.1-flash-image',
  synchronous: true,
}
const videos: Adapter = {
  behaviour: veo,
  create: createGoogleProvider,
  basePath: '/v1beta',
  model: 'veo-3.1-generate-preview',
}

providerSuite('Gemini', images)
providerSuite('Veo', videos)

test('a blocked prompt that Gemini answers with 200 fails with content_policy', () =>
  withStandIn(images, null, async (provider, { starts }) => {
    await assertFails(
      drive(provider, requestFor('gemini-3-pro-image', { prompt: 'block me' })),
      'content_policy',
    )
    assert.equal(starts.length, 1)
  }))

test('Gemini receives images inside the request', () =>
  withStandIn(images, null, async (provider, { starts }) => {
    await drive(
      provider,
      requestFor('gemini-3-pro-image', { prompt: 'more of <#FX1>', references: [imageReference('FX1')] }),
    )
    assert.equal(starts[0]?.path, '/v1beta/models/gemini-3-pro-image:generateContent')
    const [text, file] = starts[0]!.json.contents[0].parts
    assert.equal(text.text, 'more of image 1')
    assert.equal(file.inlineData.mimeType, 'image/png')
  }))

test('Veo receives the settings, and images as assets', () =>
  withStandIn(videos, null, async (provider, { starts }) => {
    const video = { resolution: '1080p', durationSeconds: 8, aspectRatio: '9:16', generateAudio: true }
    const references = [imageReference('FX1')]
    await drive(provider, requestFor('veo-3.1-generate-preview', { prompt: 'fly <#FX1>', references, video }))
    const { instances, parameters } = starts[0]!.json
    assert.equal(instances[0].prompt, 'fly reference image 1')
    assert.equal(instances[0].referenceImages[0].referenceType, 'asset')
    const { resolution, durationSeconds, aspectRatio } = parameters
    assert.deepEqual([resolution, durationSeconds, aspectRatio], ['1080p', 8, '9:16'])
  }))

test('Veo Lite receives images as first and last frame', () =>
  withStandIn(videos, null, async (provider, { starts }) => {
    const references = [imageReference('FX1'), imageReference('FX2')]
    await drive(provider, requestFor('veo-3.1-lite-generate-preview', { prompt: 'to <#FX2>', references }))
    const [instance] = starts[0]!.json.instances
    assert.equal(instance.prompt, 'to the last frame')
    assert.ok(instance.image && instance.lastFrame)
  }))

test('Veo refuses generateAudio false, and more than 3 images', () => {
  const provider = createGoogleProvider({ apiKey: 'secret' })
  const request = requestFor('veo-3.1-generate-preview', {
    references: ['a', 'b', 'c', 'd'].map((id) => imageReference(id)),
  })
  const errors = requestErrors(provider, { ...request, video: { ...request.video!, generateAudio: false } })
  assert.deepEqual(errors.map(({ path }) => path).sort(), ['/attachments', '/configs/generateAudio'])
})
