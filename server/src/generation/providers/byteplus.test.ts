import assert from 'node:assert/strict'
import { test } from 'node:test'
import { bytePlus } from '../../../test/stand-ins/byteplus.ts'
import {
  type Adapter,
  drive,
  finish,
  imageReference,
  providerSuite,
  requestFor,
  withStandIn,
} from '../../../test/stand-ins/provider-suite.ts'
import { createBytePlusProvider } from './byteplus.ts'

const adapter: Adapter = { behaviour: bytePlus, create: createBytePlusProvider, model: 'seedance-2.0' }

providerSuite('BytePlus', adapter)

test('Seedance receives the settings, and images as references', () =>
  withStandIn(adapter, null, async (provider, { starts }) => {
    const video = { resolution: '1080p', durationSeconds: 30, aspectRatio: '21:9', generateAudio: false }
    await drive(
      provider,
      requestFor('seedance-2.5', { prompt: 'fly <#FX1>', references: [imageReference('FX1')], video }),
    )
    const { content, ...settings } = starts[0]!.json
    assert.deepEqual(settings, {
      model: 'dreamina-seedance-2-5-260628',
      ratio: '21:9',
      resolution: '1080p',
      duration: 30,
      generate_audio: false,
      watermark: false,
    })
    assert.deepEqual(content[0], { type: 'text', text: 'fly @Image1' })
    assert.equal(content[1].role, 'reference_image')
    assert.match(content[1].image_url.url, /^data:image\/png;base64,iVBOR/)
  }))

test('each model maps to its id at BytePlus', () =>
  withStandIn(adapter, null, async (provider, { starts }) => {
    for (const model of ['seedance-2.0', 'seedance-2.0-fast', 'seedance-2.0-mini']) {
      await provider.start(requestFor(model), new AbortController().signal)
    }
    assert.deepEqual(
      starts.map(({ json }) => json.model),
      [
        'dreamina-seedance-2-0-260128',
        'dreamina-seedance-2-0-fast-260128',
        'dreamina-seedance-2-0-mini-260615',
      ],
    )
  }))

test('a queued task can be cancelled', () =>
  withStandIn(adapter, null, async (provider, { generations }) => {
    const handle = { taskId: 'job-1' }
    await provider.start(requestFor('seedance-2.0'), new AbortController().signal)
    await cancelThroughFaults(() => provider.cancel!(handle, new AbortController().signal))
    assert.ok(generations.get('job-1')?.cancelled)
    await assert.rejects(finish(provider, handle), { code: 'provider_failed' })
  }))

/** The stand-in answers the first two calls with gateway errors. */
async function cancelThroughFaults(cancel: () => Promise<void>): Promise<void> {
  await assert.rejects(cancel())
  await cancel().catch(() => {})
  await cancel()
}
