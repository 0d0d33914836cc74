import assert from 'node:assert/strict'
import { test } from 'node:test'
import { until } from '../../test/helpers/until.ts'
import { startS3 } from '../../test/stand-ins/s3.ts'
import { newUuid } from '../core/ids.ts'
import { createS3Storage } from './s3.ts'
import { parseStorageUrl, type S3Config } from './storage-url.ts'

process.env.AWS_ACCESS_KEY_ID ??= 'nobody'
process.env.AWS_SECRET_ACCESS_KEY ??= 'nothing'

test('a request that S3 does not answer ends after 4 s, and no earlier', async (t) => {
  const s3 = await startS3()
  const storage = await createS3Storage(parseStorageUrl(s3.storageUrl, undefined) as S3Config)
  s3.stall('silent')
  t.mock.timers.enable({ apis: ['setTimeout'] })
  let code: string | undefined
  storage.startUpload(newUuid()).catch((error) => {
    code = error.code
  })
  await s3.stalled(1)
  t.mock.timers.tick(3_999)
  await new Promise(setImmediate)
  assert.equal(code, undefined)
  t.mock.timers.tick(1)
  t.mock.timers.reset()
  await until(() => code)
  assert.equal(code, 'unavailable')
})
