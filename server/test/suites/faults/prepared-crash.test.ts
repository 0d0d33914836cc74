// SIGKILL of the server during calls that talk to S3 before their change: a retry with the same Idempotency-Key makes the
// change once. CRASH_ROUNDS=20 npm test -- server/test/suites/faults/prepared-crash.test.ts
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { setTimeout as pause } from 'node:timers/promises'
import { startS3 } from '../../stand-ins/s3.ts'
import { firstStartOf, makeDataDir, startServer } from '../../worlds/server-process.ts'
import { call } from '../../worlds/world.ts'

const rounds = Number(process.env.CRASH_ROUNDS ?? 2)
const dataDir = makeDataDir()
const s3 = await startS3()
const settings = {
  STORAGE_URL: s3.storageUrl,
  AWS_ACCESS_KEY_ID: 'nobody',
  AWS_SECRET_ACCESS_KEY: 'nothing',
}
let server = await startServer(dataDir, settings)
const { key } = firstStartOf(dataDir)
const project = { name: 'Crash', accessRange: 'ONLY_PROJECT_MEMBER' }
const projectId: string = (await call(server.url, 'POST /api/projects', { key, body: project })).body.data.id

/** The name is the Idempotency-Key, too. */
function start(name: string) {
  const route = `POST /api/projects/${projectId}/files/upload.multipart`
  return call(server.url, route, { key, body: { name, size: 5 }, headers: { 'Idempotency-Key': name } })
}

async function fileNames(): Promise<string[]> {
  const { body } = await call(server.url, `GET /api/projects/${projectId}/files`, { key })
  return body.data.map(({ name }: { name: string }) => name)
}

async function crash(): Promise<void> {
  await server.kill()
  server = await startServer(dataDir, settings)
}

test('kill -9 while S3 does not answer a start: the retry with the same key starts one upload', async () => {
  s3.stall('silent', (name) => name === 'POST ?uploads')
  const cut = start('stalled').catch(() => undefined)
  await s3.stalled(1)
  await crash()
  await cut
  s3.recover()
  const retry = await start('stalled')
  assert.equal(retry.status, 201, JSON.stringify(retry.body))
  assert.equal(retry.headers.get('idempotent-replayed'), null)
  assert.equal((await fileNames()).filter((name) => name === 'stalled').length, 1)
})

test(`kill -9 in the middle of starts, ${rounds} times: every key makes one file`, async (t) => {
  for (let round = 0; round < rounds; round++) {
    const names = Array.from({ length: 30 }, (_, i) => `round-${round}-${i}`)
    let answered = 0
    const calls = names.map(async (name) => {
      const { status } = await start(name)
      if (status === 201) answered++
    })
    const settled = Promise.allSettled(calls)
    await Promise.any([...calls, pause(10_000)])
    await pause(Math.random() * 30)
    await crash()
    await settled
    let replayed = 0
    for (const name of names) {
      const retry = await start(name)
      assert.equal(retry.status, 201, JSON.stringify(retry.body))
      if (retry.headers.has('idempotent-replayed')) replayed++
    }
    const made = (await fileNames()).filter((name) => name.startsWith(`round-${round}-`))
    assert.deepEqual(made.sort(), names.toSorted())
    assert.ok(replayed >= answered, `${answered} were acknowledged, ${replayed} replayed`)
    t.diagnostic(`round ${round + 1}: ${answered} of ${names.length} answered, ${replayed} replayed`)
  }
})
