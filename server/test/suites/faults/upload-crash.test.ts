// SIGKILL of the server during parts and completions: stored parts are found again, the upload continues, and a file is
// complete or absent. CRASH_ROUNDS=20 npm test -- server/test/suites/faults/upload-crash.test.ts
import assert from 'node:assert/strict'
import { randomBytes } from 'node:crypto'
import { test } from 'node:test'
import { setTimeout as pause } from 'node:timers/promises'
import pg from 'pg'
import { readConfig } from '../../../src/config.ts'
import { clientConfig } from '../../../src/core/connection.ts'
import { openDatabase } from '../../../src/database/open.ts'
import { eTagOf } from '../../../src/storage/fixtures/client.ts'
import { until } from '../../helpers/until.ts'
import { type PartUrl, partOf, type SentPart, sendPart, sendParts } from '../../helpers/uploads.ts'
import { firstStartOf, makeDataDir, startServer } from '../../worlds/server-process.ts'
import { call } from '../../worlds/world.ts'

const rounds = Number(process.env.CRASH_ROUNDS ?? 2)
const dataDir = makeDataDir()
let server = await startServer(dataDir)
const { key } = firstStartOf(dataDir)
const projectId = (await ask('POST /api/projects', { name: 'Crash', accessRange: 'ONLY_PROJECT_MEMBER' }))
  .body.data.id as string

function ask(route: string, body?: object) {
  return call(server.url, route, { key, ...(body && { body }) })
}

async function start(size: number): Promise<{ id: string; parts: PartUrl[] }> {
  const answer = await ask(`POST /api/projects/${projectId}/files/upload.multipart`, { name: 'a', size })
  assert.equal(answer.status, 201)
  return answer.body.data
}

async function statusOf(id: string): Promise<string> {
  const answer = await ask(`GET /api/files/${id}`)
  assert.equal(answer.status, 200)
  return answer.body.data.status
}

async function assertWhole(id: string, bytes: Buffer): Promise<void> {
  assert.equal(await statusOf(id), 'UPLOADED')
  const { body } = await ask(`GET /api/files/${id}/download`)
  const downloaded = Buffer.from(await (await fetch(body.data.url)).arrayBuffer())
  assert.ok(downloaded.equals(bytes), `${downloaded.length} of ${bytes.length} bytes, or others`)
}

async function assertInvisible(id: string): Promise<void> {
  assert.equal(await statusOf(id), 'UPLOADING')
  assert.equal((await ask(`GET /api/files/${id}/download`)).body.code, 'file_not_ready')
}

/** Resumes an upload as a client that has only the bytes; returns the numbers of the parts that were stored. */
async function resumeAndComplete(id: string, bytes: Buffer): Promise<Set<number>> {
  const { status, body } = await ask(`POST /api/files/${id}/upload.resume`)
  assert.equal(status, 200)
  const parts: PartUrl[] = body.data.parts
  const stored: (SentPart & { size: number })[] = body.data.stored
  const sent = new Map<number, SentPart>()
  for (const { partNumber, eTag, size } of stored) {
    const part = partOf(bytes, parts.length, partNumber)
    assert.deepEqual(
      [size, eTag.replaceAll('"', '')],
      [part.length, eTagOf(part)],
      'a part is whole or not there',
    )
    sent.set(partNumber, { partNumber, eTag })
  }
  for (const part of parts.filter(({ partNumber }) => !sent.has(partNumber))) {
    sent.set(part.partNumber, await sendPart(part, partOf(bytes, parts.length, part.partNumber)))
  }
  const all = parts.map(({ partNumber }) => sent.get(partNumber)!)
  assert.equal((await ask(`POST /api/files/${id}/upload.complete`, { parts: all })).status, 204)
  return new Set(stored.map(({ partNumber }) => partNumber))
}

type Uploaded = { id: string; bytes: Buffer; sent: SentPart[] }

async function uploadParts(): Promise<Uploaded> {
  const bytes = randomBytes(10 * 2 ** 20)
  const { id, parts } = await start(bytes.length)
  return { id, bytes, sent: await sendParts(parts, bytes) }
}

function complete({ id, sent }: Uploaded) {
  return ask(`POST /api/files/${id}/upload.complete`, { parts: sent })
}

/** A busy machine may take longer than a statement may wait for a lock: a 503 asks for another attempt. */
async function completeWithRetries(upload: Uploaded) {
  for (;;) {
    const answer = await complete(upload)
    if (answer.status !== 503) return answer
  }
}

/** Downloads visible files in turn until the server is gone: each must be complete at any moment. */
async function watch(files: Uploaded[]): Promise<void> {
  for (let i = 0; server.running(); i++) {
    const { id, bytes } = files[i % files.length]!
    const seen = await look(id).catch(() => undefined)
    assert.ok(seen === undefined || seen.equals(bytes), 'half a file is visible')
  }
}

async function look(id: string): Promise<Buffer | undefined> {
  const { status, body } = await ask(`GET /api/files/${id}/download`)
  return status === 200 ? Buffer.from(await (await fetch(body.data.url)).arrayBuffer()) : undefined
}

/** Locks the rows that a completion changes last, so that it stops there; `release` after the crash. */
async function holdRows(table: 'objects' | 'files', ids: string[]) {
  const opened = await openDatabase(
    readConfig({ DATA_DIR: dataDir, PG_BIN: process.env.PG_BIN }),
    'tool',
    () => {},
  )
  const client = new pg.Client(clientConfig(opened.connection, 0))
  // The crash may take Postgres along.
  client.on('error', () => {})
  await client.connect()
  await client.query('begin')
  const column = table === 'files' ? 'id' : 'object_id'
  await client.query(
    `select from ${table} where id::text in (select ${column}::text from files where id = any($1)) for update`,
    [ids],
  )
  const waiting = `from pg_stat_activity where wait_event_type = 'Lock'`
  return {
    waiting: async () => (await client.query(`select pid ${waiting}`)).rows.length,
    async release() {
      // Postgres outlives the server for a moment and would continue the waiting statements.
      await client.query(`select pg_terminate_backend(pid) ${waiting}`).catch(() => {})
      await client.end().catch(() => {})
      await opened.close()
    },
  }
}

test(`kill -9 in the middle of parts, ${rounds} times: the upload resumes from the stored parts`, async (t) => {
  for (let round = 0; round < rounds; round++) {
    const bytes = randomBytes(32 * 2 ** 20 + round)
    const { id, parts } = await start(bytes.length)
    const acknowledged = new Set<number>()
    const sending = parts.map(async (part) => {
      await sendPart(part, partOf(bytes, parts.length, part.partNumber))
      acknowledged.add(part.partNumber)
    })
    const settled = Promise.allSettled(sending)
    await Promise.any([...sending, pause(10_000)])
    await pause(Math.random() * 30)
    await server.kill()
    await settled
    server = await startServer(dataDir)
    await assertInvisible(id)
    const found = await resumeAndComplete(id, bytes)
    assert.ok(acknowledged.isSubsetOf(found), `stored: ${[...found]}; acknowledged: ${[...acknowledged]}`)
    await assertWhole(id, bytes)
    t.diagnostic(
      `round ${round + 1}: of ${parts.length} parts ${acknowledged.size} answered, ${found.size} stored`,
    )
  }
})

test(`kill -9 in the middle of completions, ${rounds} times: complete, or can still be completed`, async (t) => {
  for (let round = 0; round < rounds; round++) {
    const files = await Promise.all(
      Array.from({ length: 6 }, async () => ({ ...(await uploadParts()), answered: 0 })),
    )
    const completing = files.map(async (file) => {
      file.answered = (await complete(file)).status
    })
    const settled = Promise.allSettled(completing)
    const watched = watch(files)
    // Any number of completions may have finished by now, depending on the machine.
    await (round % 2 === 0 ? Promise.any([...completing, pause(10_000)]) : pause(Math.random() * 40))
    await server.kill()
    await settled
    await watched
    server = await startServer(dataDir)
    const tally = { answered: 0, whole: 0, open: 0, healed: 0 }
    for (const [i, file] of files.entries()) {
      const { id, bytes, answered } = file
      const status = await statusOf(id)
      if (answered === 204) {
        tally.answered++
        assert.equal(status, 'UPLOADED', 'what was acknowledged is lost')
      }
      if (status === 'UPLOADED') tally.whole++
      else {
        await assertInvisible(id)
        tally.open++
        if (i % 2 === 0) {
          const answer = await complete(file)
          assert.equal(answer.status, 204, JSON.stringify(answer.body))
        } else if ((await ask(`POST /api/files/${id}/upload.resume`)).status === 409) tally.healed++
        else await resumeAndComplete(id, bytes)
      }
      await assertWhole(id, bytes)
    }
    t.diagnostic(`round ${round + 1}: ${JSON.stringify(tally)}`)
  }
})

test('kill -9 when the bytes are complete and a row is not: invisible, then completed or resumed', async () => {
  const held: { first: Uploaded; second: Uploaded; release(): Promise<void> }[] = []
  let waiting = async () => 0
  for (const table of ['objects', 'files'] as const) {
    const [first, second] = [await uploadParts(), await uploadParts()]
    const rows = await holdRows(table, [first.id, second.id])
    held.push({ first, second, release: rows.release })
    waiting = rows.waiting
  }
  const files = held.flatMap(({ first, second }) => [first, second])
  let answers: unknown
  const settled = Promise.allSettled(files.map(completeWithRetries)).then((all) => {
    answers = all
  })
  try {
    await until(async () => {
      assert.ok(!answers, `all were answered, though the rows are locked: ${JSON.stringify(answers)}`)
      return (await waiting()) >= files.length
    })
    for (const { id } of files) await assertInvisible(id)
  } finally {
    await server.kill()
    await settled
    for (const { release } of held) await release()
  }
  server = await startServer(dataDir)
  for (const { id } of files) await assertInvisible(id)
  for (const { first, second } of held) {
    assert.equal((await complete(first)).status, 204)
    assert.equal((await ask(`POST /api/files/${second.id}/upload.resume`)).body.code, 'upload_not_open')
  }
  for (const { id, bytes } of files) await assertWhole(id, bytes)
})
