import assert from 'node:assert/strict'
import { test } from 'node:test'
import { StartupError } from '../core/startup-error.ts'
import { parseStorageUrl } from './storage-url.ts'

test('nothing set, or "disk": on disk', () => {
  assert.deepEqual(parseStorageUrl(undefined, undefined), { kind: 'disk' })
  assert.deepEqual(parseStorageUrl('disk', 'eu-central-1'), { kind: 'disk' })
})

test('AWS: a bucket and a region', () => {
  const expected = {
    kind: 's3',
    bucket: 'media',
    prefix: 'dailies/',
    region: 'eu-central-1',
    endpoint: undefined,
    publicEndpoint: undefined,
    forcePathStyle: false,
  }
  assert.deepEqual(parseStorageUrl('s3://media?region=eu-central-1', undefined), expected)
  assert.deepEqual(parseStorageUrl('s3://media', 'eu-central-1'), expected)
  assert.deepEqual(parseStorageUrl('s3://media/?region=eu-central-1', 'us-west-2'), expected)
})

test('another server: the bucket is in the path by default', () => {
  const url = 's3://media/review/files/?endpoint=http://minio:9000/&publicEndpoint=https://s3.example.com'
  const expected = {
    kind: 's3',
    bucket: 'media',
    prefix: 'review/files/',
    region: 'us-east-1',
    endpoint: 'http://minio:9000',
    publicEndpoint: 'https://s3.example.com',
    forcePathStyle: true,
  }
  assert.deepEqual(parseStorageUrl(url, undefined), expected)
  const hosted = parseStorageUrl(`${url}&forcePathStyle=false&region=garage`, undefined)
  assert.deepEqual(hosted, { ...expected, region: 'garage', forcePathStyle: false })
})

const wrong = [
  'media',
  's3:media',
  's3://',
  's3://me dia?region=x',
  's3://x?region=y',
  's3://key:secret@media?region=x',
  's3://media',
  's3://media?regoin=x',
  's3://media?endpoint=minio:9000',
  's3://media?endpoint=ftp://minio',
  's3://media?endpoint=http://key:secret@minio',
  's3://media?endpoint=http://minio&publicEndpoint=localhost',
  's3://media?region=x&forcePathStyle=maybe',
  's3://media/a%20b?region=x',
  'https://media.s3.amazonaws.com',
]

for (const value of wrong) {
  test(`STORAGE_URL=${value} is refused with one line`, () => {
    const problem = (error: unknown) =>
      error instanceof StartupError &&
      error.message.startsWith('STORAGE_URL') &&
      !error.message.includes('\n') &&
      !error.message.includes('secret')
    assert.throws(() => parseStorageUrl(value, undefined), problem)
  })
}
