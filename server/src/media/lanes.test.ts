// Lanes with the real processors: a video whose proxy hangs does not block other work.
import assert from 'node:assert/strict'
import { execFileSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, test } from 'node:test'
import { pino } from 'pino'
import sharp from 'sharp'
import { missing } from '../../test/helpers/media-tools.ts'
import { until } from '../../test/helpers/until.ts'
import { pdf } from '../../test/media-corpus/stills.ts'
import { holdSteps } from '../../test/stand-ins/held-processors.ts'
import { startMediaWorld } from '../../test/worlds/media-world.ts'
import { readConfig } from '../config.ts'
import { resumeMedia } from '../jobs/resume-media.ts'
import { startService } from '../service.ts'

const skip = missing('ffmpeg')
const held = holdSteps('proxy')
const world = await startMediaWorld({
  findProcessor: held.findProcessor,
  providers: 'configured',
  env: { MEDIA_CONCURRENCY: '1', MEDIA_QUICK_CONCURRENCY: '2' },
})
const { upload, file, reaches, database } = world
after(held.release)

const folder = mkdtempSync(join(tmpdir(), 'dailies-lanes-'))
after(() => rmSync(folder, { recursive: true, force: true }))

function makeVideo(): Buffer {
  const path = join(folder, 'video.mp4')
  execFileSync('ffmpeg', [
    ...['-v', 'error', '-y', '-f', 'lavfi', '-i', 'testsrc2=size=64x64:rate=25:duration=2'],
    ...['-c:v', 'libx264', '-pix_fmt', 'yuv420p', path],
  ])
  return readFileSync(path)
}

const video = skip ? Buffer.alloc(0) : makeVideo()

const still = (n: number) =>
  sharp({ create: { width: 64, height: 64, channels: 3, background: { r: n * 10, g: 0, b: 0 } } })
    .png()
    .toBuffer()

async function generateDraft(): Promise<string> {
  const answer = await world.call(`POST /api/projects/${world.projectId}/files/upload.generate`, {
    key: world.owner.key,
    body: {
      outputType: 'IMAGE',
      outputModel: 'gpt-image-2',
      prompt: 'A pier',
      folder: null,
      attachments: [],
    },
  })
  assert.equal(answer.status, 202, JSON.stringify(answer.body))
  return answer.body.data.id
}

test('a proxy that never ends: stills, pages and drafts become ready, and its own poster is available', {
  skip,
}, async () => {
  const [slow, next] = [await upload(video, 'Slow.mp4'), await upload(video, 'Next.mp4')]
  await held.waiting()

  const others = [await upload(pdf(['/MediaBox [0 0 200 200]']), 'Script.pdf'), await generateDraft()]
  // More than the quick lane has slots.
  for (let n = 0; n < 5; n++) others.push(await upload(await still(n), `Still ${n}.png`))
  for (const id of others) {
    await until(async () => (await file(id)).status === 'UPLOADED')
    assert.equal((await reaches(id, 'READY', 'FAILED')).state, 'READY')
  }

  // Two videos share one slot for proxies; both have their probe result and images.
  await until(async () => (await file(next)).media.poster)
  for (const id of [slow, next]) {
    const { media, thumbnail } = await file(id)
    assert.deepEqual([media.frames, media.frameRate, media.proxy, media.sha256], [50, '25/1', null, null])
    assert.equal(media.technical.video.codec, 'h264')
    assert.ok(thumbnail && media.poster)
  }
  const states = await Promise.all([slow, next].map(async (id) => (await file(id)).media.state))
  assert.deepEqual(states.toSorted(), ['PENDING', 'PROCESSING'])
  const waiting = states.indexOf('PENDING') === 0 ? slow : next
  assert.equal((await file(waiting)).media.position, 0, 'the position is counted in its own lane')

  const announced = await database.sql<{ data: { changed?: string[] } }>`
    select data from outbox where file_id = ${slow} union all select data from events where file_id = ${slow}`
  assert.ok(announced.some(({ data }) => data.changed?.includes('thumbnail')))

  held.release()
  for (const id of [slow, next]) {
    const media = await reaches(id, 'READY', 'FAILED')
    assert.equal(media.state, 'READY', JSON.stringify(media.failure))
    assert.equal(media.sha256, createHash('sha256').update(video).digest('hex'))
  }
})

test('two nodes: a node that creates only proxies finishes the work of the other', { skip }, async () => {
  const quick = await startMediaWorld({
    real: true,
    env: { MEDIA_CONCURRENCY: '0', MEDIA_QUICK_CONCURRENCY: '1' },
  })
  const id = await quick.upload(video, 'Shared.mp4')
  await until(async () => {
    const { state, poster } = (await quick.file(id)).media
    return state === 'PENDING' && poster
  })
  const config = readConfig({
    ...{
      PORT: '0',
      CHECKS: 'off',
      DATA_DIR: quick.dataDir,
      MEDIA_CONCURRENCY: '1',
      MEDIA_QUICK_CONCURRENCY: '0',
    },
  })
  const other = await startService(config, {
    ...{ connection: quick.databaseUrl, logger: pino({ level: 'silent' }), serve: false, work: true },
  })
  const { state, proxy } = await quick.reaches(id, 'READY', 'FAILED')
  assert.equal(state, 'READY')
  assert.ok(proxy)
  await other.close()
})

test('a task that was queued in another lane, or is missing from the queue, gets its own lane', {
  skip,
}, async () => {
  const { sql } = database
  const id = await upload(video, 'Moved.mp4')
  await reaches(id, 'READY')
  // As queued by a release without lanes.
  await sql`update media set state = 'PENDING', done = '{}', lane = 'POSTERS' where file_id = ${id}`
  await sql`
    select graphile_worker.add_job('media', ${JSON.stringify({ fileId: id })}::json, job_key := ${`media:${id}`})`
  assert.equal((await reaches(id, 'READY', 'FAILED')).state, 'READY')

  // As in a restored backup: PROCESSING, and without a queue.
  const lost = await sql`
    update media set state = 'PROCESSING', attempt = attempt + 1, done = array_remove(done, 'proxy'), sha256 = null
    where file_id = ${id} and lane = 'PROXIES' returning file_id`
  assert.equal(lost.length, 1)
  await world.runJob(resumeMedia)
  assert.ok((await reaches(id, 'READY', 'FAILED')).sha256)
})
