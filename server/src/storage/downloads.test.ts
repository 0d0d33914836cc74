import assert from 'node:assert/strict'
import { mkdtempSync, readdirSync, readlinkSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import { after, test } from 'node:test'
import { assertProblem } from '../../test/helpers/answers.ts'
import { until } from '../../test/helpers/until.ts'
import { startByteServer } from './fixtures/byte-server.ts'
import { newKey } from './fixtures/client.ts'

const root = mkdtempSync(join(tmpdir(), 'dailies-downloads-'))
const { app, storage } = await startByteServer(root)
after(async () => {
  await app.close()
  rmSync(root, { recursive: true, force: true })
})

const text = 'The quick brown fox jumps over the lazy dog'
const key = newKey()
await storage.write(key, Readable.from([Buffer.from(text)]))
const urlOf = (mimeType: string, inline = true) =>
  storage.downloadUrl(key, { fileName: 'Fuchs.txt', mimeType, inline, seconds: 60 })
const url = await urlOf('text/plain')
const eTag = (await fetch(url, { method: 'HEAD' })).headers.get('etag')!

async function get(headers: Record<string, string> = {}, method = 'GET') {
  const response = await fetch(url, { method, headers })
  return { status: response.status, headers: response.headers, body: await response.text() }
}

test('a GET returns 200 with the whole object and its validators', async () => {
  const { status, headers, body } = await get()
  assert.equal(status, 200)
  assert.equal(body, text)
  assert.equal(headers.get('content-length'), String(text.length))
  assert.equal(headers.get('accept-ranges'), 'bytes')
  assert.match(headers.get('etag')!, /^"[0-9a-f]{32}-1"$/)
  assert.ok(Date.parse(headers.get('last-modified')!) <= Date.now())
  assert.match(headers.get('cache-control')!, /^private, max-age=(60|5\d)$/)
})

test('a browser may keep what it got with a URL of days, and not longer than a URL of minutes is valid', async () => {
  for (const [seconds, cached] of [
    [24 * 60 * 60, /^private, max-age=31536000, immutable$/],
    [10 * 60, /^private, max-age=(600|59\d)$/],
  ] as const) {
    const long = await storage.downloadUrl(key, {
      fileName: 'Fuchs.txt',
      mimeType: 'text/plain',
      inline: true,
      seconds,
    })
    assert.match((await fetch(long)).headers.get('cache-control')!, cached)
  }
})

test('HEAD returns 200 with the same headers and no body', async () => {
  const whole = await get()
  const head = await get({}, 'HEAD')
  assert.equal(head.status, 200)
  assert.equal(head.body, '')
  const same = (headers: Headers) =>
    [...headers].filter(([name]) => !['date', 'connection', 'keep-alive', 'x-request-id'].includes(name))
  assert.deepEqual(same(head.headers), same(whole.headers))
})

for (const [range, from, to] of [
  ['bytes=4-8', 4, 8],
  ['bytes=40-', 40, 42],
  ['bytes=-3', 40, 42],
  ['bytes=0-0', 0, 0],
  ['bytes=0-1000', 0, 42],
] as const) {
  test(`206: ${range}`, async () => {
    const { status, headers, body } = await get({ Range: range })
    assert.equal(status, 206)
    assert.equal(body, text.slice(from, to + 1))
    assert.equal(headers.get('content-range'), `bytes ${from}-${to}/${text.length}`)
    assert.equal(headers.get('content-length'), String(to - from + 1))
    assert.equal(headers.get('etag'), eTag)
  })
}

test('If-Range returns 206 when it matches, else 200', async () => {
  const good = await get({ Range: 'bytes=0-2', 'If-Range': eTag })
  assert.deepEqual([good.status, good.body], [206, 'The'])
  const stale = await get({ Range: 'bytes=0-2', 'If-Range': '"other"' })
  assert.deepEqual([stale.status, stale.body], [200, text])
})

test('a matching If-None-Match or If-Modified-Since returns 304', async () => {
  const { status, headers, body } = await get({ 'If-None-Match': eTag })
  assert.deepEqual([status, body], [304, ''])
  assert.equal(headers.get('etag'), eTag)
  assert.equal((await get({ 'If-Modified-Since': new Date().toUTCString() })).status, 304)
})

test('If-Match with another ETag returns 412', async () => {
  const answer = await get({ 'If-Match': '"other"' })
  assert.equal(answer.status, 412)
  assertProblem({ ...answer, headers: [...answer.headers] })
})

test('a range beyond the end returns 416', async () => {
  const answer = await get({ Range: 'bytes=43-' })
  assert.equal(answer.status, 416)
  assert.equal(answer.headers.get('content-range'), `bytes */${text.length}`)
  assertProblem({ ...answer, headers: [...answer.headers] })
})

test('an empty object returns 200, and 416 for any range', async () => {
  const empty = newKey()
  await storage.write(empty, Readable.from([]))
  const options = { fileName: 'empty', mimeType: 'text/plain', inline: false, seconds: 60 }
  const emptyUrl = await storage.downloadUrl(empty, options)
  const whole = await fetch(emptyUrl)
  assert.deepEqual([whole.status, whole.headers.get('content-length'), await whole.text()], [200, '0', ''])
  assert.equal((await fetch(emptyUrl, { headers: { Range: 'bytes=0-' } })).status, 416)
})

for (const type of [
  'text/html',
  'image/svg+xml',
  'application/xhtml+xml',
  'application/xml',
  'application/pdf',
  'text/javascript',
  'image/png',
]) {
  test(`${type} cannot run as a page of the server`, async () => {
    const { headers } = await fetch(await urlOf(type))
    const policy = headers.get('content-security-policy')!
    assert.match(policy, /default-src 'none'/)
    assert.match(policy, /; sandbox$/)
    assert.doesNotMatch(policy, /script-src|allow-scripts|allow-same-origin/)
    assert.equal(headers.get('x-content-type-options'), 'nosniff')
    assert.equal(headers.get('content-type'), type === 'text/javascript' ? 'text/plain' : type)
    assert.equal(
      headers.get('content-disposition')!.split(';')[0],
      type === 'image/png' ? 'inline' : 'attachment',
    )
  })
}

test('a download URL with any change returns 403', async () => {
  const changes: [string | RegExp, string][] = [
    [key, newKey()],
    ['name=Fuchs', 'name=Hund'],
    ['text%2Fplain', 'text%2Fhtml'],
    ['show=1', 'show=0'],
    [/expires=\d+/, 'expires=9999999999'],
    [/signature=.*/, `signature=${'A'.repeat(43)}`],
    [/&signature=.*/, ''],
  ]
  for (const [from, to] of changes) {
    const changed = url.replace(from, to)
    assert.notEqual(changed, url)
    const response = await fetch(changed)
    assert.equal(response.status, 403, changed)
    const body = await response.text()
    assertProblem({ status: 403, headers: [...response.headers], body })
    assert.equal(JSON.parse(body).code, 'url_invalid')
  }
})

/** Files below the storage folder that this process has open. */
function openFiles(): string[] {
  return readdirSync('/proc/self/fd').flatMap((fd) => {
    try {
      const path = readlinkSync(`/proc/self/fd/${fd}`)
      return path.startsWith(root) ? [path] : []
    } catch {
      return []
    }
  })
}

const skip = process.platform === 'linux' ? false : 'open files are counted on Linux only'

test('a client that disconnects during a download leaves no file open', { skip }, async () => {
  const large = newKey()
  await storage.write(large, Readable.from(Array.from({ length: 32 }, () => Buffer.alloc(2 ** 20))))
  const options = { fileName: 'large', mimeType: 'video/mp4', inline: false, seconds: 60 }
  const response = await fetch(await storage.downloadUrl(large, options))
  const reader = response.body!.getReader()
  await reader.read()
  assert.equal(openFiles().length, 1)
  await reader.cancel()
  await until(() => openFiles().length === 0)
})
