import assert from 'node:assert/strict'
import { test } from 'node:test'
import { gemini, veo } from '../../../test/stand-ins/google.ts'
import {
  type Adapter,
  assertFails,
  drive,
  jobFor,
  picture,
  providerSuite,
  withStandIn,
} from '../../../test/stand-ins/provider-suite.ts'
import { jobErrors } from '../limit-errors.ts'
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

test('Gemini says with a 200 that it blocks a prompt', () =>
  withStandIn(images, null, async (provider, { starts }) => {
    await assertFails(drive(provider, jobFor('gemini-3-pro-image', { prompt: 'block me' })), 'content_policy')
    assert.equal(starts.length, 1)
  }))

test('Gemini gets pictures inside the request', () =>
  withStandIn(images, null, async (provider, { starts }) => {
    await drive(
      provider,
      jobFor('gemini-3-pro-image', { prompt: 'more of <#FX1>', references: [picture('FX1')] }),
    )
    assert.equal(starts[0]?.path, '/v1beta/models/gemini-3-pro-image:generateContent')
    const [text, file] = starts[0]!.json.contents[0].parts
    assert.equal(text.text, 'more of image 1')
    assert.equal(file.inlineData.mimeType, 'image/png')
  }))

test('Veo gets its settings, and pictures as assets', () =>
  withStandIn(videos, null, async (provider, { starts }) => {
    const video = { resolution: '1080p', durationSeconds: 8, aspectRatio: '9:16', generateAudio: true }
    const references = [picture('FX1')]
    await drive(provider, jobFor('veo-3.1-generate-preview', { prompt: 'fly <#FX1>', references, video }))
    const { instances, parameters } = starts[0]!.json
    assert.equal(instances[0].prompt, 'fly reference image 1')
    assert.equal(instances[0].referenceImages[0].referenceType, 'asset')
    const { resolution, durationSeconds, aspectRatio } = parameters
    assert.deepEqual([resolution, durationSeconds, aspectRatio], ['1080p', 8, '9:16'])
  }))

test('Veo Lite takes pictures as its first and last frame', () =>
  withStandIn(videos, null, async (provider, { starts }) => {
    const references = [picture('FX1'), picture('FX2')]
    await drive(provider, jobFor('veo-3.1-lite-generate-preview', { prompt: 'to <#FX2>', references }))
    const [instance] = starts[0]!.json.instances
    assert.equal(instance.prompt, 'to the last frame')
    assert.ok(instance.image && instance.lastFrame)
  }))

test('Veo cannot be silent, and takes 3 pictures', () => {
  const provider = createGoogleProvider({ apiKey: 'secret' })
  const job = jobFor('veo-3.1-generate-preview', {
    references: ['a', 'b', 'c', 'd'].map((id) => picture(id)),
  })
  const errors = jobErrors(provider, { ...job, video: { ...job.video!, generateAudio: false } })
  assert.deepEqual(errors.map(({ path }) => path).sort(), ['/attachments', '/configs/generateAudio'])
})
