// SIGKILL at any moment: an object is complete or does not exist, and an upload continues where it was.
import assert from 'node:assert/strict'
import { fork } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { once } from 'node:events'
import { existsSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs'
import { request } from 'node:http'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import { buffer } from 'node:stream/consumers'
import { after, test } from 'node:test'
import { fileURLToPath } from 'node:url'
import { until } from '../../test/helpers/until.ts'
import { createDiskSpace } from '../core/disk-space.ts'
import { createUrlSigner } from '../core/signed-urls.ts'
import { createDiskStorage } from './disk.ts'
import { startByteProcess } from './fixtures/byte-process.ts'
import { startByteServer } from './fixtures/byte-server.ts'
import { eTagOf, newKey, put } from './fixtures/client.ts'

const root = mkdtempSync(join(tmpdir(), 'dailies-crash-'))
after(() => rmSync(root, { recursive: true, force: true }))

const partSize = 100_000
const bytes = randomBytes(2.5 * partSize)
const plan = { size: bytes.length, partSize, partCount: 3 }
const partBytes = [0, 1, 2].map((i) => bytes.subarray(i * partSize, (i + 1) * partSize))
const parts = partBytes.map((part, i) => ({ partNumber: i + 1, eTag: eTagOf(part) }))

const open = (folder: string) =>
  createDiskStorage(
    folder,
    createUrlSigner([Buffer.alloc(32)], () => ''),
    createDiskSpace(folder, 0),
  )
const fixture = (name: string) => fileURLToPath(new URL(`fixtures/${name}`, import.meta.url))

const secondPart = join(root, 'second-part')
writeFileSync(secondPart, partBytes[1]!)

/** The number of changes when the process ran to its end; undefined when it was killed before. */
async function runKilledAt(n: number, folder: string, upload: object): Promise<number | undefined> {
  const task = JSON.stringify({ upload, plan, partNumber: 2, parts })
  const child = fork(fixture('killed-at.ts'), [String(n), folder, task, secondPart])
  let changes: number | undefined
  child.on('message', (message: number) => {
    changes = message
  })
  const [code, signal] = await once(child, 'exit')
  if (signal === 'SIGKILL') return undefined
  assert.equal(code, 0)
  return changes
}

/** The steps of a client after a restart: list the stored parts, send the rest, complete. */
async function resume(folder: string, upload: { key: string; uploadId: string }): Promise<void> {
  const storage = await open(folder)
  const object = await storage.findObject(upload.key)
  if (object === undefined) {
    const stored = await storage.listParts(upload)
    for (const [i, part] of partBytes.entries()) {
      const found = stored.find(({ partNumber }) => partNumber === i + 1)
      if (found) assert.deepEqual(found, { ...parts[i], size: part.length })
      else await storage.storePart(upload, i + 1, Readable.from([part]), partSize)
    }
    // The first and the third part were acknowledged before the crash.
    assert.ok(stored.length >= 2)
  } else {
    assert.ok(bytes.equals(await buffer(await storage.read(upload.key))))
  }
  await storage.completeUpload(upload, plan, parts)
  assert.ok(bytes.equals(await buffer(await storage.read(upload.key))))
  assert.deepEqual(await Array.fromAsync(storage.uploads()), [])
  const keys = (await Array.fromAsync(storage.objects())).map(({ key }) => key)
  assert.deepEqual(keys, [upload.key])
  assert.deepEqual(readdirSync(join(folder, 'trash')), [])
}

async function surviveKillAt(n: number): Promise<number | undefined> {
  const folder = join(root, `killed-${n}`)
  const storage = await open(folder)
  const upload = await storage.startUpload(newKey())
  for (const i of [0, 2]) await storage.storePart(upload, i + 1, Readable.from([partBytes[i]!]), partSize)
  const changes = await runKilledAt(n, folder, upload)
  await resume(folder, upload)
  return changes
}

test('a process killed before any change to the disk leaves an upload that can be resumed', async () => {
  const all = (await surviveKillAt(Number.POSITIVE_INFINITY)) ?? 0
  // Fewer changes would mean that the fixture does not see them all.
  assert.ok(all >= 18, `${all} changes`)
  for (let n = 1; n <= all; n += 4) {
    const several = Array.from({ length: Math.min(4, all - n + 1) }, (_, i) => n + i)
    for (const survived of await Promise.all(several.map(surviveKillAt))) assert.equal(survived, undefined)
  }
})

test('a server killed in the middle of a part: the part does not count, and another server continues', async () => {
  const folder = join(root, 'server')
  const first = await startByteProcess(folder)
  const upload = await first.ask('startUpload', newKey())
  const acknowledged = await put(await first.ask('partUrl', upload, 1, partSize, 60), partBytes[0]!)
  assert.equal(acknowledged.status, 200)

  const url = await first.ask('partUrl', upload, 2, partSize, 60)
  const out = request(url, { method: 'PUT', headers: { 'Content-Length': partSize } })
  const cut = once(out, 'error')
  out.write(partBytes[1]!.subarray(0, partSize - 1))
  const uploadFolder = join(folder, 'uploads', readdirSync(join(folder, 'uploads'))[0]!)
  await until(() => readdirSync(uploadFolder).some((name) => name.startsWith('tmp-')))
  await first.kill()
  await cut

  const second = await startByteServer(folder)
  try {
    assert.deepEqual(await second.storage.listParts(upload), [{ ...parts[0], size: partSize }])
    for (const [i, part] of partBytes.entries()) {
      const response = await put(await second.storage.partUrl(upload, i + 1, partSize, 60), part)
      assert.equal(response.status, 200)
    }
    await second.storage.completeUpload(upload, plan, parts)
    assert.ok(bytes.equals(await buffer(await second.storage.read(upload.key))))
    assert.ok(!existsSync(uploadFolder))
  } finally {
    await second.app.close()
  }
})
