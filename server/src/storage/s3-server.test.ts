// Tests for S3 only: signatures, pages, lost answers, settings that cannot work.
import assert from 'node:assert/strict'
import { tmpdir } from 'node:os'
import { Readable } from 'node:stream'
import { test } from 'node:test'
import { GetObjectCommand, type S3Client, UploadPartCommand } from '@aws-sdk/client-s3'
import { getSignedUrl } from '@aws-sdk/s3-request-presigner'
import { createDiskSpace } from '../core/disk-space.ts'
import { ApiError } from '../core/errors.ts'
import { StartupError } from '../core/startup-error.ts'
import { createStorage } from './create-storage.ts'
import { newKey, put, refusedWith } from './fixtures/client.ts'
import { planParts } from './part-plan.ts'
import { createS3Storage } from './s3.ts'
import { createClient } from './s3-client.ts'
import { createPresigner } from './s3-presign.ts'
import { listParts, listUploads } from './s3-uploads.ts'
import { blockSize, inBlocks } from './s3-write.ts'
import { parseStorageUrl, type S3Config } from './storage-url.ts'

const url = process.env.TEST_S3_URL
const skip = url ? false : 'no S3 server is configured: `scripts/s3-test-server.sh npm test` starts one'

process.env.AWS_ACCESS_KEY_ID ??= 'nobody'
process.env.AWS_SECRET_ACCESS_KEY ??= 'nothing'

const aws = parseStorageUrl('s3://media?region=eu-central-1', undefined) as S3Config
const other = parseStorageUrl('s3://media?endpoint=http://127.0.0.1:9', undefined) as S3Config
const config = url ? (parseStorageUrl(url, undefined) as S3Config) : other

const moment = new Date('2026-02-03T04:05:06Z')

for (const [name, place] of [
  ['AWS', aws],
  ['another server', other],
  ['AWS, in the path', { ...aws, forcePathStyle: true }],
] as const) {
  test(`${name}: signatures equal those of the SDK`, async () => {
    const client = createClient(place, place.endpoint)
    const presign = createPresigner(client, place.bucket, place.region, () => moment)
    const key = 'dailies/a/b-c_d.e'
    const download = new GetObjectCommand({
      Bucket: place.bucket,
      Key: key,
      ResponseContentDisposition: `attachment; filename*=UTF-8''%E6%97%A5'()*!~`,
    })
    const part = new UploadPartCommand({
      Bucket: place.bucket,
      Key: key,
      UploadId: 'up/load+id==',
      PartNumber: 7,
      ContentLength: 123,
    })
    const bySdk = await Promise.all(
      [download, part].map((command) =>
        getSignedUrl(client as S3Client, command as GetObjectCommand, { expiresIn: 60, signingDate: moment }),
      ),
    )
    const byUs = await Promise.all([
      presign({
        method: 'GET',
        key,
        query: {
          'response-content-disposition': `attachment; filename*=UTF-8''%E6%97%A5'()*!~`,
          'x-id': 'GetObject',
        },
        seconds: 60,
      }),
      presign({
        method: 'PUT',
        key,
        query: { partNumber: '7', uploadId: 'up/load+id==', 'x-id': 'UploadPart' },
        contentLength: 123,
        seconds: 60,
      }),
    ])
    const fields = (signed: string) => {
      const { origin, pathname, searchParams } = new URL(signed)
      return [origin, pathname, ...[...searchParams].sort(([a], [b]) => (a < b ? -1 : 1))]
    }
    assert.deepEqual(byUs.map(fields), bySdk.map(fields))
  })
}

test('all blocks except the last are full, and contain the same bytes', async () => {
  const chunks = [1, 5_000_000, 3_388_607, 20_000_000, 7].map((length, i) => Buffer.alloc(length, i + 1))
  const blocks = await Array.fromAsync(inBlocks(Readable.from(chunks)), (block) => Buffer.from(block))
  assert.ok(Buffer.concat(blocks).equals(Buffer.concat(chunks)))
  assert.deepEqual(
    blocks.slice(0, -1).map(({ length }) => length),
    blocks.slice(0, -1).map((_, i) => blockSize(i)),
  )
  assert.ok(blocks.at(-1)!.length <= blockSize(0))
})

test('an unreachable S3 server does not prevent the start; requests return 503', async () => {
  const storage = await createS3Storage(other)
  const unavailable = (error: unknown) => error instanceof ApiError && error.code === 'unavailable'
  await assert.rejects(storage.startUpload(newKey()), unavailable)
  await assert.rejects(storage.stat(newKey()), unavailable)
  await assert.rejects(Array.fromAsync(storage.objects()), unavailable)
})

test('URLs for clients use the public endpoint', async () => {
  const storage = await createS3Storage({ ...other, publicEndpoint: 'https://files.example.com' })
  const options = { fileName: 'a', mimeType: 'video/mp4', inline: false, seconds: 60 }
  const signed = new URL(await storage.downloadUrl('a/b', options))
  assert.equal(signed.origin + signed.pathname, 'https://files.example.com/media/dailies/a/b')
})

test('a public endpoint on the origin of the server fails the start with one line: uploads would run there', async () => {
  const config = { ...other, publicEndpoint: 'https://review.example.com:443/files' }
  const space = createDiskSpace(tmpdir(), 0)
  const options = { dataDir: '', baseUrl: () => 'https://review.example.com', keys: [], space }
  await assert.rejects(createStorage(config, options), StartupError)
  const { fileOrigins } = await createStorage(config, { ...options, baseUrl: () => 'https://example.com' })
  assert.deepEqual(fileOrigins, ['https://review.example.com'])
})

test('a missing or forbidden bucket fails the start with one line', {
  skip,
}, async () => {
  const clear = (part: string) => (error: unknown) =>
    error instanceof StartupError && error.message.startsWith('STORAGE_URL') && error.message.includes(part)
  await assert.rejects(
    createS3Storage({ ...config, bucket: 'no-such-bucket' }),
    clear('the bucket "no-such-bucket" does not exist'),
  )
  const secret = process.env.AWS_SECRET_ACCESS_KEY
  process.env.AWS_SECRET_ACCESS_KEY = 'wrong'
  try {
    await assert.rejects(createS3Storage(config), clear('credentials'))
  } finally {
    process.env.AWS_SECRET_ACCESS_KEY = secret
  }
})

test('an expired URL returns 403', { skip }, async () => {
  const client = createClient(config, config.endpoint)
  const past = createPresigner(client, config.bucket, config.region, () => new Date(Date.now() - 120_000))
  for (const [seconds, status] of [
    [60, 403],
    [600, 404],
  ] as const) {
    const signed = await past({ method: 'GET', key: `${config.prefix}${newKey()}`, query: {}, seconds })
    const response = await fetch(signed)
    assert.equal(response.status, status)
    await response.arrayBuffer()
  }
})

test('parts and uploads are read page by page', { skip }, async () => {
  const client = createClient(config, config.endpoint)
  const storage = await createS3Storage(config)
  const uploads = [
    await storage.startUpload(newKey()),
    await storage.startUpload(newKey()),
    await storage.startUpload(newKey()),
  ]
  const [upload] = uploads as [(typeof uploads)[0]]
  for (let n = 1; n <= 12; n++) {
    assert.equal((await put(await storage.partUrl(upload, n, n, 60), Buffer.alloc(n))).status, 200)
  }
  const place = { Bucket: config.bucket, Key: config.prefix + upload.key, UploadId: upload.uploadId }
  const sizes = Array.from({ length: 12 }, (_, i) => i + 1)
  assert.deepEqual(
    (await listParts(client, place, 5)).map(({ size }) => size),
    sizes,
  )
  assert.deepEqual(
    (await listParts(client, place, 6)).map(({ size }) => size),
    sizes,
  )
  const listed = await Array.fromAsync(listUploads(client, config.bucket, config.prefix, 2))
  for (const { uploadId } of uploads) {
    assert.equal(listed.filter(({ UploadId }) => UploadId === uploadId).length, 1)
  }
  for (const one of uploads) await storage.abortUpload(one)
})

test('a completion whose answer was lost succeeds when the object exists', { skip }, async () => {
  const storage = await createS3Storage(config)
  const upload = await storage.startUpload(newKey())
  // The state of a server that has created the object and forgotten the upload.
  await storage.abortUpload(upload)
  await storage.write(upload.key, Readable.from([Buffer.alloc(1_000)]))
  const parts = [{ partNumber: 1, eTag: '0'.repeat(32) }]
  await storage.completeUpload(upload, planParts(1_000), parts)
  await assert.rejects(storage.completeUpload(upload, planParts(999), parts), refusedWith('upload_not_found'))
  await storage.remove(upload.key)
  await assert.rejects(
    storage.completeUpload(upload, planParts(1_000), parts),
    refusedWith('upload_not_found'),
  )
})

test('objects of other programs in the same bucket are not listed', { skip }, async () => {
  const ours = await createS3Storage(config)
  const theirs = await createS3Storage({ ...config, prefix: 'elsewhere/' })
  const key = newKey()
  await theirs.write(key, Readable.from([Buffer.from('theirs')]))
  const upload = await theirs.startUpload(newKey())
  const objects = await Array.fromAsync(ours.objects())
  const uploads = await Array.fromAsync(ours.uploads())
  assert.ok(!objects.some((object) => object.key.includes(key)))
  assert.ok(!uploads.some((found) => found.upload.uploadId === upload.uploadId))
  await theirs.remove(key)
  await theirs.abortUpload(upload)
})
