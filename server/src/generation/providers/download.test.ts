import assert from 'node:assert/strict'
import { test } from 'node:test'
import { download, isPrivate, publicLookup } from './download.ts'

const source = { label: 'X', baseUrl: 'https://api.example.com', domains: ['example.com'], maxBytes: 10 }
const signal = AbortSignal.timeout(10_000)

test('only https at a known domain, and never an address', async () => {
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

test('a known name that leads into our own network is refused', async () => {
  const inside = { ...source, domains: ['localhost'] }
  await assert.rejects(download(inside, 'https://localhost/a', signal), { code: 'result_host_refused' })
})

test('the lookup of a private name fails in both of its forms', async () => {
  for (const options of [{ all: true }, {}]) {
    const error = await new Promise((done) => publicLookup('localhost', options, (failed) => done(failed)))
    assert.equal((error as NodeJS.ErrnoException).code, 'EPRIVATE')
  }
})

test('knows private addresses in every notation', () => {
  for (const address of [
    '10.1.2.3',
    '127.0.0.1',
    '169.254.169.254',
    '172.31.0.1',
    '192.168.1.1',
    '100.64.0.1',
  ]) {
    assert.ok(isPrivate(address, 4), address)
  }
  for (const address of ['::1', '::', 'fd00::1', 'fe80::1', '::ffff:10.0.0.1'])
    assert.ok(isPrivate(address, 6), address)
  assert.ok(!isPrivate('93.184.216.34', 4))
  assert.ok(!isPrivate('2606:2800:220:1::1', 6))
})
