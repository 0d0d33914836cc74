// What the compiler refuses: the network where a transaction may be open. `npm run check` compiles this file, and an
// expected error that is none fails it.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { z } from 'zod'
import { defineOperation } from './operation.ts'

const base = {
  client: 'things.test',
  summary: 'Made for a test.',
  scope: null,
  tier: 'default',
  input: z.strictObject({}),
  output: [200, z.object({ url: z.string() })],
} as const

const key = '019a8c2e-0000-7000-8000-000000000000'
const options = { fileName: 'a', mimeType: 'text/plain', inline: false, seconds: 60 }

test('a handler that may run in a transaction has no storage, no mail and no Redis', () => {
  const change = defineOperation({
    ...base,
    http: 'POST /api/things',
    async handler(_input, context) {
      // @ts-expect-error
      await context.storage.remove(key)
      // @ts-expect-error
      await context.mail.send({ to: 'ann@example.com', subject: 'a', text: 'b' })
      // @ts-expect-error
      await context.guess('a secret')
      // @ts-expect-error
      await context.providers.named('openai')?.cancel?.({}, AbortSignal.timeout(1))
      return { url: '' }
    },
  })
  assert.equal(change.http, 'POST /api/things')
})

test('a read signs URLs, and does no more with storage', () => {
  const read = defineOperation({
    ...base,
    http: 'GET /api/things',
    async handler(_input, { storage }) {
      // @ts-expect-error
      await storage.stat(key)
      return { url: await storage.downloadUrl(key, options) }
    },
  })
  assert.equal(read.http, 'GET /api/things')
})
