import assert from 'node:assert/strict'
import { test } from 'node:test'
import { patienceMs } from '../../../test/helpers/until.ts'
import { answer, hang, startReceiver } from '../webhooks/fixtures/receiver.ts'
import { createSender, unsent } from '../webhooks/send.ts'
import { failureOf, requireSecret } from './endpoint.ts'
import { newSecret } from './fixtures/subscription-world.ts'

test('a failed attempt is one of the categories of the draft', async () => {
  const [patient, hasty] = [patienceMs, 100].map((timeoutMs) =>
    createSender({ hosts: ['127.0.0.1'], timeoutMs }),
  )
  const categories = []
  for (const behaviour of [answer(204), answer(302), answer(404), answer(500), hang]) {
    const { url } = await startReceiver(behaviour)
    const sender = behaviour === hang ? hasty! : patient!
    categories.push(failureOf(await sender.post(url, {}, Buffer.from('{}'))))
  }
  categories.push(failureOf(await patient!.post('http://127.0.0.1:1/', {}, Buffer.from('{}'))))
  for (const sender of [patient!, hasty!]) sender.close()
  assert.deepEqual(categories, [
    undefined,
    'http_4xx',
    'http_4xx',
    'http_5xx',
    'timeout',
    'connection_refused',
  ])
  assert.equal(failureOf(unsent('TLS failed (CERT_HAS_EXPIRED).')), 'tls_error')
})

test('a secret has 24 to 64 bytes in base64', () => {
  for (const bytes of [24, 25, 26, 64]) requireSecret(newSecret(bytes))
  for (const secret of ['', 'whsec_', newSecret(23), newSecret(65), `${newSecret()}\n`, 'whsec_????'])
    assert.throws(() => requireSecret(secret))
})
