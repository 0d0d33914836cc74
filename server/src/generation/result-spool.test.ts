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
  const { handle } = await results.spool(attempt, { extension: 'png', body })
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

const large = Buffer.alloc(3 * 2 ** 20, 'large')

test('a small result is also returned; a large one is read', async () => {
  for (const bytes of [Buffer.from('small'), large]) {
    const attempt = { fileId: `FX${files++}`, attempt: 1 }
    const pieces = Array.from({ length: Math.ceil(bytes.length / 2 ** 16) }, (_, i) =>
      bytes.subarray(i * 2 ** 16, (i + 1) * 2 ** 16),
    )
    const { handle, output } = await results.spool(attempt, { extension: 'glb', body: Readable.from(pieces) })
    assert.equal(output === undefined, bytes === large)
    assert.deepEqual(handle, { keptExtension: `${bytes.length}.glb` })
    for (const { body } of [output ?? [], await results.read(attempt, handle)].flat())
      assert.ok(bytes.equals(await buffer(body)))
    await results.remove(attempt, handle)
    await results.remove(attempt, handle)
  }
  assert.equal((await readdir(folder)).filter((name) => name.endsWith('.glb')).length, 0)
})

test('a body that fails leaves nothing, before and after the first bytes are written', async () => {
  for (const pieces of [1, 40]) {
    async function* failing() {
      for (let i = 0; i < pieces; i++) yield large.subarray(0, 2 ** 16)
      throw new Error('the connection was lost')
    }
    const attempt = { fileId: `FX${files++}`, attempt: 1 }
    const spooled = results.spool(attempt, { extension: 'glb', body: Readable.from(failing()) })
    await assert.rejects(spooled, /was lost/)
    assert.equal(await results.find(attempt), undefined)
  }
  assert.equal((await readdir(folder)).filter((name) => name.includes('.glb')).length, 0)
})

test('the folder is made when it is missing', async () => {
  const place = join(folder, 'below', 'results')
  const { handle } = await createResultSpool(place).spool(
    { fileId: 'FX0', attempt: 1 },
    { extension: 'md', body: Readable.from([Buffer.from('# Title')]) },
  )
  assert.deepEqual(await readdir(place), [`FX0.1.${handle.keptExtension}`])
})
