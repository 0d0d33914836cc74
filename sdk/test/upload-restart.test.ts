// Uploads 200 MB while the real server is killed and restarted on the same data and port. The upload neither fails nor uses
// more memory.
import assert from 'node:assert/strict'
import { createHash, randomBytes } from 'node:crypto'
import { closeSync, openSync, writeSync } from 'node:fs'
import { join } from 'node:path'
import { test } from 'node:test'
import { Dailies } from '@dailies/sdk'
import { firstStartOf, makeDataDir, startServer } from '../../server/test/worlds/server-process.ts'

const MB = 1_000_000
const size = 200 * MB
// Four parts of 8 MB are sent in parallel; Node itself needs some more. Holding the file in memory would exceed this.
const mostGrowth = 150 * MB

const dataDir = makeDataDir()
let server = await startServer(dataDir)
const { port } = new URL(server.url)
const client = new Dailies({ baseUrl: server.url, token: firstStartOf(dataDir).key, retryDelayMs: 100 })

/** A file of random bytes, and their hash. */
function writeFile(path: string): string {
  const file = openSync(path, 'w')
  const hash = createHash('sha256')
  for (let written = 0; written < size; written += MB) {
    const bytes = randomBytes(MB)
    hash.update(bytes)
    writeSync(file, bytes)
  }
  closeSync(file)
  return hash.digest('hex')
}

test('upload: 200 MB survive two server crashes with constant memory', async () => {
  const path = join(dataDir, 'take.bin')
  const written = writeFile(path)
  const { id: projectId } = await client.projects.create({
    name: 'Restart',
    accessRange: 'ONLY_PROJECT_MEMBER',
  })
  const before = process.memoryUsage.rss()
  let highest = before
  const kills = [0.2 * size, 0.6 * size]
  let restarted = Promise.resolve()
  const watch = setInterval(() => {
    highest = Math.max(highest, process.memoryUsage.rss())
  }, 20)

  const { id } = await client.files.upload(projectId, path, {
    onProgress({ loaded }) {
      if (kills.length === 0 || loaded < kills[0]!) return
      kills.shift()
      restarted = restarted.then(async () => {
        await server.kill()
        server = await startServer(dataDir, { PORT: port! })
      })
    },
  })
  clearInterval(watch)
  await restarted
  assert.equal(kills.length, 0)

  const file = await client.files.get(id)
  assert.deepEqual([file.status, file.size], ['UPLOADED', size])
  const hash = createHash('sha256')
  const { stream } = await client.files.download(id)
  for await (const chunk of stream) hash.update(chunk)
  assert.equal(hash.digest('hex'), written)
  const growth = highest - before
  assert.ok(growth < mostGrowth, `grew by ${Math.round(growth / MB)} MB`)
})
