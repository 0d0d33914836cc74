import assert from 'node:assert/strict'
import { test } from 'node:test'
import {
  type Adapter,
  drive,
  imageReference,
  providerSuite,
  requestFor,
  withStandIn,
} from '../../../test/stand-ins/provider-suite.ts'
import { tencent } from '../../../test/stand-ins/tencent.ts'
import { requestErrors } from '../limit-errors.ts'
import type { ProviderOptions } from './http.ts'
import { tc3Authorization } from './tc3.ts'
import { createTencentProvider } from './tencent.ts'

const adapter: Adapter = {
  behaviour: tencent,
  create,
  model: 'hunyuan3d-3.1',
  referencePrompt: ' <#FX1> ',
}

providerSuite('Tencent', adapter)

function create({ apiKey, ...options }: ProviderOptions) {
  const [secretId = '', secretKey = ''] = apiKey.split(':')
  return createTencentProvider({ ...options, secretId, secretKey })
}

test('the signature matches the example that Tencent publishes', () => {
  const body = String.raw`{"Limit": 1, "Filters": [{"Values": ["\u672a\u547d\u540d"], "Name": "instance-name"}]}`
  const request = { host: 'cvm.tencentcloudapi.com', service: 'cvm', body, timestamp: 1551113065 }
  assert.equal(
    tc3Authorization('AKIDz8krbsJ5yKBZQpn74WFkmLPx3EXAMPLE', 'Gu5t9xGARNpq86cd98joQYCN3EXAMPLE', request),
    'TC3-HMAC-SHA256 Credential=AKIDz8krbsJ5yKBZQpn74WFkmLPx3EXAMPLE/2019-02-25/cvm/tc3_request, SignedHeaders=content-type;host, Signature=72e494ea809ad7a8c8f7a4507b9bddcbaa8e581f516e8da2f66e2c5a96525168',
  )
})

test('text or an image is sent', () =>
  withStandIn(adapter, null, async (provider, { starts }) => {
    await drive(provider, requestFor('hunyuan3d-3.1', { prompt: 'a teapot' }))
    await drive(
      provider,
      requestFor('hunyuan3d-3.1', { prompt: '<#FX1>', references: [imageReference('FX1')] }),
    )
    assert.deepEqual(
      starts.map(({ json }) => json),
      [
        { Model: '3.1', Prompt: 'a teapot' },
        { Model: '3.1', ImageBase64: 'iVBORw0KGgo=' },
      ],
    )
  }))

test('text together with an image is refused', () => {
  const provider = create({ apiKey: 'secret' })
  const paths = (more: Parameters<typeof requestFor>[1]) =>
    requestErrors(provider, requestFor('hunyuan3d-3.1', more)).map(({ path }) => path)
  assert.deepEqual(paths({ prompt: 'gold <#FX1>', references: [imageReference('FX1')] }), ['/prompt'])
  assert.deepEqual(paths({ prompt: 'x'.repeat(1025) }), ['/prompt'])
  assert.deepEqual(paths({ prompt: '<#a> <#b>', references: [imageReference('a'), imageReference('b')] }), [
    '/attachments',
  ])
})
