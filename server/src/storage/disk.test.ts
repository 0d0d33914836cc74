import assert from 'node:assert/strict'
import { createHash } from 'node:crypto'
import { mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, suite, test } from 'node:test'
import { startByteServer } from './fixtures/byte-server.ts'
import { bytesOf, newKey, sendPart } from './fixtures/client.ts'
import { testStorage } from './storage.contract.ts'

const root = mkdtempSync(join(tmpdir(), 'dailies-disk-'))
const files = join(root, 'files')
const server = await startByteServer(files)
after(async () => {
  await server.app.close()
  rmSync(root, { recursive: true, force: true })
})

suite('disk', () => testStorage(() => server.storage))

test('an upload with parts of an earlier release, which end with an MD5, completes', async () => {
  const { storage } = server
  const upload = await storage.startUpload(newKey())
  const folder = readdirSync(join(files, 'uploads')).find((name) => name.startsWith(upload.uploadId))!
  const [old, recent] = [Buffer.from('first '), Buffer.from('second')]
  const digest = createHash('md5').update(old).digest()
  writeFileSync(join(files, 'uploads', folder, '00001'), Buffer.concat([old, digest]))
  const first = { partNumber: 1, eTag: digest.toString('hex') }
  const second = await sendPart(storage, upload, 2, recent)
  assert.deepEqual((await storage.listParts(upload))[0], { ...first, size: 6 })
  await storage.completeUpload(upload, { size: 12, partSize: 6, partCount: 2 }, [first, second])
  assert.equal(String(await bytesOf(storage, upload.key)), 'first second')
})
