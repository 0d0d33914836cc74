import assert from 'node:assert/strict'
import { request } from 'node:http'
import { test } from 'node:test'
import { brotliDecompressSync, gunzipSync } from 'node:zlib'
import { startS3 } from '../../../test/stand-ins/s3.ts'
import { startWorld } from '../../../test/worlds/world.ts'
import { buildWhenStale } from './build.ts'

await buildWhenStale()
const world = await startWorld()
const session = await world.session((await world.person()).userId)
const cookie = session.replace('session:', 'dailies=')

async function get(path: string, headers: Record<string, string> = { Cookie: cookie }, method = 'GET') {
  return fetch(world.url + path, { method, headers, redirect: 'manual' })
}

/** Sends the request as raw bytes: `fetch` decodes bodies and normalises paths. */
function getRaw(path: string, headers: Record<string, string> = {}) {
  type Raw = { status: number; headers: NodeJS.Dict<string | string[]>; bytes: Buffer }
  return new Promise<Raw>((done, failed) => {
    const sent = request(world.url, { path, headers }, async (response) => {
      const bytes = Buffer.concat(await response.toArray())
      done({ status: response.statusCode!, headers: response.headers, bytes })
    })
    sent.on('error', failed).end()
  })
}

async function scriptPath(): Promise<string> {
  const [, path] = /<script type="module"[^>]* src="(\/assets\/[^"]+)"/.exec(await (await get('/')).text())!
  return path!
}

test('404: an unknown path returns a page to browsers and a JSON problem to programs', async () => {
  const shown = await get('/nothing', { Accept: 'text/html,*/*;q=0.8' })
  assert.deepEqual([shown.status, shown.headers.get('content-type')], [404, 'text/html; charset=utf-8'])
  const text = await shown.text()
  assert.match(text, /<h1>Page not found<\/h1>/)
  assert.ok(text.includes(shown.headers.get('x-request-id')!))
  for (const [path, accept] of [
    ['/nothing', '*/*'],
    ['/api/nothing', 'text/html'],
  ] as const) {
    const answer = await get(path, { Accept: accept })
    assert.equal(((await answer.json()) as { code: string }).code, 'not_found')
  }
})

test('200: one document for every path of the app, by GET and HEAD', async () => {
  const document = await (await get('/')).text()
  for (const path of [
    '/projects/x',
    '/projects/x/members?a=b',
    '/files/y',
    '/notifications',
    '/settings',
    '/skills',
    '/skills/z',
  ]) {
    const answer = await get(path)
    assert.equal(answer.status, 200, path)
    assert.equal(answer.headers.get('content-type'), 'text/html; charset=utf-8')
    assert.equal(await answer.text(), document)
    const head = await get(path, { Cookie: cookie }, 'HEAD')
    assert.deepEqual([head.status, await head.text()], [200, ''])
    assert.equal(head.headers.get('content-length'), String(Buffer.byteLength(document)))
  }
})

test('200: one document for every link of a share, without a session, that search engines must not list', async () => {
  const document = await (await get('/s/one', {})).text()
  assert.match(document, /<meta name="robots" content="noindex, nofollow"/)
  for (const path of ['/s/two', '/s/two/FX1?preview=x', '/s/']) {
    for (const headers of [{}, { Cookie: cookie }, { 'User-Agent': 'Slackbot-LinkExpanding 1.0' }]) {
      const answer = await get(path, headers as Record<string, string>)
      assert.deepEqual(
        [answer.status, answer.headers.get('x-robots-tag'), answer.headers.get('referrer-policy')],
        [200, 'noindex, nofollow', 'same-origin'],
      )
      assert.equal(await answer.text(), document)
    }
  }
  // It loads nothing of the app.
  assert.doesNotMatch(document, /\/assets\/(app|projects)-/)
  assert.doesNotMatch(document, /<script>|<style|style=|\son\w+=/)
})

test('303: a visitor without a session is sent to sign in, and returns to the same path', async () => {
  for (const path of [
    '/',
    '/projects/x?tab=members',
    '/files/y?version=2&comment=z',
    '/settings/webhooks',
    '/skills',
  ]) {
    for (const method of ['GET', 'HEAD']) {
      const answer = await get(path, {}, method)
      assert.deepEqual(
        [answer.status, answer.headers.get('location'), answer.headers.get('cache-control')],
        [303, `/sign-in?next=${encodeURIComponent(path)}`, 'no-store'],
      )
    }
  }
})

test('304: the document is revalidated each time, and sent only when it has changed', async () => {
  const { headers } = await get('/')
  assert.equal(headers.get('cache-control'), 'private, no-cache')
  const again = await get('/files/y', { Cookie: cookie, 'If-None-Match': headers.get('etag')! })
  assert.equal(again.status, 304)
  assert.equal(again.headers.get('content-security-policy'), headers.get('content-security-policy'))
  assert.equal((await get('/', { Cookie: cookie, 'If-None-Match': '"other"' })).status, 200)
})

test('the policy lets the document run and load only files of this server', async () => {
  const { headers } = await get('/')
  const policy = headers.get('content-security-policy')!.split('; ')
  for (const part of ["default-src 'none'", "script-src 'self'", "base-uri 'none'"])
    assert.ok(policy.includes(part), part)
  const styles = policy.find((part) => part.startsWith('style-src '))!
  assert.match(styles, /^style-src 'self'( 'sha256-[\w+/=]{44}')*$/)
  for (const part of ["frame-ancestors 'none'", "form-action 'self'"]) assert.ok(policy.includes(part), part)
  assert.ok(!policy.join().includes('unsafe-'))
  assert.ok(!policy.join().includes('http'))
  assert.equal(headers.get('x-frame-options'), 'DENY')
  assert.equal(headers.get('x-content-type-options'), 'nosniff')
  assert.equal(headers.get('referrer-policy'), 'same-origin')
  assert.doesNotMatch(await (await get('/')).text(), /<script>|<style|style=|\son\w+=/)
})

test('with files in a bucket, images, media and requests may use its origin, and nothing else', async () => {
  const s3 = await startS3()
  process.env.AWS_ACCESS_KEY_ID ??= 'none'
  process.env.AWS_SECRET_ACCESS_KEY ??= 'none'
  const STORAGE_URL = `${s3.storageUrl}&publicEndpoint=https://files.example.com`
  const elsewhere = await startWorld({ env: { STORAGE_URL } })
  const key = await elsewhere.session((await elsewhere.person()).userId)
  const { headers } = await elsewhere.call('GET /', { key })
  const policy = headers.get('content-security-policy')!.split('; ')
  const there = policy.filter((directive) => directive.includes('https://files.example.com'))
  assert.deepEqual(
    there.map((directive) => directive.split(' ', 1)[0]),
    ['img-src', 'media-src', 'connect-src'],
  )
})

test('200: assets are cached for ever, compressed as the client accepts, without a session', async () => {
  const path = await scriptPath()
  const whole = await getRaw(path)
  assert.deepEqual([whole.status, whole.headers['content-encoding']], [200, undefined])
  for (const [accepted, encoding, decode] of [
    ['gzip, deflate, br, zstd', 'br', brotliDecompressSync],
    ['br;q=0, GZIP;q=0.5', 'gzip', gunzipSync],
  ] as const) {
    const { headers, bytes } = await getRaw(path, { 'Accept-Encoding': accepted })
    assert.equal(headers['content-encoding'], encoding)
    assert.ok(bytes.length < whole.bytes.length)
    assert.deepEqual(decode(bytes), whole.bytes)
  }
  assert.deepEqual((await getRaw(path, { 'Accept-Encoding': 'brr, x-br' })).bytes, whole.bytes)
  const { headers } = whole
  assert.equal(headers['content-type'], 'text/javascript; charset=utf-8')
  assert.equal(headers['cache-control'], 'public, max-age=31536000, immutable')
  assert.equal(headers.vary, 'Accept-Encoding')
  assert.equal(headers['x-content-type-options'], 'nosniff')
})

test('200: the service worker may call this server only, and is revalidated each time', async () => {
  const worker = await get('/push-worker.js', {})
  assert.deepEqual(
    ['content-type', 'cache-control', 'content-security-policy'].map((name) => worker.headers.get(name)),
    ['text/javascript; charset=utf-8', 'no-cache', "default-src 'none'; connect-src 'self'"],
  )
  const script = await worker.text()
  for (const event of ['push', 'notificationclick', 'pushsubscriptionchange'])
    assert.ok(script.includes(event))
  // It handles no requests and caches nothing, and is a classic script.
  assert.doesNotMatch(script, /[`'"]fetch[`'"]|caches|importScripts|\bexport\b/)
  assert.ok(script.length < 3_000, `${script.length} bytes`)
})

test('200: the manifest lets the app be put on a home screen', async () => {
  const manifest = await get('/manifest.webmanifest', {})
  assert.equal(manifest.headers.get('content-type'), 'application/manifest+json; charset=utf-8')
  assert.equal(((await manifest.json()) as { display: string }).display, 'standalone')
  assert.match(await (await get('/')).text(), /<link rel="manifest" href="\/manifest.webmanifest"/)
})

test('404: a file that the build has not listed, however the path is written', async () => {
  const path = await scriptPath()
  for (const wrong of [
    '/assets/nothing.js',
    '/assets/',
    `${path}.br`,
    '/assets/../build.json',
    '/assets/..%2fbuild.json',
    '/assets/%2e%2e/build.json',
    '/assets/..%5cbuild.json',
    '/assets//etc/passwd',
    '/assets/__proto__',
    '/build.json',
    '/.vite/manifest.json',
    '/index.html',
  ])
    assert.equal((await getRaw(wrong, { Cookie: cookie })).status, 404, wrong)
})
