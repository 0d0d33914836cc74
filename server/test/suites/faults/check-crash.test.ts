// kill -9 of real workers in every state of checks: another worker takes over, the file is checked once, and the dead worker leaves
// nothing in storage or on the disk.
import assert from 'node:assert/strict'
import { existsSync, readdirSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { test } from 'node:test'
import pg from 'pg'
import { forgetKilled } from '../../helpers/queued-tasks.ts'
import { until } from '../../helpers/until.ts'
import { startMediaWorld } from '../../worlds/media-world.ts'
import { killWorkersAfterFile, startWorkerProcess } from '../../worlds/worker-process.ts'

killWorkersAfterFile()

const world = await startMediaWorld({ work: false })
const { upload, hold, release, arrival, gates, database } = world
const { sql } = database
const script = new URL('../../worlds/check-worker.ts', import.meta.url)
const startWorker = () => startWorkerProcess(world.databaseUrl, world.dataDir, gates, script)

const video = {
  info: { kind: 'VIDEO', width: 16, height: 9 },
  proxy: { makes: { 'proxy.mp4': 'film' } },
} as const

type Row = { state: string; attempt: number; tries: number; cutOffs: number }

const rowOf = async (id: string) =>
  (
    await sql<Row>`
      select state, attempt, tries, cut_offs as "cutOffs" from checks where file_id = ${id}`
  )[0]

const reaches = (id: string, state: string) =>
  until(async () => {
    const row = await rowOf(id)
    return row?.state === state && row
  })

async function requireCheckedOnce(id: string): Promise<void> {
  await reaches(id, 'READY')
  const events = await sql`
    select type from outbox where file_id = ${id} and type = 'file.checked'
    union all select type from events where file_id = ${id} and type = 'file.checked'`
  assert.equal(events.length, 1)
  const findings = await sql<{
    rule: string
  }>`select rule from findings where file_id = ${id} and rule = 'size'`
  assert.deepEqual(findings, [{ rule: 'size' }])
  assert.deepEqual(await world.storedKeys(), await world.objectIds())
  assert.deepEqual(await Array.fromAsync(world.storage.uploads()), [])
  const folder = join(world.dataDir, 'checks')
  await until(() => !existsSync(folder) || readdirSync(folder).length === 0)
}

/** Until the worker is at the gate anew. */
async function measures(id: string): Promise<void> {
  rmSync(join(gates, 'at-measure'), { force: true })
  await reaches(id, 'MEASURING')
  await arrival('measure')
}

test('kill -9 while a file is measured: another worker measures it', async () => {
  hold('measure')
  const worker = await startWorker()
  const id = await upload(video, 'Killed.mp4')
  await measures(id)
  await worker.kill()
  await forgetKilled(sql)
  release('measure')
  const other = await startWorker()
  await requireCheckedOnce(id)
  assert.equal((await rowOf(id))!.cutOffs, 1)
  assert.equal(await other.stop(), 0)
})

test('kill -9 after the numbers are stored, but before the findings are: both are stored once', async () => {
  hold('measure')
  const worker = await startWorker()
  const id = await upload(video, 'Stored.mp4')
  await measures(id)
  const client = new pg.Client(world.databaseUrl)
  await client.connect()
  await client.query('begin')
  await client.query('select from media where file_id = $1 for update', [id])
  const before = (await world.storedKeys()).length
  release('measure')
  await until(async () => (await world.storedKeys()).length === before + 1)
  await worker.kill()
  await client.query('rollback')
  await client.end()
  await forgetKilled(sql)
  const other = await startWorker()
  await requireCheckedOnce(id)
  assert.equal(await other.stop(), 0)
})

test('a worker that shuts down hands the file back at once, without counting a try', async () => {
  hold('measure')
  const worker = await startWorker()
  const id = await upload(video, 'Shutdown.mp4')
  await measures(id)
  assert.equal(await worker.stop(), 0)
  const { state, tries, cutOffs } = (await rowOf(id))!
  assert.deepEqual({ state, tries, cutOffs }, { state: 'QUEUED', tries: 0, cutOffs: 0 })
  release('measure')
  const other = await startWorker()
  await requireCheckedOnce(id)
  assert.equal(await other.stop(), 0)
})

test('a file that is deleted for good while it is measured leaves no bytes', async () => {
  hold('measure')
  const worker = await startWorker()
  const id = await upload(video, 'Deleted.mp4')
  await measures(id)
  await sql`delete from all_files where id = ${id}`
  release('measure')
  await until(async () => readdirSync(join(world.dataDir, 'checks')).length === 0)
  assert.equal(await rowOf(id), undefined)
  assert.deepEqual(await sql`select from findings where file_id = ${id}`, [])
  assert.equal(await worker.stop(), 0)
})
