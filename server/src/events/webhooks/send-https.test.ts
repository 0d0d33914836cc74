import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import { startSite } from '../../../test/stand-ins/https-site.ts'
import { createSender } from './send.ts'

test('https with a valid certificate is delivered', async () => {
  const site = await startSite((request, response) => {
    request.resume().on('end', () => response.end('thanks'))
  })
  const sender = createSender({ hosts: ['localhost'], timeoutMs: 30_000 })
  after(() => sender.close())
  const outcome = await sender.post(`${site.url}/in`, {}, Buffer.from('{}'))
  assert.deepEqual([outcome.status, outcome.error, outcome.response], [200, null, 'thanks'])
})
