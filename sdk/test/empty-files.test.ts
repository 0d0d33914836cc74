import assert from 'node:assert/strict'
import { createReadStream, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, test } from 'node:test'
import { Dailies, type Progress, type UploadSource } from '@dailies/sdk'
import { startWorld } from '../../server/test/worlds/world.ts'

const world = await startWorld()
const folder = mkdtempSync(join(tmpdir(), 'dailies-sdk-'))
after(() => rmSync(folder, { recursive: true, force: true }))
const path = join(folder, 'empty.txt')
writeFileSync(path, '')

const { id: projectId, owner } = await world.project()
const client = new Dailies({ baseUrl: world.url, token: owner.key, retryDelayMs: 1 })

const sources: Record<string, () => UploadSource> = {
  path: () => path,
  Blob: () => new Blob([]),
  Uint8Array: () => new Uint8Array(0),
  ReadableStream: () => new Blob([]).stream(),
  'stream of Node': () => createReadStream(path),
}

for (const [kind, source] of Object.entries(sources)) {
  test(`upload: an empty file from a ${kind}`, async () => {
    const seen: Progress[] = []
    const onProgress = (progress: Progress) => seen.push(progress)
    const options = { name: 'empty.txt', size: 0, onProgress }
    const { id } = await client.files.upload(projectId, source(), options)
    const { status, size, byteSize } = await client.files.get(id)
    assert.deepEqual([status, size, byteSize], ['UPLOADED', 0, 0])
    assert.deepEqual(seen.at(-1), { loaded: 0, total: 0 })
  })
}

test('upload: an empty file is resumed', async () => {
  const { id } = await client.files.startUpload(projectId, { name: 'later.txt', size: 0 })
  assert.deepEqual(await client.files.upload(projectId, path, { resume: id }), { id })
  assert.equal((await client.files.get(id)).status, 'UPLOADED')
})

test('uploadAll: empty files beside others', async () => {
  const items = ['', 'words', ''].map((text, i) => ({ source: new Blob([text]), name: `${i}.txt` }))
  const outcomes = await client.files.uploadAll(projectId, items)
  const sizes = await Promise.all(outcomes.map(async ({ id }) => (await client.files.get(id!)).size))
  assert.deepEqual(sizes, [0, 5, 0])
})

test('download: an empty file arrives at a path and as a stream', async () => {
  const { id } = await client.files.upload(projectId, path)
  const to = join(folder, 'copy.txt')
  assert.deepEqual(await client.files.download(id, { to }), { size: 0 })
  assert.equal(readFileSync(to).length, 0)
  const { stream, size } = await client.files.download(id)
  assert.deepEqual([size, await new Response(stream).text()], [0, ''])
})
