import assert from 'node:assert/strict'
import { test } from 'node:test'
import { openAi } from '../../../test/stand-ins/openai.ts'
import {
  type Adapter,
  drive,
  imageReference,
  providerSuite,
  requestFor,
  withStandIn,
} from '../../../test/stand-ins/provider-suite.ts'
import { createOpenAiProvider } from './openai.ts'

const adapter: Adapter = {
  behaviour: openAi,
  create: createOpenAiProvider,
  basePath: '/v1',
  model: 'gpt-image-2.5-flare',
  synchronous: true,
}

providerSuite('OpenAI', adapter)

test('references make the call an edit, and the prompt names them', () =>
  withStandIn(adapter, null, async (provider, { starts }) => {
    const references = [imageReference('FX1'), imageReference('GA2')]
    const bytes = await drive(
      provider,
      requestFor('gpt-image-2', { prompt: '<#GA2> like <#FX1>', references }),
    )
    assert.equal(bytes.subarray(1, 4).toString(), 'PNG')
    assert.equal(starts[0]?.path, '/v1/images/edits')
    assert.match(starts[0]?.body ?? '', /name="image\[\]"/)
    assert.match(starts[0]?.body ?? '', /image 2 like image 1/)
  }))

test('a prompt alone makes the call a generation', () =>
  withStandIn(adapter, null, async (provider, { starts }) => {
    await drive(provider, requestFor('gpt-image-2'))
    assert.equal(starts[0]?.path, '/v1/images/generations')
    assert.equal(starts[0]?.json.model, 'gpt-image-2')
  }))
