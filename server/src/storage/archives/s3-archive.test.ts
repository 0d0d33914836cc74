// Archives of objects in a bucket: the server streams them from a real S3 server, in a process whose memory is measured.
import assert from 'node:assert/strict'
import { randomBytes } from 'node:crypto'
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, test } from 'node:test'
import { readZip } from '../../../test/helpers/read-zip.ts'
import { lacks, unzipTest } from '../../../test/helpers/zip-programs.ts'
import { fetchBytes, startArchiveWorld } from '../../../test/worlds/archive-world.ts'
import { newObject } from '../../../test/worlds/samples/files.ts'
import { killWorkersAfterFile } from '../../../test/worlds/worker-process.ts'
import { saveSparse, startNode } from './fixtures/large-objects.ts'

const server = process.env.TEST_S3_URL
const skip = server ? false : 'no S3 server is configured: `scripts/s3-test-server.sh npm test` starts one'

killWorkersAfterFile()
const prefix = `/archives-${process.pid}-${randomBytes(4).toString('hex')}?`
const storageUrl = server?.replace('?', prefix) ?? ''
const { world, sql, file, folder, create, references } = await startArchiveWorld(
  server ? { env: { STORAGE_URL: storageUrl } } : {},
)
const work = mkdtempSync(join(tmpdir(), 'dailies-archives-'))
after(() => rmSync(work, { recursive: true, force: true }))

test('S3: aborted and resumed on another node, byte by byte the same; memory stays flat', {
  skip,
}, async () => {
  const node = await startNode(world, storageUrl)
  const where = await folder('Bucket')
  const large = randomBytes(40_000_000)
  const objectId = await newObject(world, large)
  for (const name of ['1.mov', '2.mov', '3.mov', '4.mov', '5.mov'])
    await file(name, { folder: where, objectId })
  const small = await newObject(world, 'small')
  for (let i = 0; i < 60; i++) await file(`${i}.txt`, { folder: where, objectId: small })
  const archive = await create({ folders: references(where) })
  // The first download loads the client of S3.
  await fetchBytes(node.at(archive.url), 'bytes=0-50000000')
  await sql`delete from object_crcs`
  const path = join(work, 's3.zip')
  const growth = await node.growth(async () => {
    let length = await saveSparse(node.at(archive.url), path, 0, 30_000_000)
    length += await saveSparse(node.at(archive.url), path, length, 50_000_000)
    length += await saveSparse(node.at(archive.url), path, length)
    assert.equal(length, archive.byteSize)
  })
  assert.ok(growth < 50 * 2 ** 20, `the memory grew by ${growth / 2 ** 20} MB`)
  const zip = readFileSync(path)
  assert.ok(zip.equals(await fetchBytes(archive.url)))
  const entries = readZip(zip)
  assert.ok(entries.get('Bucket/5.mov')!.equals(large))
  assert.equal(entries.size, 65)
  if (!lacks('unzip')) assert.match(await unzipTest(path), /No errors detected/)
})

test('S3: the end of an archive that nobody has read yet', { skip }, async () => {
  const id = await file('unread.bin', { bytes: randomBytes(3_000_000) })
  const archive = await create({ files: references(id) })
  const tail = await fetchBytes(archive.url, 'bytes=-500')
  assert.ok((await fetchBytes(archive.url)).subarray(-500).equals(tail))
})

test('S3: an object that is missing in the bucket: 404, not half an archive', { skip }, async () => {
  const objectId = await newObject(world, 'lost')
  const archive = await create({ files: references(await file('lost.txt', { objectId })) })
  await world.storage.remove(objectId)
  assert.equal((await fetch(archive.url)).status, 404)
})
