import { before, suite } from 'node:test'
import type { Storage } from '../core/storage.ts'
import { testStorage } from './storage.contract.ts'
import { parseStorageUrl, type S3Config } from './storage-url.ts'

const url = process.env.TEST_S3_URL
const skip = url ? false : 'no S3 server is configured: `scripts/s3-test-server.sh npm test` starts one'

suite('s3', { skip }, () => {
  let storage: Storage
  before(async () => {
    const { createS3Storage } = await import('./s3.ts')
    storage = await createS3Storage(parseStorageUrl(url, undefined) as S3Config)
  })
  testStorage(() => storage)
})
