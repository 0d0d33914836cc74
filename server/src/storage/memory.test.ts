import assert from 'node:assert/strict'
import { createHash } from 'node:crypto'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, test } from 'node:test'
import { startByteProcess } from './fixtures/byte-process.ts'
import { eTagOf, newKey, put } from './fixtures/client.ts'
import { partLength, planParts } from './part-plan.ts'

const root = mkdtempSync(join(tmpdir(), 'dailies-memory-'))
const server = await startByteProcess(root)
after(async () => {
  await server.kill()
  rmSync(root, { recursive: true, force: true })
})

const MiB = 2 ** 20

async function upload(size: number) {
  const plan = planParts(size)
  const upload = await server.ask('startUpload', newKey())
  const sent: { partNumber: number; eTag: string }[] = []
  for (let partNumber = 1; partNumber <= plan.partCount; partNumber++) {
    const bytes = Buffer.alloc(partLength(plan, partNumber), `part ${partNumber} `)
    const response = await put(await server.ask('partUrl', upload, partNumber, bytes.length, 60), bytes)
    assert.equal(response.headers.get('etag'), `"${eTagOf(bytes)}"`)
    sent.push({ partNumber, eTag: response.headers.get('etag')! })
  }
  await server.ask('completeUpload', upload, plan, sent)
  return upload.key
}

async function download(key: string): Promise<string> {
  const options = { fileName: 'a', mimeType: 'video/mp4', inline: true, seconds: 60 }
  const response = await fetch(await server.ask('downloadUrl', key, options))
  const hash = createHash('md5')
  for await (const chunk of response.body!) hash.update(chunk)
  return hash.digest('hex')
}

function expected(size: number): string {
  const plan = planParts(size)
  const hash = createHash('md5')
  for (let partNumber = 1; partNumber <= plan.partCount; partNumber++) {
    hash.update(Buffer.alloc(partLength(plan, partNumber), `part ${partNumber} `))
  }
  return hash.digest('hex')
}

test('memory use stays constant while 300 MiB are uploaded and downloaded', async () => {
  await download(await upload(50 * MiB))
  const before = await server.ask('memory')
  const key = await upload(300 * MiB)
  const afterUpload = await server.ask('memory')
  assert.equal(await download(key), expected(300 * MiB))
  const afterDownload = await server.ask('memory')
  const growth = [afterUpload, afterDownload].map((memory) => Math.round((memory - before) / MiB))
  assert.ok(Math.max(...growth) < 50, `grown by ${growth.join(' and ')} MiB`)
})
