import assert from 'node:assert/strict'
import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { text } from 'node:stream/consumers'
import { test } from 'node:test'
import { download } from './download.ts'

const source = { label: 'X', baseUrl: 'https://api.example.com', domains: ['example.com'], maxBytes: 10 }
const { signal } = new AbortController()

test('only https URLs of a known domain are accepted, never an IP address', async () => {
  for (const url of [
    'http://cdn.example.com/a',
    'https://example.com.evil.test/a',
    'https://notexample.com/a',
    'https://user:password@cdn.example.com/a',
    'https://127.0.0.1/a',
    'https://[::1]/a',
    'file:///etc/passwd',
    'no url at all',
  ]) {
    await assert.rejects(download(source, url, signal), { code: 'result_host_refused' }, url)
  }
})

test('a known domain that resolves into the private network is refused', async () => {
  const inside = { ...source, domains: ['localhost'] }
  await assert.rejects(download(inside, 'https://localhost/a', signal), { code: 'result_host_refused' })
})

test('a Content-Length above the limit is refused before a byte is read', async () => {
  const server = createServer((_request, response) => response.end('x'.repeat(11))).listen(0, '127.0.0.1')
  await once(server, 'listening')
  const baseUrl = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  try {
    await assert.rejects(download({ ...source, baseUrl }, `${baseUrl}/a`, signal), {
      code: 'result_too_large',
    })
    const enough = await download({ ...source, baseUrl, maxBytes: 11 }, `${baseUrl}/a`, signal)
    assert.equal(await text(enough), 'x'.repeat(11))
  } finally {
    server.closeAllConnections()
    server.close()
  }
})

test('the configured host is trusted only with its configured scheme', async () => {
  await assert.rejects(download(source, 'http://api.example.com/a', signal), { code: 'result_host_refused' })
})
