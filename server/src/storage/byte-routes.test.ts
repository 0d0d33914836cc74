import assert from 'node:assert/strict'
import { randomBytes } from 'node:crypto'
import { once } from 'node:events'
import { mkdtempSync, readdirSync, rmSync } from 'node:fs'
import { request } from 'node:http'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { buffer } from 'node:stream/consumers'
import { after, test } from 'node:test'
import { assertProblem } from '../../test/helpers/answers.ts'
import { exchange, openSocket, rawBytes, readAnswer, sendRaw } from '../../test/helpers/raw-http.ts'
import { until } from '../../test/helpers/until.ts'
import type { Upload } from '../core/storage.ts'
import { startByteServer } from './fixtures/byte-server.ts'
import { eTagOf, newKey, put } from './fixtures/client.ts'

const root = mkdtempSync(join(tmpdir(), 'dailies-bytes-'))
let now = Date.now()
const { app, storage, url: base } = await startByteServer(root, () => now)
after(async () => {
  await app.close()
  rmSync(root, { recursive: true, force: true })
})

const plan = { size: 10, partSize: 10, partCount: 1 }
const ten = Buffer.from('0123456789')

const partUrl = (upload: Upload, max = 10) => storage.partUrl(upload, 1, max, 60)

/** The path for the raw helpers. */
const pathOf = (url: string) => url.slice(base.length)

async function problemOf(response: Response): Promise<string> {
  const body = await response.text()
  assertProblem({ status: response.status, headers: [...response.headers], body })
  return JSON.parse(body).code
}

const leftOvers = () => readdirSync(root, { recursive: true }).filter((name) => String(name).includes('tmp-'))

test('a PUT of a part returns 200 and a quoted ETag of its bytes, with any Content-Type', async () => {
  const upload = await storage.startUpload(newKey())
  for (const headers of [[], [['Content-Type', 'application/json']], [['Content-Type', 'video/mp4']]] as [
    string,
    string,
  ][][]) {
    const answer = await sendRaw(base, {
      method: 'PUT',
      path: pathOf(await partUrl(upload)),
      headers,
      body: ten,
    })
    assert.equal(answer.status, 200)
    assert.equal(answer.body, '')
    assert.deepEqual(answer.headers.find(([name]) => name === 'etag')?.[1], `"${eTagOf(ten)}"`)
  }
  assert.deepEqual(await storage.listParts(upload), [{ partNumber: 1, eTag: eTagOf(ten), size: 10 }])
})

test('a part without Content-Length returns 200', async () => {
  const upload = await storage.startUpload(newKey())
  const headers: [string, string][] = [['Transfer-Encoding', 'chunked']]
  const body = '4\r\n0123\r\n6\r\n456789\r\n0\r\n\r\n'
  const answer = await sendRaw(base, { method: 'PUT', path: pathOf(await partUrl(upload)), headers, body })
  assert.equal(answer.status, 200)
  assert.deepEqual(await storage.listParts(upload), [{ partNumber: 1, eTag: eTagOf(ten), size: 10 }])
})

test('an expired URL returns 403', async () => {
  const upload = await storage.startUpload(newKey())
  const part = await partUrl(upload)
  assert.equal((await put(part, ten)).status, 200)
  await storage.completeUpload(upload, plan, [{ partNumber: 1, eTag: eTagOf(ten) }])
  const options = { fileName: 'a', mimeType: 'text/plain', inline: false, seconds: 60 }
  const download = await storage.downloadUrl(upload.key, options)
  now += 59_000
  assert.equal((await fetch(download)).status, 200)
  now += 1_000
  for (const late of [fetch(part, { method: 'PUT', body: ten }), fetch(download)]) {
    const response = await late
    assert.equal(response.status, 403)
    assert.equal(await problemOf(response), 'url_expired')
  }
})

test('a part URL with any change returns 403', async () => {
  const upload = await storage.startUpload(newKey())
  const other = await storage.startUpload(newKey())
  const url = await partUrl(upload)
  const changes: [string, string][] = [
    [upload.uploadId, other.uploadId],
    ['/1/', '/2/'],
    [upload.key, other.key],
    ['max=10', 'max=11'],
    [/expires=\d+/.exec(url)![0], 'expires=9999999999'],
    ['signature=', 'signature=A'],
    ['&signature=', '&more=1&signature='],
    [/&signature=.*/.exec(url)![0], ''],
  ]
  for (const [from, to] of changes) {
    const changed = url.replace(from, to)
    assert.notEqual(changed, url)
    const response = await fetch(changed, { method: 'PUT', body: randomBytes(2 ** 20) })
    assert.equal(response.status, 403, changed)
    assert.equal(await problemOf(response), 'url_invalid')
  }
  assert.deepEqual([...(await storage.listParts(upload)), ...(await storage.listParts(other))], [])
})

test('a part URL with another method returns 405; of an unknown or aborted upload, 404', async () => {
  const upload = await storage.startUpload(newKey())
  const url = await partUrl(upload)
  for (const method of ['GET', 'POST', 'DELETE']) {
    const response = await fetch(url, { method })
    assert.equal(response.status, 405)
    await response.arrayBuffer()
  }
  await storage.abortUpload(upload)
  const response = await fetch(url, { method: 'PUT', body: ten })
  assert.equal(response.status, 404)
  assert.equal(await problemOf(response), 'not_found')
})

test('a Content-Length beyond the limit returns 413 before a byte is sent', async () => {
  const upload = await storage.startUpload(newKey())
  const socket = openSocket(base)
  const headers: [string, string][] = [['Content-Length', '11']]
  socket.write(rawBytes({ method: 'PUT', path: pathOf(await partUrl(upload)), headers }))
  const answer = await readAnswer(socket)
  assert.equal(answer.status, 413)
  assertProblem(answer)
  assert.deepEqual(await storage.listParts(upload), [])
})

test('a body beyond the limit without Content-Length returns 413; nothing is left', async () => {
  const upload = await storage.startUpload(newKey())
  const headers: [string, string][] = [['Transfer-Encoding', 'chunked']]
  const body = `4\r\n0123\r\n7\r\n4567890\r\n0\r\n\r\n`
  const answer = await exchange(
    base,
    rawBytes({ method: 'PUT', path: pathOf(await partUrl(upload)), headers, body }),
  )
  assert.equal(answer.status, 413)
  assertProblem(answer)
  assert.deepEqual(await storage.listParts(upload), [])
  assert.deepEqual(leftOvers(), [])
})

test('a client that continues sending still receives the 413', async () => {
  const upload = await storage.startUpload(newKey())
  const response = await fetch(await partUrl(upload), { method: 'PUT', body: randomBytes(16 * 2 ** 20) })
  assert.equal(response.status, 413)
  assert.equal(await problemOf(response), 'body_too_large')
})

/** Starts a PUT and waits until its first five bytes have arrived. */
async function startPut(upload: Upload) {
  const before = leftOvers().length
  const out = request(await partUrl(upload), { method: 'PUT', headers: { 'Content-Length': 10 } })
  out.on('error', () => {})
  out.write('AAAAA')
  await until(() => leftOvers().length > before)
  return out
}

test('a cut connection leaves nothing and does not change an earlier part', async () => {
  const upload = await storage.startUpload(newKey())
  ;(await startPut(upload)).destroy()
  await until(() => leftOvers().length === 0)
  assert.deepEqual(await storage.listParts(upload), [])

  assert.equal((await put(await partUrl(upload), ten)).status, 200)
  ;(await startPut(upload)).destroy()
  await until(() => leftOvers().length === 0)
  assert.deepEqual(await storage.listParts(upload), [{ partNumber: 1, eTag: eTagOf(ten), size: 10 }])
})

test('two concurrent PUTs of one part: one of them is stored completely', async () => {
  const upload = await storage.startUpload(newKey())
  const slow = await startPut(upload)
  assert.equal((await put(await partUrl(upload), ten)).status, 200)
  slow.end('BBBBB')
  const [response] = await once(slow, 'response')
  assert.equal(response.statusCode, 200)
  const [part] = await storage.listParts(upload)
  assert.equal(`"${part!.eTag}"`, response.headers.etag)
  await storage.completeUpload(upload, plan, [part!])
  assert.equal(String(await buffer(await storage.read(upload.key))), 'AAAAABBBBB')
})

test('a part still being sent when the upload is completed returns 404 and does not change the object', async () => {
  const upload = await storage.startUpload(newKey())
  assert.equal((await put(await partUrl(upload), ten)).status, 200)
  const slow = await startPut(upload)
  await storage.completeUpload(upload, plan, [{ partNumber: 1, eTag: eTagOf(ten) }])
  slow.end('BBBBB')
  const [response] = await once(slow, 'response')
  assert.equal(response.statusCode, 404)
  assert.ok(ten.equals(await buffer(await storage.read(upload.key))))
  assert.deepEqual(leftOvers(), [])
})
