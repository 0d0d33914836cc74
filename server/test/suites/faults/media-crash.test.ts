// kill -9 of real workers in every stage: another worker takes over, every file becomes READY, and the dead worker leaves
// nothing in storage or on the disk.
import assert from 'node:assert/strict'
import { execFileSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { test } from 'node:test'
import pg from 'pg'
import { missing } from '../../helpers/media-tools.ts'
import { forgetKilled } from '../../helpers/queued-tasks.ts'
import { until } from '../../helpers/until.ts'
import type { Script } from '../../stand-ins/media-processors.ts'
import { startMediaWorld } from '../../worlds/media-world.ts'
import { killWorkersAfterFile, startWorkerProcess } from '../../worlds/worker-process.ts'

killWorkersAfterFile()

const world = await startMediaWorld({ work: false })
const { upload, reaches, hold, release, arrival, derivatives } = world
const mediaWorker = new URL('../../worlds/media-worker.ts', import.meta.url)
const startWorker = () => startWorkerProcess(world.databaseUrl, world.dataDir, world.gates, mediaWorker)

/** Left running by each test for the next one. */
let worker = await startWorker()

const makes = {
  thumbnail: { 'thumbnail.webp': 'small', 'poster.jpg': 'large' },
  sprite: { 'sprite.vtt': 'WEBVTT\n', 'sprite-1.jpg': 'sheet' },
  proxy: { 'proxy.mp4': 'film' },
}
const names = ['poster.jpg', 'proxy.mp4', 'sprite-1.jpg', 'sprite.vtt', 'thumbnail.webp']

const plain: Script = {
  info: { kind: 'VIDEO', width: 16, height: 9 },
  thumbnail: { makes: makes.thumbnail },
  sprite: { makes: makes.sprite },
  proxy: { makes: makes.proxy },
}

/** Asserts that no object is stored twice or lost, and that no scratch files are left. */
async function requireOrder(ids: string[]): Promise<void> {
  for (const id of ids) {
    const media = await reaches(id, 'READY', 'FAILED')
    assert.equal(media.state, 'READY', JSON.stringify(media.failure))
    assert.equal(media.width, 16)
    assert.deepEqual([...(await derivatives(id)).keys()], names)
  }
  assert.deepEqual(await world.storedKeys(), await world.objectIds())
  assert.deepEqual(await Array.fromAsync(world.storage.uploads()), [])
  await until(() => world.scratch().length === 0)
}

test('kill -9 during the probe and each step: another worker resumes there', async (t) => {
  const stages = ['probe', 'thumbnail', 'sprite', 'proxy'] as const
  for (const stage of stages) hold(stage)
  const ids = []
  for (const stage of stages) {
    ids.push(await upload({ ...plain, [stage]: { ...plain[stage], gate: stage, litter: 1000 } }))
    await arrival(stage)
  }
  assert.equal(world.scratch().length, stages.length)
  const before = await derivatives(ids[3]!)
  assert.equal(before.size, 4)
  await worker.kill()
  await forgetKilled(world.database.sql)
  const killed = performance.now()
  for (const stage of stages) release(stage)
  worker = await startWorker()
  await requireOrder(ids)
  t.diagnostic(`taken over and ended after ${Math.round(performance.now() - killed)} ms`)
  // Stored derivatives are not made again.
  const after = await derivatives(ids[3]!)
  for (const [name, objectId] of before) assert.equal(after.get(name), objectId)
  const attempts = await world.database.sql<{ attempt: number }>`select distinct attempt from media`
  // Three attempts: the first, the one after the kill, and one for the other lane.
  assert.deepEqual(attempts, [{ attempt: 3 }])
})

test('kill -9 while bytes are written, and after that but before their rows are', async () => {
  hold('stored')
  const stored = await upload({ ...plain, proxy: { gate: 'stored', makes: makes.proxy } })
  await arrival('stored')
  const client = new pg.Client(world.databaseUrl)
  await client.connect()
  await client.query('begin')
  await client.query('select from media where file_id = $1 for update', [stored])
  const known = await world.objectIds()
  release('stored')
  await until(async () => (await world.storedKeys()).length > known.length)

  const large = { 'proxy.mp4': 256 * 2 ** 20 }
  const writing = await upload({ ...plain, proxy: { makes: large } })
  await until(async () => (await Array.fromAsync(world.storage.uploads())).length > 0)
  await worker.kill()
  await client.end()
  await forgetKilled(world.database.sql)
  worker = await startWorker()
  await requireOrder([stored, writing])
})

test('SIGTERM during a step: the file is handed back at once, and the attempt does not count', async (t) => {
  hold('end')
  const id = await upload({ ...plain, sprite: { gate: 'end', makes: makes.sprite } })
  await arrival('end')
  const asked = performance.now()
  assert.equal(await worker.stop(), 0, worker.output())
  t.diagnostic(`ended after ${Math.round(performance.now() - asked)} ms`)
  const { state, thumbnail, position } = (await world.file(id)).media
  assert.deepEqual([state, position], ['PENDING', 0])
  assert.ok(thumbnail)
  assert.deepEqual(world.scratch(), [])
  const [row] = await world.database.sql`select tries from media where file_id = ${id}`
  assert.deepEqual(row, { tries: 0 })
  release('end')
  worker = await startWorker()
  await requireOrder([id])
})

test('two workers share many files: each is processed once', async () => {
  const workers = [worker, await startWorker()]
  const ids = await Promise.all(Array.from({ length: 30 }, () => upload(plain)))
  await requireOrder(ids)
  // Continuing in another lane does not count as a try.
  const tries = await world.database.sql`select distinct tries from media where file_id = any(${ids})`
  assert.deepEqual(tries, [{ tries: 1 }])
  for (const one of workers) assert.equal(await one.stop(), 0, one.output())
})

/** With the production processors, and an ffmpeg of this speed. */
const startWorkerAt = (speed: 'slow' | 'brisk') =>
  startWorkerProcess(world.databaseUrl, world.dataDir, speed, mediaWorker)

const slowClip = (seconds: number) => {
  const path = join(world.gates, `slow-${seconds}.mp4`)
  execFileSync('ffmpeg', [
    ...['-v', 'error', '-y', '-f', 'lavfi', '-i', `testsrc2=size=64x64:rate=25:duration=${seconds}`],
    ...['-c:v', 'libx264', '-preset', 'ultrafast', '-pix_fmt', 'yuv420p', path],
  ])
  return readFileSync(path)
}

test('kill -9 in the middle of a proxy with a playable part: the part stays, and goes when the proxy is stored', {
  skip: missing('ffmpeg'),
}, async () => {
  const first = await startWorkerAt('slow')
  const id = await upload(slowClip(10), 'Slow.mp4')
  const part = await until(async () => (await world.file(id)).media.partial)
  // Four seconds, up to the next key frame.
  assert.deepEqual([part.frames, part.parts.length], [102, 1])
  assert.match(part.mimeType, /^video\/mp4;codecs="avc1\.64[0-9a-f]{4}"$/)
  await first.kill()
  await forgetKilled(world.database.sql)
  assert.deepEqual((await world.file(id)).media.partial, part)
  const answer = await fetch(part.parts[0].url)
  assert.deepEqual([answer.status, answer.headers.get('content-type')], [200, part.mimeType])
  assert.equal(Buffer.from(await answer.arrayBuffer()).toString('latin1', 4, 8), 'ftyp')
  const other = await startWorkerAt('brisk')
  let frames = part.frames
  await until(async () => {
    const { state, partial } = (await world.file(id)).media
    if (state === 'READY') return true
    if (partial) assert.ok(partial.frames >= frames, 'what could be played can still be played')
    frames = partial?.frames ?? frames
    return false
  })
  const { partial, proxy, renditions } = (await world.file(id)).media
  assert.equal(partial, null)
  assert.deepEqual(
    renditions.map(({ name, url }: { name: string; url: string }) => [name, url]),
    [['540p', proxy]],
  )
  assert.ok([...(await derivatives(id)).keys()].every((name) => !name.startsWith('parts/')))
  assert.deepEqual(await world.storedKeys(), await world.objectIds())
  await until(() => world.scratch().length === 0)
  assert.equal(await other.stop(), 0)
})

test('a file that is deleted for good in the middle of its parts leaves no bytes', {
  skip: missing('ffmpeg'),
}, async () => {
  const slow = await startWorkerAt('slow')
  const id = await upload(slowClip(20), 'Deleted.mp4')
  await until(async () => (await world.file(id)).media.partial)
  await world.database.sql`delete from all_files where id = ${id}`
  await until(() => world.scratch().length === 0)
  assert.equal(await slow.stop(), 0)
  // The daily clean-up deletes objects without references; it would not find bytes without a row as soon.
  assert.deepEqual(await world.storedKeys(), await world.objectIds())
})

test('kill -9 in the middle of a real proxy: ffmpeg ends too, and another worker makes it', {
  skip: missing('ffmpeg'),
}, async () => {
  const path = join(world.gates, 'film.mp4')
  execFileSync('ffmpeg', [
    ...['-v', 'error', '-f', 'lavfi', '-i', 'testsrc2=size=64x64:rate=25:duration=8'],
    ...['-c:v', 'libx264', '-preset', 'ultrafast', '-pix_fmt', 'yuv420p', path],
  ])
  const first = await startWorkerAt('slow')
  const id = await upload(readFileSync(path), 'Film.mp4')
  await until(async () => {
    const { stage, progress } = (await world.file(id)).media
    return stage === 'proxy' && progress > 0.11
  })
  await first.kill()
  await forgetKilled(world.database.sql)
  const [left] = world.scratch()
  // The command line of every process that works in the folder contains its path.
  const running = () => execFileSync('ps', ['-A', '-ww', '-o', 'args='], { encoding: 'utf8' }).includes(left!)
  await until(() => !running())
  const other = await startWorkerAt('brisk')
  const media = await reaches(id, 'READY', 'FAILED')
  assert.deepEqual([media.state, media.frames], ['READY', 200], JSON.stringify(media.failure))
  assert.deepEqual(await world.storedKeys(), await world.objectIds())
  await until(() => world.scratch().length === 0)
  assert.equal(await other.stop(), 0)
})
