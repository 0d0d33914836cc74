// The contract of every storage for whole objects.
import assert from 'node:assert/strict'
import { randomBytes } from 'node:crypto'
import { Readable } from 'node:stream'
import { buffer } from 'node:stream/consumers'
import { test } from 'node:test'
import type { Storage } from '../core/storage.ts'
import { bytesOf, content, newKey, plan, sendAll } from './fixtures/client.ts'

const MiB = 2 ** 20

export function testObjects(getStorage: () => Storage): void {
  for (const size of [0, 1, 70_000, 8 * MiB, 20 * MiB + 1]) {
    test(`${size} bytes written as a stream read back the same, whole and in ranges`, async () => {
      const storage = getStorage()
      const key = newKey()
      const bytes = randomBytes(size)
      const chunks = Array.from({ length: Math.ceil(size / 50_000) }, (_, i) =>
        bytes.subarray(i * 50_000, (i + 1) * 50_000),
      )
      assert.deepEqual(await storage.write(key, Readable.from(chunks, { objectMode: false })), { size })
      assert.ok(bytes.equals(await bytesOf(storage, key)))
      for (const [start, end] of [
        [0, 4_095],
        [size >> 1, size + 10],
        [size + 5, size + 10],
      ] as const) {
        const range = await buffer(await storage.read(key, { start, end }))
        assert.ok(bytes.subarray(start, end + 1).equals(range), `${start}-${end}`)
      }
      await storage.remove(key)
    })
  }

  test('a range across the boundaries of parts reads the right bytes', async () => {
    const storage = getStorage()
    const upload = await storage.startUpload(newKey())
    await storage.completeUpload(upload, plan, await sendAll(storage, upload))
    for (const [start, end] of [
      [plan.partSize - 1, plan.partSize],
      [0, 0],
      [plan.partSize, plan.partSize],
      [plan.partSize - 5, 2 * plan.partSize + 5],
      [content.length - 1, content.length - 1],
    ] as const) {
      const range = await buffer(await storage.read(upload.key, { start, end }))
      assert.ok(content.subarray(start, end + 1).equals(range), `${start}-${end}`)
    }
  })

  test('a second write replaces the object; a source that fails leaves it unchanged', async () => {
    const storage = getStorage()
    const key = newKey()
    await storage.write(key, Readable.from([Buffer.from('first')]))
    await storage.write(key, Readable.from([Buffer.from('second')]))
    assert.equal(String(await bytesOf(storage, key)), 'second')
    async function* failing() {
      for (let i = 0; i < 10; i++) yield randomBytes(MiB)
      throw new Error('the source failed')
    }
    await assert.rejects(storage.write(key, Readable.from(failing())), /the source failed/)
    await assert.rejects(storage.write(newKey(), Readable.from(failing())), /the source failed/)
    assert.equal(String(await bytesOf(storage, key)), 'second')
  })

  test('a removed object does not exist; removing it again succeeds', async () => {
    const storage = getStorage()
    const key = newKey()
    await storage.write(key, Readable.from([Buffer.from('here')]))
    const listed = await Array.fromAsync(storage.objects())
    const mine = listed.find((object) => object.key === key)
    assert.ok(mine && Math.abs(mine.modifiedAt.getTime() - Date.now()) < 60_000)
    await storage.remove(key)
    await storage.remove(key)
    assert.equal(await storage.stat(key), undefined)
    const after = await Array.fromAsync(storage.objects())
    assert.ok(!after.some((object) => object.key === key))
  })

  testDownloads(getStorage)
}

function testDownloads(getStorage: () => Storage): void {
  const names = [
    'plain.mov',
    'Отпуск в горах.mov',
    '映像 2.mov',
    'a "quoted" name.mov',
    "it's (1) 100%*.mov",
    '👩🏽‍🎤.mov',
  ]
  for (const fileName of names) {
    test(`a download has the file name ${fileName}`, async () => {
      const storage = getStorage()
      const key = newKey()
      await storage.write(key, Readable.from([Buffer.from('0123456789')]))
      const options = { fileName, mimeType: 'video/quicktime', inline: false, seconds: 60 }
      const response = await fetch(await storage.downloadUrl(key, options))
      assert.equal(response.status, 200)
      assert.equal(response.headers.get('content-type'), 'video/quicktime')
      const disposition = response.headers.get('content-disposition')!
      assert.match(disposition, /^attachment; filename="[\x20-\x7e]+"/)
      const extended = /filename\*=UTF-8''(\S+)$/.exec(disposition)?.[1]
      const plain = /filename="([^"]+)"/.exec(disposition)?.[1]
      assert.equal(extended === undefined ? plain : decodeURIComponent(extended), fileName)
      assert.equal(await response.text(), '0123456789')
    })
  }

  test('a download is inline only when requested and its type cannot run code', async () => {
    const storage = getStorage()
    const key = newKey()
    await storage.write(key, Readable.from([Buffer.from('<svg/>')]))
    for (const [mimeType, inline, expected] of [
      ['image/png', true, 'inline'],
      ['image/png', false, 'attachment'],
      ['application/pdf', true, 'attachment'],
      ['image/svg+xml', true, 'attachment'],
      ['text/html', true, 'attachment'],
    ] as const) {
      const options = { fileName: 'name', mimeType, inline, seconds: 60 }
      const response = await fetch(await storage.downloadUrl(key, options))
      assert.equal(response.headers.get('content-disposition'), `${expected}; filename="name"`)
      assert.match(response.headers.get('cache-control')!, /private/)
      await response.arrayBuffer()
    }
  })

  test('a range returns 206, an altered URL 403, a removed object 404', async () => {
    const storage = getStorage()
    const key = newKey()
    await storage.write(key, Readable.from([Buffer.from('0123456789')]))
    const options = { fileName: 'name', mimeType: 'text/plain', inline: false, seconds: 60 }
    const url = await storage.downloadUrl(key, options)
    const part = await fetch(url, { headers: { Range: 'bytes=2-4' } })
    assert.equal(part.status, 206)
    assert.equal(part.headers.get('content-range'), 'bytes 2-4/10')
    assert.equal(await part.text(), '234')
    const altered = await fetch(url.replace(/text(%2F|\/)plain/, 'text$1html'))
    assert.equal(altered.status, 403)
    await altered.arrayBuffer()
    await storage.remove(key)
    const gone = await fetch(url)
    assert.equal(gone.status, 404)
    await gone.arrayBuffer()
  })
}
