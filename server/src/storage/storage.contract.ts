// The contract of every storage, over the wire. disk.test.ts and s3.test.ts run it.
import assert from 'node:assert/strict'
import { randomBytes } from 'node:crypto'
import { test } from 'node:test'
import type { ClaimedPart, RefusalReason, Storage } from '../core/storage.ts'
import { bareETag } from './check-parts.ts'
import { testDiscarded } from './discarded.contract.ts'
import {
  bytesOf,
  content,
  newKey,
  parts,
  plan,
  put,
  refusedWith,
  sendAll,
  sendPart,
} from './fixtures/client.ts'
import { testObjects } from './objects.contract.ts'
import { planParts } from './part-plan.ts'

export function testStorage(getStorage: () => Storage): void {
  testUploads(getStorage)
  testRefusals(getStorage)
  testObjects(getStorage)
  testDiscarded(getStorage)
}

function testUploads(getStorage: () => Storage): void {
  test('parts uploaded in any order form an object of the same bytes', async () => {
    const storage = getStorage()
    const upload = await storage.startUpload(newKey())
    const sent = await sendAll(storage, upload)
    assert.equal(await storage.stat(upload.key), undefined)
    await assert.rejects(storage.read(upload.key), refusedWith('object_not_found'))
    await storage.completeUpload(upload, plan, sent)
    assert.equal((await storage.stat(upload.key))?.size, content.length)
    assert.ok(content.equals(await bytesOf(storage, upload.key)))
  })

  test('one empty part forms an empty object, also when the completion is repeated', async () => {
    const storage = getStorage()
    const upload = await storage.startUpload(newKey())
    const sent = [await sendPart(storage, upload, 1, Buffer.alloc(0))]
    assert.deepEqual(await storage.listParts(upload), [
      { partNumber: 1, eTag: bareETag(sent[0]!.eTag), size: 0 },
    ])
    for (let time = 0; time < 2; time++) await storage.completeUpload(upload, planParts(0), sent)
    assert.equal((await storage.stat(upload.key))?.size, 0)
    assert.equal((await bytesOf(storage, upload.key)).length, 0)
    await assert.rejects(storage.listParts(upload), refusedWith('upload_not_found'))
  })

  test('an empty upload is not complete before its empty part has arrived', async () => {
    const storage = getStorage()
    const upload = await storage.startUpload(newKey())
    const claimed = [{ partNumber: 1, eTag: '0'.repeat(32) }]
    await assert.rejects(storage.completeUpload(upload, planParts(0), claimed), refusedWith('part_missing'))
    assert.equal(await storage.stat(upload.key), undefined)
    await storage.abortUpload(upload)
  })

  test('the last activity of an upload is when its last part arrived', async () => {
    const storage = getStorage()
    const upload = await storage.startUpload(newKey())
    await sendPart(storage, upload, 2)
    const first = (await storage.lastActivity(upload))!
    // Servers report whole seconds, and their clocks may differ.
    assert.ok(Math.abs(Date.now() - first.getTime()) < 60_000, String(first))
    await sendPart(storage, upload, 1)
    assert.ok((await storage.lastActivity(upload))! >= first)
    await storage.abortUpload(upload)
    assert.equal(await storage.lastActivity(upload), undefined)
  })

  test('an upload resumes from its stored parts', async () => {
    const storage = getStorage()
    const upload = await storage.startUpload(newKey())
    assert.deepEqual(await storage.listParts(upload), [])
    const third = await sendPart(storage, upload, 3)
    const first = await sendPart(storage, upload, 1)
    assert.deepEqual(await storage.listParts(upload), [
      { partNumber: 1, eTag: bareETag(first.eTag), size: parts[0]!.length },
      { partNumber: 3, eTag: bareETag(third.eTag), size: parts[2]!.length },
    ])
    const second = await sendPart(storage, upload, 2)
    await storage.completeUpload(upload, plan, [first, second, third])
    assert.ok(content.equals(await bytesOf(storage, upload.key)))
  })

  test('a part that is uploaded again replaces the first', async () => {
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

  test('a completion can be repeated, also concurrently', async () => {
    const storage = getStorage()
    const upload = await storage.startUpload(newKey())
    const sent = await sendAll(storage, upload)
    await Promise.all([1, 2, 3].map(() => storage.completeUpload(upload, plan, sent)))
    await storage.completeUpload(upload, plan, sent)
    assert.ok(content.equals(await bytesOf(storage, upload.key)))
  })

  test('an aborted upload accepts no parts and cannot be completed; aborting it again succeeds', async () => {
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

  test('aborting a complete upload leaves the object', async () => {
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

  test('wrong, missing, extra and reordered parts are refused; then the upload continues', async (t) => {
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

  test('fewer bytes than announced are refused; the right ones complete the upload', async () => {
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

  test('more bytes than the URL allows are refused', async () => {
    const storage = getStorage()
    const upload = await storage.startUpload(newKey())
    const response = await put(await storage.partUrl(upload, 1, 9, 60), Buffer.alloc(10))
    assert.ok(response.status === 413 || response.status === 403, `${response.status}`)
    assert.deepEqual(await storage.listParts(upload), [])
    await storage.abortUpload(upload)
  })

  test('an invalid key is refused', async () => {
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
