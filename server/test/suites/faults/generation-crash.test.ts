// SIGKILL of the worker in every state, for each kind of provider: every job ends, and none is charged twice.
import assert from 'node:assert/strict'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, test } from 'node:test'
import type { Point } from '../../stand-ins/generation-server.ts'
import { breakStorage, repairStorage } from '../../stand-ins/storage-outage.ts'
import { type StandInModel, startGenerationWorld } from '../../worlds/generation-world.ts'
import { killWorkersAfterFile, startWorkerProcess, type WorkerProcess } from '../../worlds/worker-process.ts'

killWorkersAfterFile()

const dataDir = mkdtempSync(join(tmpdir(), 'dailies-generation-'))
after(() => rmSync(dataDir, { recursive: true, force: true }))
const world = await startGenerationWorld({ work: false, env: { DATA_DIR: dataDir } })
const { standIn, generate, reaches, until } = world

function startWorker(): Promise<WorkerProcess> {
  return startWorkerProcess(world.databaseUrl, dataDir, standIn.url)
}

let worker = await startWorker()

/** Starts a second worker, then kills the first one. */
async function killAndReplace(): Promise<void> {
  const other = await startWorker()
  await worker.kill()
  worker = other
}

type Case = { state: string; held: Point[]; ends: Partial<Record<StandInModel, string>> }

// If the paid call was in progress and the job cannot be found again, it is not started again.
const cases: Case[] = [
  {
    state: 'STARTING',
    held: ['start', 'image'],
    ends: { 'kling-3.0': 'DONE', 'seedance-2.5': 'start_unknown', 'gpt-image-2': 'start_unknown' },
  },
  { state: 'RUNNING', held: ['poll'], ends: { 'kling-3.0': 'DONE', 'seedance-2.5': 'DONE' } },
  { state: 'FETCHING', held: ['result'], ends: { 'kling-3.0': 'DONE', 'seedance-2.5': 'DONE' } },
]

for (const { state, held, ends } of cases) {
  test(`kill -9 while ${state}: another worker takes over, and each job ends and is charged once`, async (t) => {
    const starts = standIn.starts.length
    for (const point of held) standIn.hold(point)
    const models = Object.keys(ends) as StandInModel[]
    const ids = await Promise.all(models.map((model) => generate(model)))
    for (const id of ids) await reaches(id, state)
    await until(() => standIn.starts.length === starts + models.length)
    await killAndReplace()
    const killed = performance.now()
    for (const point of held) standIn.release(point)
    for (const [i, model] of models.entries()) {
      const file = await reaches(ids[i]!, 'DONE', 'FAILED')
      assert.equal(file.failure?.code ?? 'DONE', ends[model], model)
      assert.equal(file.status, file.failure === null ? 'UPLOADED' : 'FAILED')
    }
    t.diagnostic(`taken over and ended after ${Math.round(performance.now() - killed)} ms`)
    assert.equal(standIn.starts.length, starts + models.length, 'paid for once each')
  })
}

test('kill -9 while others are QUEUED: they start later', async () => {
  standIn.hold('poll')
  const ids = []
  for (let i = 0; i < 4; i++) {
    const id = await generate('kling-3.0')
    ids.push(id)
    if (i < 2) await reaches(id, 'RUNNING')
  }
  const starts = standIn.starts.length
  await killAndReplace()
  standIn.release('poll')
  for (const id of ids) assert.equal((await reaches(id, 'DONE', 'FAILED')).failure, null)
  assert.equal(standIn.starts.length, starts + 2)
})

for (const [model, state, held] of [
  ['kling-3.0', 'STARTING', 'start'],
  ['seedance-2.5', 'RUNNING', 'poll'],
  ['seedance-2.5', 'FETCHING', 'result'],
] as const) {
  test(`SIGTERM while ${model} is ${state}: the task is handed back at once`, async (t) => {
    const starts = standIn.starts.length
    const arrivals = standIn.arrivals(held)
    standIn.hold(held)
    const id = await generate(model)
    await until(() => standIn.arrivals(held) > arrivals)
    const asked = performance.now()
    assert.equal(await worker.stop(), 0, worker.output())
    t.diagnostic(`ended after ${Math.round(performance.now() - asked)} ms`)
    assert.equal((await world.file(id)).generation.state, state)
    const [waiting] = await world.database.sql<{ locked: number; due: number }>`
      select count(locked_at) as locked, count(*) filter (where run_at <= now()) as due
      from graphile_worker.jobs where key = ${`generation:${id}`}`
    assert.deepEqual(waiting, { locked: 0, due: 1 })
    standIn.release(held)
    worker = await startWorker()
    assert.equal((await reaches(id, 'DONE', 'FAILED')).failure, null)
    assert.equal(standIn.starts.length, starts + 1)
  })
}

test('kill -9 during a storage outage: the next worker stores the kept result, charged once', async () => {
  await reaches(await generate('gpt-image-2'), 'DONE')
  const starts = standIn.starts.length
  breakStorage(dataDir)
  const id = await generate('gpt-image-2')
  await reaches(id, 'FETCHING')
  await worker.kill()
  repairStorage(dataDir)
  worker = await startWorker()
  assert.equal((await reaches(id, 'DONE', 'FAILED')).failure, null)
  assert.equal(standIn.starts.length, starts + 1)
})

test('the database closes every connection: the worker recovers by itself', async () => {
  standIn.hold('poll')
  const id = await generate('seedance-2.5')
  await reaches(id, 'RUNNING')
  // Its own connection breaks as well, so there is no answer.
  await world.database.sql`
    select pg_terminate_backend(pid) from pg_stat_activity where datname = current_database()`.catch(() => {})
  standIn.release('poll')
  assert.equal((await reaches(id, 'DONE', 'FAILED')).failure, null)
  const next = await generate('kling-3.0')
  assert.equal((await reaches(next, 'DONE', 'FAILED')).failure, null)
})

test('SIGTERM during a paid call that cannot be found again: the call may finish within the shutdown time', async () => {
  const arrivals = standIn.arrivals('image')
  standIn.hold('image')
  const id = await generate('gpt-image-2')
  await until(() => standIn.arrivals('image') > arrivals)
  const stopping = worker.stop()
  setTimeout(() => standIn.release('image'), 500)
  assert.equal(await stopping, 0, worker.output())
  assert.equal((await world.file(id)).generation.state, 'DONE')
})
