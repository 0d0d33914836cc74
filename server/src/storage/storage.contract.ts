// What every storage must do, over the wire. disk.test.ts and s3.test.ts run it.
import assert from 'node:assert/strict'
import { createHash, randomBytes, randomUUID } from 'node:crypto'
import { Readable } from 'node:stream'
import { buffer } from 'node:stream/consumers'
import { test } from 'node:test'
import { partLength, planParts } from './part-plan.ts'
import { type ClaimedPart, type RefusalReason, type Storage, StorageRefusal, type Upload } from './storage.ts'

const MiB = 2 ** 20

/** Two parts and a bit, as few bytes as S3 takes. */
export const content = randomBytes(16 * MiB + 1_000)
export const plan = planParts(content.length)
const parts = Array.from({ length: plan.partCount }, (_, i) => {
  const start = i * plan.partSize
  return content.subarray(start, start + partLength(plan, i + 1))
})

export const newKey = () => `test/${randomUUID()}`

export function eTagOf(bytes: Buffer): string {
  return createHash('md5').update(bytes).digest('hex')
}

export async function put(url: string, body: Buffer): Promise<Response> {
  const response = await fetch(url, { method: 'PUT', body: new Uint8Array(body) })
  await response.arrayBuffer()
  return response
}

async function sendPart(
  storage: Storage,
  upload: Upload,
  partNumber: number,
  bytes = parts[partNumber - 1]!,
) {
  const response = await put(await storage.partUrl(upload, partNumber, bytes.length, 60), bytes)
  assert.equal(response.status, 200)
  return { partNumber, eTag: response.headers.get('etag')! }
}

/** Parts arrive in any order. */
export async function sendAll(storage: Storage, upload: Upload): Promise<ClaimedPart[]> {
  const sent: ClaimedPart[] = []
  for (const partNumber of [3, 1, 2]) sent.push(await sendPart(storage, upload, partNumber))
  return sent.sort((a, b) => a.partNumber - b.partNumber)
}

export function refusedWith(...reasons: RefusalReason[]) {
  return (error: unknown) => error instanceof StorageRefusal && reasons.includes(error.reason)
}

const bytesOf = async (storage: Storage, key: string) => buffer(await storage.read(key))

export function testStorage(getStorage: () => Storage): void {
  testUploads(getStorage)
  testRefusals(getStorage)
  testObjects(getStorage)
}

function testUploads(getStorage: () => Storage): void {
  test('parts in any order make an object of the same bytes', async () => {
    const storage = getStorage()
    const upload = await storage.startUpload(newKey())
    const sent = await sendAll(storage, upload)
    assert.deepEqual(
      sent.map(({ eTag }) => eTag),
      parts.map((part) => `"${eTagOf(part)}"`),
    )
    assert.equal(await storage.stat(upload.key), undefined)
    await assert.rejects(storage.read(upload.key), refusedWith('object_not_found'))
    await storage.completeUpload(upload, plan, sent)
    assert.equal((await storage.stat(upload.key))?.size, content.length)
    assert.ok(content.equals(await bytesOf(storage, upload.key)))
  })

  test('an upload is resumed from the parts that are stored', async () => {
    const storage = getStorage()
    const upload = await storage.startUpload(newKey())
    assert.deepEqual(await storage.listParts(upload), [])
    const third = await sendPart(storage, upload, 3)
    const first = await sendPart(storage, upload, 1)
    assert.deepEqual(await storage.listParts(upload), [
      { partNumber: 1, eTag: eTagOf(parts[0]!), size: parts[0]!.length },
      { partNumber: 3, eTag: eTagOf(parts[2]!), size: parts[2]!.length },
    ])
    const second = await sendPart(storage, upload, 2)
    await storage.completeUpload(upload, plan, [first, second, third])
    assert.ok(content.equals(await bytesOf(storage, upload.key)))
  })

  test('a part that is sent again replaces the first', async () => {
    const storage = getStorage()
    const upload = await storage.startUpload(newKey())
    const stale = await sendPart(storage, upload, 1, randomBytes(plan.partSize))
    const sent = await sendAll(storage, upload)
    assert.equal((await storage.listParts(upload)).length, 3)
    const withStale = [stale, ...sent.slice(1)]
    await assert.rejects(storage.completeUpload(upload, plan, withStale), refusedWith('etag_mismatch'))
    await storage.completeUpload(upload, plan, sent)
    assert.ok(content.equals(await bytesOf(storage, upload.key)))
  })

  test('a completion can be repeated, also at the same time', async () => {
    const storage = getStorage()
    const upload = await storage.startUpload(newKey())
    const sent = await sendAll(storage, upload)
    await Promise.all([1, 2, 3].map(() => storage.completeUpload(upload, plan, sent)))
    await storage.completeUpload(upload, plan, sent)
    assert.ok(content.equals(await bytesOf(storage, upload.key)))
  })

  test('an aborted upload takes no parts and cannot be completed; aborting again is nothing', async () => {
    const storage = getStorage()
    const upload = await storage.startUpload(newKey())
    const sent = await sendAll(storage, upload)
    await storage.abortUpload(upload)
    await storage.abortUpload(upload)
    const late = await put(await storage.partUrl(upload, 1, parts[0]!.length, 60), parts[0]!)
    assert.equal(late.status, 404)
    await assert.rejects(storage.listParts(upload), refusedWith('upload_not_found'))
    await assert.rejects(storage.completeUpload(upload, plan, sent), refusedWith('upload_not_found'))
    assert.equal(await storage.stat(upload.key), undefined)
  })

  test('aborting what is complete leaves the object', async () => {
    const storage = getStorage()
    const upload = await storage.startUpload(newKey())
    await storage.completeUpload(upload, plan, await sendAll(storage, upload))
    await storage.abortUpload(upload)
    assert.ok(content.equals(await bytesOf(storage, upload.key)))
  })

  test('an unfinished upload is listed with its time, a complete one is not', async () => {
    const storage = getStorage()
    const before = Date.now()
    const open = await storage.startUpload(newKey())
    const complete = await storage.startUpload(newKey())
    await storage.completeUpload(complete, plan, await sendAll(storage, complete))
    const listed = await Array.fromAsync(storage.uploads())
    const mine = listed.find(({ upload }) => upload.uploadId === open.uploadId)
    assert.deepEqual(mine?.upload, open)
    assert.ok(Math.abs(mine.startedAt.getTime() - before) < 60_000)
    assert.ok(!listed.some(({ upload }) => upload.key === complete.key))
    await storage.abortUpload(open)
  })
}

function testRefusals(getStorage: () => Storage): void {
  type Change = (sent: ClaimedPart[]) => ClaimedPart[]
  const refused: [string, Change, RefusalReason][] = [
    ['a wrong ETag', ([a, b, c]) => [a!, { ...b!, eTag: '0'.repeat(32) }, c!], 'etag_mismatch'],
    ['the ETag of another part', ([a, b, c]) => [a!, { ...b!, eTag: a!.eTag }, c!], 'etag_mismatch'],
    ['a missing part', ([a, , c]) => [a!, c!], 'part_missing'],
    ['a missing last part', ([a, b]) => [a!, b!], 'part_missing'],
    ['no parts', () => [], 'part_missing'],
    ['an extra part', ([a, b, c]) => [a!, b!, c!, { ...c!, partNumber: 4 }], 'part_unknown'],
    ['parts out of order', ([a, b, c]) => [b!, a!, c!], 'part_order'],
    ['the last parts out of order', ([a, b, c]) => [a!, c!, b!], 'part_order'],
    ['a part named twice', ([a, b, c]) => [a!, b!, b!, c!], 'part_order'],
  ]

  test('refused: wrong, missing, extra and reordered parts; then the upload goes on', async (t) => {
    const storage = getStorage()
    const upload = await storage.startUpload(newKey())
    const sent = await sendAll(storage, upload)
    for (const [name, change, reason] of refused) {
      await t.test(name, async () => {
        await assert.rejects(storage.completeUpload(upload, plan, change(sent)), refusedWith(reason))
        assert.equal(await storage.stat(upload.key), undefined)
        assert.equal((await storage.listParts(upload)).length, 3)
      })
    }
    const unquoted = sent.map(({ partNumber, eTag }) => ({ partNumber, eTag: eTag.replaceAll('"', '') }))
    await storage.completeUpload(upload, plan, unquoted)
    assert.ok(content.equals(await bytesOf(storage, upload.key)))
  })

  test('refused: fewer bytes than announced; the right ones complete it', async () => {
    const storage = getStorage()
    const upload = await storage.startUpload(newKey())
    const sent = await sendAll(storage, upload)
    const short = await sendPart(storage, upload, 3, parts[2]!.subarray(1))
    const withShort = [...sent.slice(0, 2), short]
    await assert.rejects(storage.completeUpload(upload, plan, withShort), refusedWith('part_size'))
    const right = await sendPart(storage, upload, 3)
    await storage.completeUpload(upload, plan, [...sent.slice(0, 2), right])
    assert.ok(content.equals(await bytesOf(storage, upload.key)))
  })

  test('refused: more bytes than the URL allows', async () => {
    const storage = getStorage()
    const upload = await storage.startUpload(newKey())
    const response = await put(await storage.partUrl(upload, 1, 9, 60), Buffer.alloc(10))
    assert.ok(response.status === 413 || response.status === 403, `${response.status}`)
    assert.deepEqual(await storage.listParts(upload), [])
    await storage.abortUpload(upload)
  })

  test('refused: a key that is not ours', async () => {
    const storage = getStorage()
    for (const key of [
      '',
      '/a',
      'a/',
      'a//b',
      '../a',
      'a/../b',
      '.a',
      'a b',
      'ä',
      'a'.repeat(129),
      'a\\b',
      'a+b',
    ]) {
      await assert.rejects(async () => storage.startUpload(key), TypeError, key)
      await assert.rejects(async () => storage.read(key), TypeError, key)
      await assert.rejects(async () => storage.remove(key), TypeError, key)
    }
  })
}

function testObjects(getStorage: () => Storage): void {
  for (const size of [0, 1, 70_000, 8 * MiB, 20 * MiB + 1]) {
    test(`${size} bytes written as a stream are read again, whole and in ranges`, async () => {
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

  test('a range is read across the borders of parts', async () => {
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

  test('writing again replaces; a source that fails leaves what was there', async () => {
    const storage = getStorage()
    const key = newKey()
    await storage.write(key, Readable.from([Buffer.from('first')]))
    await storage.write(key, Readable.from([Buffer.from('second')]))
    assert.equal(String(await bytesOf(storage, key)), 'second')
    async function* failing() {
      for (let i = 0; i < 10; i++) yield randomBytes(MiB)
      throw new Error('the source has failed')
    }
    await assert.rejects(storage.write(key, Readable.from(failing())), /the source has failed/)
    await assert.rejects(storage.write(newKey(), Readable.from(failing())), /the source has failed/)
    assert.equal(String(await bytesOf(storage, key)), 'second')
  })

  test('what is removed is gone; removing again is nothing', async () => {
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
    test(`a download is called ${fileName}`, async () => {
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

  test('a download is shown only when it is asked for and its type runs nothing', async () => {
    const storage = getStorage()
    const key = newKey()
    await storage.write(key, Readable.from([Buffer.from('<svg/>')]))
    for (const [mimeType, inline, expected] of [
      ['image/png', true, 'inline'],
      ['image/png', false, 'attachment'],
      ['application/pdf', true, 'inline'],
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

  test('206: a download in ranges; 403: an altered URL; 404: an object that is gone', async () => {
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
