// Outages do not cost a file its previews: killed workers, and a storage or a database that is unavailable.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { pino } from 'pino'
import { defineShutDown } from '../../test/stand-ins/database-outage.ts'
import { type Script, standInProcessors } from '../../test/stand-ins/media-processors.ts'
import { breakStorage, repairStorage } from '../../test/stand-ins/storage-outage.ts'
import { inLanes, startMediaWorld } from '../../test/worlds/media-world.ts'
import { claim } from './media-state.ts'
import { processFile } from './pipeline.ts'

const world = await startMediaWorld({ work: false })
const { database, storage, upload, file, gates } = world
const { sql } = database

const still: Script = {
  info: { kind: 'IMAGE', width: 16, height: 9 },
  thumbnail: { makes: { 'thumbnail.webp': 'small' } },
}

const pipeline = {
  ...{ database, storage, findProcessor: standInProcessors(gates), logger: pino({ level: 'silent' }) },
  rungs: [],
  checks: false,
  scratch: `${world.dataDir}/scratch`,
  space: world.space,
  limits: { seconds: 60, diskBytes: 2 ** 30 },
}
const never = new AbortController().signal

/** Processes the file whenever its task is due, as the queue does. */
const work = (id: string) => inLanes(sql, id, (lane) => processFile(pipeline, id, lane, never))

/** A worker claims the file and dies. */
async function cutOff(id: string): Promise<void> {
  assert.ok(await claim(sql, id))
}

async function waitsFor(id: string): Promise<number> {
  const [job] = await sql<{ seconds: number }>`
    select extract(epoch from run_at - now())::integer as seconds from graphile_worker.jobs where key = ${`media:${id}`}`
  return job!.seconds
}

test('after five killed workers the previews of a valid file are still created', async () => {
  const id = await upload(still)
  for (let i = 0; i < 5; i++) await cutOff(id)
  await work(id)
  assert.equal((await file(id)).media.state, 'PENDING', 'the task waits before it takes another worker')
  assert.ok((await waitsFor(id)) > 0)
  await work(id)
  assert.equal((await file(id)).media.state, 'READY')
})

test('killed workers increase the wait up to an hour, and lead to FAILED after a day', async () => {
  const id = await upload(still)
  const waits: number[] = []
  for (let i = 0; i <= 24; i++) {
    await cutOff(id)
    if (i % 8 !== 7) continue
    await work(id)
    waits.push(await waitsFor(id))
  }
  assert.deepEqual(
    waits.toSorted((a, b) => a - b),
    waits,
  )
  assert.ok(waits.every((seconds) => seconds <= 3_600))
  for (let i = 0; i < 3; i++) await cutOff(id)
  await work(id)
  const { state, failure } = (await file(id)).media
  assert.deepEqual([state, failure.code, failure.retryable], ['FAILED', 'tool_failed', true])
})

test('a storage outage while previews are stored or read: they wait, and no try is counted', async () => {
  const id = await upload(still)
  for (let i = 0; i < 5; i++) {
    breakStorage(world.dataDir)
    await work(id)
    repairStorage(world.dataDir)
    const [row] = await sql`select state, tries from media where file_id = ${id}`
    assert.deepEqual(row, { state: 'PENDING', tries: 0 })
    assert.ok((await waitsFor(id)) > 0)
  }
  await work(id)
  assert.equal((await file(id)).media.state, 'READY')
})

test('a database outage while previews are made: they wait, and no try is counted', async () => {
  const id = await upload(still)
  await defineShutDown(sql)
  await sql`create trigger shut_down before update of kind on media for each row execute function shut_down()`
  for (let i = 0; i < 5; i++) {
    await work(id)
    const [row] = await sql`select state, tries from media where file_id = ${id}`
    assert.deepEqual(row, { state: 'PENDING', tries: 0 })
    assert.ok((await waitsFor(id)) > 0)
  }
  await sql`drop trigger shut_down on media`
  await work(id)
  assert.equal((await file(id)).media.state, 'READY')
})
