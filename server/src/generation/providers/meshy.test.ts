import assert from 'node:assert/strict'
import { test } from 'node:test'
import { meshy } from '../../../test/stand-ins/meshy.ts'
import {
  type Adapter,
  drive,
  imageReference,
  providerSuite,
  requestFor,
  withStandIn,
} from '../../../test/stand-ins/provider-suite.ts'
import { GenerationFailure, TryLater } from '../../core/provider.ts'
import { requestErrors } from '../limit-errors.ts'
import { createMeshyProvider } from './meshy.ts'

const adapter: Adapter = { behaviour: meshy, create: createMeshyProvider, model: 'meshy-7', stages: 2 }
const { signal } = new AbortController()

providerSuite('Meshy', adapter)

test('text becomes an image, and the image a 3D model', () =>
  withStandIn(adapter, null, async (provider, { starts }) => {
    await drive(provider, requestFor('meshy-7', { prompt: 'a teapot' }))
    const [first, second] = starts
    assert.equal(first?.path, '/openapi/v1/text-to-image')
    assert.equal(first?.json.prompt, 'a teapot')
    assert.equal(second?.path, '/openapi/v1/image-to-3d')
    assert.equal(second?.json.input_task_id, 'job-1')
    assert.equal(second?.json.ai_model, 'meshy-7')
  }))

test('progress increases across both stages', () =>
  withStandIn(adapter, null, async (provider) => {
    const started = await provider.start(requestFor('meshy-7'), signal)
    let handle = 'handle' in started ? started.handle : {}
    const seen: (number | null)[] = []
    for (;;) {
      const progress = await provider.poll(handle, signal).catch(() => null)
      if (progress?.state === 'SUCCEEDED') break
      if (progress?.state === 'NEXT') handle = (await provider.next!(handle, signal)).handle
      if (progress?.state === 'RUNNING') seen.push(progress.progress)
    }
    assert.deepEqual(seen, [0.05, 0.05, 0.5, 0.5])
  }))

test('several images go to the multi-image endpoint, the prompt to the texture', () =>
  withStandIn(adapter, null, async (provider, { starts }) => {
    const references = [imageReference('a'), imageReference('b')]
    await drive(provider, requestFor('meshy-7', { prompt: 'gold like <#b>', references }))
    assert.equal(starts[0]?.path, '/openapi/v1/multi-image-to-3d')
    assert.equal(starts[0]?.json.image_urls.length, 2)
    assert.equal(starts[0]?.json.texture_prompt, 'gold like image 2')
  }))

test('a lost or rate-limited second stage gives the same errors as a start', () =>
  withStandIn(adapter, null, async (provider, standIn) => {
    const started = await provider.start(requestFor('meshy-7'), signal)
    assert.ok('handle' in started)
    standIn.fault = 'rate limit'
    await assert.rejects(provider.next!(started.handle, signal), TryLater)
    standIn.fault = 'dropped after the start'
    await assert.rejects(provider.next!(started.handle, signal), (error) => {
      return !(error instanceof TryLater) && !(error instanceof GenerationFailure)
    })
    assert.equal(standIn.starts.length, 2)
  }))

test('a running task can be cancelled', () =>
  withStandIn(adapter, null, async (provider, { generations }) => {
    await provider.start(requestFor('meshy-7'), signal)
    const handle = { kind: 'text-to-image', taskId: 'job-1' }
    await assert.rejects(provider.cancel!(handle, signal))
    await provider.cancel!(handle, signal).catch(() => {})
    await provider.cancel!(handle, signal)
    assert.ok(generations.get('job-1')?.cancelled)
  }))

test('accepts 4 images, and 600 characters with them', () => {
  const provider = createMeshyProvider({ apiKey: 'secret' })
  const references = ['a', 'b', 'c', 'd', 'e'].map((id) => imageReference(id))
  const errors = requestErrors(provider, requestFor('meshy-7', { references, prompt: 'x'.repeat(601) }))
  assert.deepEqual(errors.map(({ path }) => path).sort(), ['/attachments', '/prompt'])
  assert.deepEqual(requestErrors(provider, requestFor('meshy-7', { prompt: 'x'.repeat(5000) })), [])
})
