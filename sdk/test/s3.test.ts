// Uploads and downloads through S3: the SDK talks to a real S3 server with URLs signed by Dailies.
import assert from 'node:assert/strict'
import { randomBytes } from 'node:crypto'
import { test } from 'node:test'
import { Dailies } from '@dailies/sdk'
import { startWorld } from '../../server/test/worlds/world.ts'

const server = process.env.TEST_S3_URL
const skip = server ? false : 'no S3 server is configured: `scripts/s3-test-server.sh npm test` starts one'

/** A separate folder in the bucket: other tests use the bucket at the same time. */
const prefix = `/sdk-${process.pid}-${randomBytes(4).toString('hex')}?`
const world = await startWorld(server ? { env: { STORAGE_URL: server.replace('?', prefix) } } : {})
const { id: projectId, owner } = await world.project()
const bytes = randomBytes(20_000_000)

test('S3: an upload that is rejected, cancelled and resumed is complete, and so is its download', {
  skip,
}, async () => {
  let puts = 0
  const hostile: typeof fetch = async (input, init) => {
    const url = new URL(String(input))
    // A signature that the bucket refuses, like an expired one.
    if (init?.method === 'PUT' && ++puts === 1) url.searchParams.set('X-Amz-Signature', '0'.repeat(64))
    return fetch(url, init)
  }
  const client = new Dailies({ baseUrl: world.url, token: owner.key, retryDelayMs: 1, fetch: hostile })
  const cancel = new AbortController()
  let id = ''
  const cancelled = client.files.upload(projectId, new Blob([bytes]), {
    name: 'take.bin',
    concurrency: 1,
    signal: cancel.signal,
    onStart: (started) => {
      id = started.id
    },
    onProgress: ({ loaded }) => loaded > 0 && cancel.abort(),
  })
  await assert.rejects(cancelled, { name: 'AbortError' })
  assert.equal(puts, 2)
  await client.files.upload(projectId, new Blob([bytes]), { resume: id })
  assert.equal(puts, 4)
  const { stream, size } = await client.files.download(id)
  assert.equal(size, bytes.length)
  assert.ok(bytes.equals(Buffer.from(await new Response(stream).arrayBuffer())))
})
