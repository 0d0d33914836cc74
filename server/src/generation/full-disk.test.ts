import assert from 'node:assert/strict'
import { test } from 'node:test'
import { setTimeout as pause } from 'node:timers/promises'
import { patienceMs, startGenerationWorld } from '../../test/worlds/generation-world.ts'

let free = 0
const world = await startGenerationWorld({
  env: { DISK_RESERVE_MB: '1' },
  statFs: async () => ({ bavail: free, blocks: 2 ** 40, bsize: 1 }),
})
const { standIn, generate, reaches } = world
const space = world.storage.space!

async function waitFor(condition: () => Promise<boolean>): Promise<void> {
  for (const end = performance.now() + patienceMs; !(await condition()); await pause(10))
    assert.ok(performance.now() < end, `timed out waiting for: ${condition}`)
}

test('with a full disk a generation waits unpaid, and starts when there is space', async () => {
  const id = await generate('gpt-image-2')
  await waitFor(async () => {
    const later = await world.database.sql`
      select from graphile_worker.jobs
      where key = ${`generation:${id}`} and locked_at is null and run_at > now() + interval '5 seconds'`
    return later.length === 1
  })
  assert.deepEqual([standIn.starts, (await world.file(id)).generation.state], [[], 'QUEUED'])
  free = 2 ** 39
  await waitFor(async () => (await space.look()).available > 0)
  await world.database.sql`
    update graphile_worker._private_jobs set run_at = now() where key = ${`generation:${id}`}`
  await reaches(id, 'DONE')
  assert.equal(standIn.starts.length, 1)
})

test('a disk that fills up during the download: the result is fetched when there is space, and paid for once', async () => {
  const before = standIn.starts.length
  standIn.hold('poll')
  const id = await generate('kling-3.0')
  await reaches(id, 'RUNNING')
  free = 0
  await waitFor(async () => (await space.look()).available < 0)
  standIn.release('poll')
  await waitFor(async () => {
    const tried = await world.database.sql`
      select from generations where file_id = ${id} and state = 'FETCHING' and tries > 0`
    return tried.length === 1
  })
  free = 2 ** 39
  await reaches(id, 'DONE')
  assert.equal(standIn.starts.length, before + 1)
})
