// Renditions over HTTP: when they are made, and what becomes of them.
import assert from 'node:assert/strict'
import { execFileSync } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, test } from 'node:test'
import { missing } from '../../../test/helpers/media-tools.ts'
import { until } from '../../../test/helpers/until.ts'
import { holdSteps } from '../../../test/stand-ins/held-processors.ts'
import { startMediaWorld } from '../../../test/worlds/media-world.ts'
import { resumeRenditions } from '../../jobs/resume-media.ts'

const skip = missing('ffmpeg')
const held = holdSteps('renditions')
const world = await startMediaWorld({
  findProcessor: held.findProcessor,
  env: { MEDIA_CONCURRENCY: '1', MEDIA_QUICK_CONCURRENCY: '2' },
})
const { upload, file, reaches, database, derivatives } = world
const { sql } = database
after(held.release)

const folder = mkdtempSync(join(tmpdir(), 'dailies-renditions-'))
after(() => rmSync(folder, { recursive: true, force: true }))

const videos = new Map<string, Buffer>()

function makeVideo(size = '1280x720'): Buffer {
  const known = videos.get(size)
  if (known) return known
  const path = join(folder, `${size}.mp4`)
  execFileSync('ffmpeg', [
    ...['-v', 'error', '-y', '-f', 'lavfi', '-i', `testsrc2=size=${size}:rate=25:duration=0.4`],
    ...['-c:v', 'libx264', '-preset', 'ultrafast', '-pix_fmt', 'yuv420p', path],
  ])
  const bytes = readFileSync(path)
  videos.set(size, bytes)
  return bytes
}

let made: Promise<string> | undefined

/** A file that has its renditions, the same one for each test that asks. */
async function fileWithRenditions(): Promise<string> {
  made ??= upload(makeVideo(), 'Made.mp4')
  const id = await made
  held.release()
  await until(async () => (await renditionsOf(id)).length === 2)
  return id
}

type Rendition = { name: string; width: number; height: number; bitRate: number; url: string }

const renditionsOf = async (id: string): Promise<Rendition[]> => (await file(id)).media.renditions
const namesOf = (renditions: Rendition[]) => renditions.map(({ name }) => name)

const eventsOf = async (id: string) => {
  const rows = await sql<{ type: string; data: { changed?: string[] } }>`
    select type, data from outbox where file_id = ${id} union all select type, data from events where file_id = ${id}`
  return rows.filter(
    ({ type, data }) => type === 'file.processed' || data.changed?.includes('renditions') === true,
  )
}

test('a file is READY with its proxy; renditions come later, with an event, and play', { skip }, async () => {
  const id = await upload(makeVideo(), 'Shot.mp4')
  const ready = await reaches(id, 'READY', 'FAILED')
  assert.equal(ready.state, 'READY', JSON.stringify(ready.failure))
  assert.equal(ready.originalPlays, true)
  assert.deepEqual(namesOf(ready.renditions), ['1080p'])
  assert.equal(ready.renditions[0].url, ready.proxy)
  await held.waiting()
  assert.deepEqual(
    (await eventsOf(id)).map(({ type }) => type),
    ['file.processed'],
  )

  // The proxy of another file does not wait for them.
  const other = await upload(makeVideo('320x180'), 'Other.mp4')
  assert.equal((await reaches(other, 'READY', 'FAILED')).state, 'READY')

  held.release()
  const renditions = await until(async () => {
    const found = await renditionsOf(id)
    return found.length === 2 && found
  })
  assert.deepEqual(
    renditions.map(({ name, width, height }) => [name, width, height]),
    [
      ['540p', 960, 540],
      ['1080p', 1280, 720],
    ],
  )
  for (const { url, bitRate } of renditions) {
    const answer = await fetch(url)
    assert.equal(answer.status, 200)
    const bytes = Buffer.from(await answer.arrayBuffer())
    assert.equal(bytes.toString('latin1', 4, 8), 'ftyp')
    assert.equal(bitRate, Math.round((bytes.length * 8) / 0.4))
  }
  const emitted = await until(async () => {
    const events = await eventsOf(id)
    return events.length === 2 && events
  })
  assert.deepEqual(emitted.map(({ type }) => type).toSorted(), ['file.processed', 'file.updated'])
  assert.deepEqual(await world.storedKeys(), await world.objectIds())
  made = Promise.resolve(id)
})

test('previews that are made again: the renditions are made again, and none is left twice', {
  skip,
}, async () => {
  const id = await fileWithRenditions()
  const before = (await derivatives(id)).get('rendition-540p.mp4')
  await sql`
    update media set state = 'PENDING', attempt = attempt + 1, revision = gen_random_uuid(), lane = 'POSTERS', done = '{}'
    where file_id = ${id}`
  await until(async () => {
    const now = (await derivatives(id)).get('rendition-540p.mp4')
    return now !== undefined && now !== before
  })
  await until(
    async () => JSON.stringify(await world.storedKeys()) === JSON.stringify(await world.objectIds()),
  )
})

test('renditions that a dead worker has left, without a task, are made', { skip }, async () => {
  const id = await fileWithRenditions()
  await sql`update renditions set state = 'PROCESSING', attempt = attempt + 1 where file_id = ${id}`
  await until(
    async () => (await sql`select from graphile_worker.jobs where key = ${`renditions:${id}`}`).length === 0,
  )
  await world.runJob(resumeRenditions)
  await until(
    async () => (await sql`select from renditions where file_id = ${id} and state = 'READY'`).length === 1,
  )
  assert.equal((await renditionsOf(id)).length, 2)
})

test('renditions wait while the proxy of another file waits', { skip }, async () => {
  const id = await fileWithRenditions()
  const [other] = await sql<{ id: string }>`select file_id as id from media where file_id <> ${id} limit 1`
  await sql`alter table media disable trigger media_queued`
  await sql`update media set state = 'PENDING', lane = 'PROXIES' where file_id = ${other!.id}`
  await sql`alter table media enable trigger media_queued`
  await sql`update renditions set state = 'QUEUED' where file_id = ${id}`
  const later = () => sql`
    select from graphile_worker.jobs where key = ${`renditions:${id}`} and run_at > now() + interval '5 seconds'`
  await until(async () => (await later()).length === 1)
  const [row] = await sql<{ state: string }>`select state from renditions where file_id = ${id}`
  assert.equal(row!.state, 'QUEUED')
  await sql`update media set state = 'READY' where file_id = ${other!.id}`
})

test('MEDIA_RENDITIONS=off: no renditions are queued', { skip }, async () => {
  const off = await startMediaWorld({ real: true, env: { MEDIA_RENDITIONS: 'off' } })
  const id = await off.upload(makeVideo(), 'Off.mp4')
  const { state, renditions } = await off.reaches(id, 'READY', 'FAILED')
  assert.deepEqual([state, namesOf(renditions)], ['READY', ['1080p']])
  assert.deepEqual(await off.database.sql`select from renditions`, [])
})
