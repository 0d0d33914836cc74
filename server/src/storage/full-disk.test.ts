// Errors of the system when the disk is full after all: another program has used up the reserve.
import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import { mountSmallDisk, type SmallDisk } from '../../test/stand-ins/small-disk.ts'
import { createDiskSpace } from '../core/disk-space.ts'
import { ApiError } from '../core/errors.ts'
import { createUrlSigner } from '../core/signed-urls.ts'
import { createDiskStorage } from './disk.ts'
import { newKey } from './fixtures/client.ts'

const MiB = 2 ** 20
const mounted = mountSmallDisk(16)
const skip = typeof mounted === 'string' ? mounted : false
const disk = mounted as SmallDisk
if (!skip) after(() => disk.unmount())

/** A storage that believes the disk to be large. */
async function openStorage() {
  const space = createDiskSpace(disk.folder, 0, undefined, async () => ({
    bavail: 2 ** 40,
    blocks: 1,
    bsize: 1,
  }))
  const signer = createUrlSigner([Buffer.alloc(32)], () => '')
  return createDiskStorage(`${disk.folder}/files`, signer, space)
}

async function* bytes(megabytes: number) {
  for (let i = 0; i < megabytes; i++) yield Buffer.alloc(MiB, i)
}

const isDiskFull = (error: unknown) =>
  error instanceof ApiError && error.code === 'disk_full' && error.status === 507

test('a part and a whole object return 507 and leave nothing behind', { skip }, async () => {
  const storage = await openStorage()
  const upload = await storage.startUpload(newKey())
  disk.fillUpTo(2 * MiB)
  const before = disk.free()
  await assert.rejects(storage.storePart(upload, 1, bytes(4), 8 * MiB), isDiskFull)
  const key = newKey()
  await assert.rejects(storage.write(key, bytes(4) as never), isDiskFull)
  assert.equal(await storage.stat(key), undefined)
  assert.equal(disk.free(), before)
  disk.empty()
  assert.equal((await storage.storePart(upload, 1, bytes(4), 8 * MiB)).size, 4 * MiB)
})

test('a completion returns 507, loses no part, and can be repeated', { skip }, async () => {
  const storage = await openStorage()
  const upload = await storage.startUpload(newKey())
  const { eTag } = await storage.storePart(upload, 1, bytes(2), 2 * MiB)
  const plan = { size: 2 * MiB, partSize: 2 * MiB, partCount: 1 }
  disk.fillUpTo(0)
  await assert.rejects(storage.completeUpload(upload, plan, [{ partNumber: 1, eTag }]), isDiskFull)
  assert.deepEqual(await storage.listParts(upload), [{ partNumber: 1, eTag, size: 2 * MiB }])
  disk.empty()
  await storage.completeUpload(upload, plan, [{ partNumber: 1, eTag }])
  assert.equal((await storage.stat(upload.key))?.size, 2 * MiB)
})

test('an object can be removed from a completely full disk', { skip }, async () => {
  const storage = await openStorage()
  const key = newKey()
  await storage.write(key, bytes(2) as never)
  disk.fillUpTo(0)
  await storage.remove(key)
  assert.equal(await storage.stat(key), undefined)
  assert.ok(disk.free() >= 2 * MiB)
  disk.empty()
})
