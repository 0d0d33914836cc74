// The lifecycle rules of docs/guides/backup.md, against what the server relies on.
import assert from 'node:assert/strict'
import { once } from 'node:events'
import { readFileSync } from 'node:fs'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { text } from 'node:stream/consumers'
import { test } from 'node:test'
import {
  type BucketLifecycleConfiguration,
  PutBucketLifecycleConfigurationCommand,
  S3Client,
} from '@aws-sdk/client-s3'
import { abandonedDays } from '../../../src/jobs/clean-storage.ts'

const guide = readFileSync(new URL('../../../../docs/guides/backup.md', import.meta.url), 'utf8')
const [, json] = /```json\n(.*?)```/s.exec(guide)!
const rules: BucketLifecycleConfiguration = JSON.parse(json!)

test('parts are aborted by the rule later than by the server', () => {
  const days = rules.Rules!.map((rule) => rule.AbortIncompleteMultipartUpload?.DaysAfterInitiation ?? 0)
  assert.ok(Math.max(...days) > abandonedDays, String(days))
})

test('no rule deletes or moves a current object', () => {
  for (const { Expiration, Transitions } of rules.Rules!) {
    assert.deepEqual([Expiration?.Days, Expiration?.Date, Transitions], [undefined, undefined, undefined])
  }
})

test('the SDK sends every field of the rules', async (t) => {
  const bodies: string[] = []
  const server = createServer(async (request, response) => {
    bodies.push(await text(request))
    response.end()
  }).listen(0, '127.0.0.1')
  t.after(() => server.close())
  await once(server, 'listening')
  const client = new S3Client({
    endpoint: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    region: 'us-east-1',
    forcePathStyle: true,
    credentials: { accessKeyId: 'a', secretAccessKey: 'b' },
  })
  const LifecycleConfiguration = rules
  await client.send(new PutBucketLifecycleConfigurationCommand({ Bucket: 'dailies', LifecycleConfiguration }))
  client.destroy()
  for (const field of ['DaysAfterInitiation>30<', 'NoncurrentDays>30<', 'ExpiredObjectDeleteMarker>true<'])
    assert.ok(bodies[0]?.includes(field), field)
})
