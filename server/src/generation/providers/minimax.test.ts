import assert from 'node:assert/strict'
import { test } from 'node:test'
import { miniMax } from '../../../test/stand-ins/minimax.ts'
import {
  type Adapter,
  drive,
  jobFor,
  picture,
  providerSuite,
  withStandIn,
} from '../../../test/stand-ins/provider-suite.ts'
import { jobErrors } from '../limit-errors.ts'
import { createMiniMaxProvider } from './minimax.ts'

const adapter: Adapter = { behaviour: miniMax, create: createMiniMaxProvider, model: 'minimax-h3' }

providerSuite('MiniMax', adapter)

test('H3 gets references and the ratio', () =>
  withStandIn(adapter, null, async (provider, { starts }) => {
    await drive(provider, jobFor('minimax-h3', { prompt: 'fly <#FX1>', references: [picture('FX1')] }))
    const { model, content, resolution, duration, ratio } = starts[0]!.json
    assert.deepEqual([model, resolution, duration, ratio], ['MiniMax-H3', '768P', 5, '16:9'])
    assert.equal(content[0].text, 'fly image 1')
    assert.equal(content[1].role, 'reference_image')
  }))

test('H3 Max gets frames, which bring their ratio', () =>
  withStandIn(adapter, null, async (provider, { starts }) => {
    const references = [picture('FX1'), picture('FX2')]
    await drive(provider, jobFor('minimax-h3-max', { prompt: 'from <#FX1>', references }))
    const { model, content, ratio } = starts[0]!.json
    assert.deepEqual([model, ratio], ['MiniMax-H3-Max', undefined])
    assert.deepEqual(
      content.map(({ text, role }: { text?: string; role?: string }) => role ?? text),
      ['from the first frame', 'first_frame', 'last_frame'],
    )
  }))

test('H3 Max has no 1080p here, and no ratio beside a frame', () => {
  const provider = createMiniMaxProvider({ apiKey: 'secret' })
  const job = jobFor('minimax-h3-max', { references: [picture('FX1')] })
  const errors = jobErrors(provider, {
    ...job,
    video: { ...job.video!, resolution: '1080p', aspectRatio: '9:16' },
  })
  assert.deepEqual(errors.map(({ path }) => path).sort(), ['/configs/aspectRatio', '/configs/resolution'])
})

test('a setting that the SDK would leave out fails before anything is paid', () =>
  withStandIn(adapter, null, async (provider, { starts }) => {
    const job = jobFor('minimax-h3')
    const odd = { ...job, video: { ...job.video!, durationSeconds: 99 } }
    await assert.rejects(drive(provider, odd), { code: 'unsupported_setting' })
    assert.equal(starts.length, 0)
  }))
