import assert from 'node:assert/strict'
import { test } from 'node:test'
import { kling } from '../../../test/stand-ins/kling.ts'
import {
  type Adapter,
  drive,
  finish,
  imageReference,
  providerSuite,
  requestFor,
  withStandIn,
} from '../../../test/stand-ins/provider-suite.ts'
import { resultBytes } from '../../../test/stand-ins/stand-in.ts'
import { requestErrors } from '../limit-errors.ts'
import { createKlingProvider } from './kling.ts'

const adapter: Adapter = { behaviour: kling, create: createKlingProvider, model: 'kling-3.0-omni' }
const { signal } = new AbortController()

providerSuite('Kling Omni', adapter)
providerSuite('Kling', { ...adapter, model: 'kling-3.0' })
providerSuite('Kling Turbo', { ...adapter, model: 'kling-3.0-turbo' })

test('a start whose response was lost is found by its client reference, and finishes', () =>
  withStandIn(adapter, 'dropped after the start', async (provider, standIn) => {
    const request = requestFor('kling-3.0', { clientReference: 'attempt-7' })
    await assert.rejects(provider.start(request, signal))
    const handle = await recoverThroughFaults(() => provider.recover!(request, signal))
    assert.deepEqual(handle, { taskId: 'job-1' })
    assert.deepEqual(await finish(provider, handle!), resultBytes)
    assert.equal(standIn.starts.length, 1)
  }))

test('recover returns null for a start that never arrived', () =>
  withStandIn(adapter, null, async (provider) => {
    assert.equal(await recoverThroughFaults(() => provider.recover!(requestFor('kling-3.0'), signal)), null)
  }))

/** The stand-in answers the first two calls with gateway errors. */
async function recoverThroughFaults<T>(recover: () => Promise<T>): Promise<T> {
  await assert.rejects(recover())
  await assert.rejects(recover())
  return recover()
}

test('the prompt of Omni names references by id', () =>
  withStandIn(adapter, null, async (provider, { starts }) => {
    const video = { resolution: '1080p', durationSeconds: 15, aspectRatio: '1:1', generateAudio: false }
    const references = [imageReference('FX1'), imageReference('FX2')]
    await drive(provider, requestFor('kling-3.0-omni', { prompt: '<#FX2> meets <#FX1>', references, video }))
    const { path, json } = starts[0]!
    assert.equal(path, '/omni-video/kling-3.0-omni')
    assert.deepEqual(json.contents[0], { type: 'prompt', text: '@image_2 meets @image_1' })
    assert.deepEqual(json.contents[2], { type: 'refer_image', url: 'iVBORw0KGgo=', id: 'image_2' })
    assert.deepEqual(json.settings, {
      resolution: '1080p',
      duration: 15,
      aspect_ratio: '1:1',
      audio: 'off',
      multi_shot: false,
    })
    assert.deepEqual(json.options, { external_task_id: 'ref-1' })
  }))

test('3.0 takes text, or frames that determine the ratio', () =>
  withStandIn(adapter, null, async (provider, { starts }) => {
    await drive(provider, requestFor('kling-3.0', { prompt: 'a bird' }))
    await drive(
      provider,
      requestFor('kling-3.0', { prompt: 'to <#b>', references: [imageReference('a'), imageReference('b')] }),
    )
    const [words, framed] = starts
    assert.equal(words?.path, '/text-to-video/kling-3.0')
    assert.equal(words?.json.prompt, 'a bird')
    assert.equal(words?.json.settings.aspect_ratio, '16:9')
    assert.equal(framed?.path, '/image-to-video/kling-3.0')
    assert.deepEqual(
      framed?.json.contents.map(({ type }: { type: string }) => type),
      ['prompt', 'first_frame', 'last_frame'],
    )
    assert.equal(framed?.json.contents[0].text, 'to the last frame')
    assert.equal(framed?.json.settings.aspect_ratio, undefined)
  }))

test('limits: 3,072 characters, and one attachment for Turbo', () => {
  const provider = createKlingProvider({ apiKey: 'secret' })
  const paths = (request: Parameters<typeof provider.validate>[0]) =>
    requestErrors(provider, request).map(({ path }) => path)
  assert.deepEqual(paths(requestFor('kling-3.0', { prompt: '界'.repeat(3072) })), [])
  assert.deepEqual(paths(requestFor('kling-3.0', { prompt: 'x'.repeat(3073) })), ['/prompt'])
  const references = [imageReference('FX1')]
  const long = { prompt: `<#FX1>${'x'.repeat(3067)}`, references }
  assert.deepEqual(paths(requestFor('kling-3.0-omni', long)), ['/prompt'])
  const turbo = requestFor('kling-3.0-turbo', { references: [...references, imageReference('FX2')] })
  const video = { ...turbo.video!, generateAudio: false, aspectRatio: '1:1' }
  const expected = ['/attachments', '/configs/aspectRatio', '/configs/generateAudio']
  assert.deepEqual(paths({ ...turbo, video }).sort(), expected)
})
