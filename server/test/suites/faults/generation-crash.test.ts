// SIGKILL of the worker in every state, for each kind of provider: every job ends, and none is charged twice.
import assert from 'node:assert/strict'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, test } from 'node:test'
import { forgetKilled, workerIds } from '../../helpers/queued-tasks.ts'
import { until } from '../../helpers/until.ts'
import type { Point } from '../../stand-ins/generation-server.ts'
import { breakStorage, repairStorage } from '../../stand-ins/storage-outage.ts'
import { type StandInModel, startGenerationWorld } from '../../worlds/generation-world.ts'
import { killWorkersAfterFile, startWorkerProcess, type WorkerProcess } from '../../worlds/worker-process.ts'

killWorkersAfterFile()

const dataDir = mkdtempSync(join(tmpdir(), 'dailies-generation-'))
after(() => rmSync(dataDir, { recursive: true, force: true }))
const world = await startGenerationWorld({ work: false, env: { DATA_DIR: dataDir } })
const { standIn, generate, reaches } = world

function startWorker(): Promise<WorkerProcess> {
  return startWorkerProcess(world.databaseUrl, dataDir, standIn.url)
}

let worker = await startWorker()

// If the paid call was in progress and the generation cannot be found again, it is not started again.
const killed: { state: string; held: Point[]; ends: Partial<Record<StandInModel, string>> }[] = [
  { state: 'FETCHING', held: ['result'], ends: { 'kling-3.0': 'DONE', 'seedance-2.5': 'DONE' } },
  { state: 'RUNNING', held: ['poll'], ends: { 'kling-3.0': 'DONE', 'seedance-2.5': 'DONE' } },
  {
    state: 'STARTING',
    held: ['start', 'image'],
    ends: { 'kling-3.0': 'DONE', 'seedance-2.5': 'start_unknown', 'gpt-image-2': 'start_unknown' },
  },
]

test('kill -9 in every state: another worker takes over, and each generation ends and is charged once', async (t) => {
  const starts = standIn.starts.length
  const interrupted: { id: string; what: string; end: string }[] = []
  for (const { state, held, ends } of killed) {
    for (const point of held) standIn.hold(point)
    for (const [model, end] of Object.entries(ends)) {
      const id = await generate(model as StandInModel)
      await reaches(id, state)
      interrupted.push({ id, what: `${model} while ${state}`, end })
    }
  }
  // The three slots of the provider are taken.
  const queued = await generate('kling-3.0')
  await world.isTried(queued)
  assert.equal((await world.file(queued)).generation.state, 'QUEUED')
  await until(() => standIn.starts.length === starts + interrupted.length)

  const victims = await workerIds(world.database.sql)
  const other = await startWorker()
  await worker.kill()
  await forgetKilled(world.database.sql, victims)
  worker = other
  const began = performance.now()
  for (const { held } of killed) for (const point of held) standIn.release(point)
  for (const { id, what, end } of [...interrupted, { id: queued, what: 'queued', end: 'DONE' }]) {
    const file = await reaches(id, 'DONE', 'FAILED')
    assert.equal(file.failure?.code ?? 'DONE', end, what)
    assert.equal(file.status, file.failure === null ? 'UPLOADED' : 'FAILED')
  }
  t.diagnostic(`taken over and ended after ${Math.round(performance.now() - began)} ms`)
  assert.equal(standIn.starts.length, starts + interrupted.length + 1, 'paid for once each')
})

test('SIGTERM while STARTING, RUNNING and FETCHING: the tasks are handed back at once', async (t) => {
  const starts = standIn.starts.length
  const interrupted: { id: string; state: string; held: Point }[] = []
  for (const [model, state, held] of [
    ['seedance-2.5', 'FETCHING', 'result'],
    ['seedance-2.5', 'RUNNING', 'poll'],
    ['kling-3.0', 'STARTING', 'start'],
  ] as const) {
    const arrivals = standIn.arrivals(held)
    standIn.hold(held)
    const id = await generate(model)
    await until(() => standIn.arrivals(held) > arrivals)
    interrupted.push({ id, state, held })
  }
  const asked = performance.now()
  assert.equal(await worker.stop(), 0, worker.output())
  const took = performance.now() - asked
  t.diagnostic(`ended after ${Math.round(took)} ms`)
  assert.ok(took < 60_000, 'the worker does not wait for the shutdown time of two minutes')
  for (const { id, state } of interrupted) {
    assert.equal((await world.file(id)).generation.state, state)
    const [waiting] = await world.database.sql<{ locked: number; due: number }>`
      select count(locked_at) as locked, count(*) filter (where run_at <= now()) as due
      from graphile_worker.jobs where key = ${`generation:${id}`}`
    assert.deepEqual(waiting, { locked: 0, due: 1 }, state)
  }
  for (const { held } of interrupted) standIn.release(held)
  worker = await startWorker()
  for (const { id, state } of interrupted)
    assert.equal((await reaches(id, 'DONE', 'FAILED')).failure, null, state)
  assert.equal(standIn.starts.length, starts + 3)
})

test('kill -9 during a storage outage: the next worker stores the kept result, charged once', async () => {
  await reaches(await generate('gpt-image-2'), 'DONE')
  const starts = standIn.starts.length
  breakStorage(dataDir)
  const id = await generate('gpt-image-2')
  await reaches(id, 'FETCHING')
  await worker.kill()
  await forgetKilled(world.database.sql)
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
  await until(() => worker.output().includes('stopping'))
  standIn.release('image')
  assert.equal(await stopping, 0, worker.output())
  assert.equal((await world.file(id)).generation.state, 'DONE')
})
