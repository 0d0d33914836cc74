import assert from 'node:assert/strict'
import { test } from 'node:test'
import { miniMax } from '../../../test/stand-ins/minimax.ts'
import {
  type Adapter,
  drive,
  imageReference,
  providerSuite,
  requestFor,
  withStandIn,
} from '../../../test/stand-ins/provider-suite.ts'
import { requestErrors } from '../limit-errors.ts'
import { createMiniMaxProvider } from './minimax.ts'

const adapter: Adapter = { behaviour: miniMax, create: createMiniMaxProvider, model: 'minimax-h3' }

providerSuite('MiniMax', adapter)

test('H3 receives references and the ratio', () =>
  withStandIn(adapter, null, async (provider, { starts }) => {
    await drive(
      provider,
      requestFor('minimax-h3', { prompt: 'fly <#FX1>', references: [imageReference('FX1')] }),
    )
    const { model, content, resolution, duration, ratio } = starts[0]!.json
    assert.deepEqual([model, resolution, duration, ratio], ['MiniMax-H3', '768P', 5, '16:9'])
    assert.equal(content[0].text, 'fly image 1')
    assert.equal(content[1].role, 'reference_image')
  }))

test('H3 Max receives frames, which determine the ratio', () =>
  withStandIn(adapter, null, async (provider, { starts }) => {
    const references = [imageReference('FX1'), imageReference('FX2')]
    await drive(provider, requestFor('minimax-h3-max', { prompt: 'from <#FX1>', references }))
    const { model, content, ratio } = starts[0]!.json
    assert.deepEqual([model, ratio], ['MiniMax-H3-Max', undefined])
    assert.deepEqual(
      content.map(({ text, role }: { text?: string; role?: string }) => role ?? text),
      ['from the first frame', 'first_frame', 'last_frame'],
    )
  }))

test('H3 Max refuses 1080p, and a ratio with a frame', () => {
  const provider = createMiniMaxProvider({ apiKey: 'secret' })
  const request = requestFor('minimax-h3-max', { references: [imageReference('FX1')] })
  const errors = requestErrors(provider, {
    ...request,
    video: { ...request.video!, resolution: '1080p', aspectRatio: '9:16' },
  })
  assert.deepEqual(errors.map(({ path }) => path).sort(), ['/configs/aspectRatio', '/configs/resolution'])
})

test('a setting that the SDK would ignore fails before anything is paid', () =>
  withStandIn(adapter, null, async (provider, { starts }) => {
    const request = requestFor('minimax-h3')
    const odd = { ...request, video: { ...request.video!, durationSeconds: 99 } }
    await assert.rejects(drive(provider, odd), { code: 'unsupported_setting' })
    assert.equal(starts.length, 0)
  }))
