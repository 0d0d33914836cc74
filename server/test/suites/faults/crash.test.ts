// Acknowledged writes survive SIGKILL of the server's process group, of everything, and of Postgres alone.
// CRASH_ROUNDS=20 npm test -- server/test/suites/faults/crash.test.ts
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { setTimeout as pause } from 'node:timers/promises'
import { until } from '../../helpers/until.ts'
import {
  backends,
  end,
  firstStartOf,
  killPostgres,
  makeDataDir,
  postmasterPid,
  type ServerProcess,
  startServer,
} from '../../worlds/server-process.ts'
import { call } from '../../worlds/world.ts'
import { assertKept, assertRetriable, startWriting } from './write-load.ts'

const rounds = Number(process.env.CRASH_ROUNDS ?? 2)
const dataDir = makeDataDir()
let server = await startServer(dataDir)
const { key } = firstStartOf(dataDir)
const projectId = await makeProject()

async function makeProject(): Promise<string> {
  const body = { name: 'Crash', accessRange: 'ONLY_PROJECT_MEMBER' }
  const answer = await call(server.url, 'POST /api/projects', { key, body })
  assert.equal(answer.status, 201)
  return answer.body.data.id
}

/** Waits for enough writes, then for a random moment, so that some writes are in progress. */
async function anyMoment(load: { acknowledged: Set<string> }, from: ServerProcess): Promise<void> {
  await until(() => {
    assert.ok(from.running(), from.output())
    return load.acknowledged.size >= 20
  }, from.output)
  await pause(Math.random() * 200)
}

const kills: Record<string, (running: ServerProcess) => Promise<void>> = {
  'the process group': (running) => running.kill(),
  'the process group and Postgres with all its processes': async (running) => {
    const gone = running.kill()
    killPostgres(dataDir)
    await gone
  },
}

for (const [what, kill] of Object.entries(kills)) {
  test(`kill -9 of ${what} under load: ${rounds} times, no acknowledged write is lost`, async (t) => {
    let acknowledged = 0
    for (let round = 0; round < rounds; round++) {
      const load = startWriting(server.url, key, projectId)
      await anyMoment(load, server)
      await kill(server)
      await load.stop()
      assert.deepEqual(load.oddities, [])
      const start = performance.now()
      server = await startServer(dataDir)
      t.diagnostic(
        `round ${round + 1}: ${load.acknowledged.size} acknowledged, ${load.unanswered.size} unanswered, ` +
          `up again in ${Math.round(performance.now() - start)} ms`,
      )
      await assertKept(server.url, key, projectId, load)
      await assertRetriable(server.url, key, projectId, load)
      acknowledged += load.acknowledged.size
    }
    t.diagnostic(`${acknowledged} acknowledged writes in ${rounds} rounds, none lost`)
  })
}

const victims: Record<string, () => number> = {
  Postgres: () => postmasterPid(dataDir)!,
  'one process of Postgres': () => backends(postmasterPid(dataDir)!).at(-1)!,
}

for (const [what, victim] of Object.entries(victims)) {
  test(`kill -9 of ${what} alone: 503 meanwhile, then the server recovers by itself`, async (t) => {
    const { pid } = server
    for (let round = 0; round < rounds; round++) {
      const load = startWriting(server.url, key, projectId)
      await anyMoment(load, server)
      end(victim())
      await pause(200)
      const before = load.acknowledged.size
      const start = performance.now()
      await until(() => load.acknowledged.size >= before + 20, server.output)
      await load.stop()
      const back = Math.round(performance.now() - start)
      t.diagnostic(
        `round ${round + 1}: writes again after ${back} ms, the slowest took ${Math.round(load.slowestMs)} ms`,
      )
      assert.deepEqual([load.oddities, [...load.unanswered]], [[], []])
      assert.ok(load.slowestMs < 45_000, `an answer took ${load.slowestMs} ms`)
      assert.ok(server.running() && server.pid === pid, server.output())
      await assertKept(server.url, key, projectId, load)
    }
  })
}

test('SIGTERM: the server exits with code 0 and stops Postgres', async () => {
  assert.equal(await server.stop(), 0, server.output())
  await until(() => postmasterPid(dataDir) === undefined)
})
