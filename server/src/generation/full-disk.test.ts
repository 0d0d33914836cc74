import assert from 'node:assert/strict'
import { test } from 'node:test'
import { runQueuedNow, waitsInQueue } from '../../test/helpers/queued-tasks.ts'
import { until } from '../../test/helpers/until.ts'
import { startGenerationWorld } from '../../test/worlds/generation-world.ts'

let free = 0
const world = await startGenerationWorld({
  env: { DISK_RESERVE_MB: '1' },
  statFs: async () => ({ bavail: free, blocks: 2 ** 40, bsize: 1 }),
})
const { standIn, generate, reaches } = world
const { sql } = world.database
const space = world.storage.space!

/** The server reads the free space at most once a second. */
function setFree(bytes: number): void {
  free = bytes
  world.passSecond()
}

test('with a full disk a generation waits unpaid, and starts when there is space', async () => {
  const id = await generate('gpt-image-2')
  await until(() => waitsInQueue(sql, `generation:${id}`))
  assert.deepEqual([standIn.starts, (await world.file(id)).generation.state], [[], 'QUEUED'])
  setFree(2 ** 39)
  assert.ok((await space.look()).available > 0)
  await runQueuedNow(sql, `generation:${id}`)
  await reaches(id, 'DONE')
  assert.equal(standIn.starts.length, 1)
})

test('a disk that fills up during the download: the result is fetched when there is space, and paid for once', async () => {
  const before = standIn.starts.length
  standIn.hold('poll')
  const id = await generate('kling-3.0')
  await reaches(id, 'RUNNING')
  setFree(0)
  assert.ok((await space.look()).available < 0)
  standIn.release('poll')
  await until(async () => {
    const tried = await sql`
      select from generations where file_id = ${id} and state = 'FETCHING' and tries > 0`
    return tried.length === 1
  })
  setFree(2 ** 39)
  await reaches(id, 'DONE')
  assert.equal(standIn.starts.length, before + 1)
})
