import assert from 'node:assert/strict'
import { join } from 'node:path'
import { test } from 'node:test'
import { pino } from 'pino'
import { type Script, standInProcessors } from '../../test/stand-ins/media-processors.ts'
import { inLanes, startMediaWorld } from '../../test/worlds/media-world.ts'
import { processFile } from './pipeline.ts'

const world = await startMediaWorld({ work: false })
const wideLimits = { seconds: 60, diskBytes: 2 ** 30 }

/** Processes the file once within these limits, and returns the result. */
async function run(script: Script | string, limits: Partial<typeof wideLimits> = {}, shutdown?: AbortSignal) {
  const id = typeof script === 'string' ? script : await world.upload(script)
  const { database, storage, space, gates } = world
  const services = {
    database,
    storage,
    space,
    findProcessor: standInProcessors(gates),
    logger: pino({ level: 'silent' }),
  }
  const scratch = join(world.dataDir, 'scratch')
  const pipeline = { ...services, rungs: [], checks: false, scratch, limits: { ...wideLimits, ...limits } }
  const signal = shutdown ?? new AbortController().signal
  await inLanes(database.sql, id, (lane) => processFile(pipeline, id, lane, signal))
  assert.deepEqual(world.scratch(), [])
  return { id, media: (await world.file(id)).media }
}

test('work that never ends and ignores its signal is stopped at the time limit', async () => {
  for (const script of [{ probe: { hangs: true } }, { sprite: { hangs: true, makes: {} } }]) {
    const { media } = await run(script, { seconds: 0.3 })
    assert.deepEqual(
      [media.state, media.failure.code, media.failure.retryable],
      ['FAILED', 'took_too_long', true],
    )
  }
})

test('work that fills the disk is stopped', async () => {
  const script = { proxy: { litter: 2_000_000, hangs: true, makes: {} } }
  const { media } = await run(script, { diskBytes: 1_000_000 })
  assert.deepEqual([media.state, media.failure.code], ['FAILED', 'too_large'])
  assert.match(media.failure.message, /MEDIA_DISK_GB/)
})

test('an original that is larger than the disk limit is not fetched', async () => {
  const { media } = await run({ probe: { hangs: true } }, { diskBytes: 10 })
  assert.deepEqual([media.state, media.failure.code], ['FAILED', 'too_large'])
})

test('a derivative without bytes or with an invalid name is a server error', async () => {
  for (const makes of [{ 'thumbnail.webp': '' }, { 'Upper.webp': 'x' }, { 'a/../b.webp': 'x' }]) {
    const { id, media } = await run({ thumbnail: { makes } })
    assert.deepEqual([media.state, media.thumbnail], ['PENDING', null])
    const [row] = await world.database.sql`select tries from media where file_id = ${id}`
    assert.deepEqual(row, { tries: 1 })
  }
})

test('a worker that shuts down claims no file', async () => {
  const shutdown = AbortSignal.abort()
  const { id, media } = await run({ thumbnail: { makes: { 'thumbnail.webp': 'x' } } }, {}, shutdown)
  assert.equal(media.state, 'PENDING')
  const again = await run(id)
  assert.equal(again.media.state, 'READY')
})
