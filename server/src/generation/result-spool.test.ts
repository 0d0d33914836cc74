import assert from 'node:assert/strict'
import { mkdtemp, readdir, rename, rm, truncate } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import { buffer } from 'node:stream/consumers'
import { after, test } from 'node:test'
import { createResultSpool, isSpooled } from './result-spool.ts'

const folder = await mkdtemp(join(tmpdir(), 'dailies-results-'))
after(() => rm(folder, { recursive: true }))
const results = createResultSpool(folder)
let files = 0

async function spool() {
  const attempt = { fileId: `FX${files++}`, attempt: 1 }
  const body = Readable.from([Buffer.from('result')])
  const handle = await results.spool(attempt, { extension: 'png', body })
  return { attempt, handle, path: join(folder, `${attempt.fileId}.1.${handle.keptExtension}`) }
}

test('a spooled result is found, read and removed', async () => {
  const { attempt, handle } = await spool()
  await results.flush(attempt, handle)
  assert.ok(isSpooled(handle))
  assert.deepEqual(await results.find(attempt), handle)
  const { extension, body } = await results.read(attempt, handle)
  assert.deepEqual([extension, String(await buffer(body))], ['png', 'result'])
  await results.remove(attempt, handle)
  assert.equal(await results.find(attempt), undefined)
  assert.deepEqual(await readdir(folder), [])
})

test('a result that a power failure has truncated is neither read nor found', async () => {
  const { attempt, handle, path } = await spool()
  await truncate(path, 3)
  await assert.rejects(results.read(attempt, handle), /truncated/)
  assert.equal(await results.find(attempt), undefined)
})

test('a result of an earlier release, without its size, is found and read', async () => {
  const { attempt, path } = await spool()
  await rename(path, join(folder, `${attempt.fileId}.1.png`))
  const handle = await results.find(attempt)
  assert.deepEqual(handle, { keptExtension: 'png' })
  const { extension, body } = await results.read(attempt, handle!)
  assert.deepEqual([extension, String(await buffer(body))], ['png', 'result'])
})
