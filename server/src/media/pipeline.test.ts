// The pipeline over HTTP, with a processor that follows instructions in the file: on disk, and in a bucket if
// one is configured.
import assert from 'node:assert/strict'
import { createHash, randomBytes } from 'node:crypto'
import { test } from 'node:test'
import { runQueuedNow, waitsInQueue } from '../../test/helpers/queued-tasks.ts'
import { until } from '../../test/helpers/until.ts'
import { scripted } from '../../test/stand-ins/media-processors.ts'
import { s3Server, startMediaWorld } from '../../test/worlds/media-world.ts'
import { cleanStorage } from '../jobs/clean-storage.ts'
import { purgeTrash } from '../jobs/purge-trash.ts'
import { resumeMedia } from '../jobs/resume-media.ts'

const oneSlot = { MEDIA_CONCURRENCY: '1', MEDIA_QUICK_CONCURRENCY: '1' }
const disk = await startMediaWorld({ env: oneSlot })
const bucket = s3Server
  ? await startMediaWorld({
      env: {
        ...oneSlot,
        STORAGE_URL: s3Server.replace('?', `/media-${randomBytes(6).toString('hex')}?`),
      },
    })
  : undefined

const all = {
  info: {
    ...{ kind: 'VIDEO' as const, width: 1920, height: 1080, durationMs: 1001, frames: 24, hasAudio: true },
    frameRate: { num: 24000, den: 1001 },
  },
  thumbnail: { makes: { 'thumbnail.webp': 'thumb', 'poster.jpg': 'poster' } },
  sprite: { makes: { 'sprite.vtt': 'WEBVTT\n', 'sprite-1.jpg': 'sheet', 'waveform.json': '{}' } },
  proxy: {
    makes: {
      'proxy.mp4': 'film',
      'pages.json': '[]',
      'frames.json': '[0]',
      'pages/1.webp': 'page',
      'preview.webp': 'big',
    },
  },
}

for (const [name, world] of [
  ['disk', disk],
  ['S3', bucket],
] as const) {
  const skip = world ? false : 'no S3 server is configured: `scripts/s3-test-server.sh npm test` starts one'
  const { upload, file, reaches, hold, release, arrival } = world ?? disk
  const { sql } = (world ?? disk).database

  test(`${name}: READY with the probe result and all derivatives; the scratch folder is empty`, {
    skip,
  }, async () => {
    const id = await upload(all)
    const media = await reaches(id, 'READY', 'FAILED')
    const { thumbnail, poster, preview, sprite, waveform, proxy, pageManifest, frameTable, ...known } = media
    assert.deepEqual(known, {
      ...{
        state: 'READY',
        kind: 'VIDEO',
        width: 1920,
        height: 1080,
        durationMs: 1001,
        frameRate: '24000/1001',
      },
      ...{
        frames: 24,
        pages: null,
        hasAudio: true,
        audioTracks: [],
        loudness: null,
        timecode: null,
        progress: 1,
        stage: null,
        position: null,
        failure: null,
      },
      ...{ technical: null, sha256: createHash('sha256').update(scripted(all)).digest('hex') },
      ...{ timecode: null, originalPlays: null, partial: null },
      // The proxy has four bytes.
      renditions: [{ name: '1080p', width: 1920, height: 1080, bitRate: 32, url: proxy }],
    })
    const bodies = [thumbnail, poster, preview, sprite, waveform, proxy, pageManifest, frameTable].map(
      async (url) => {
        const answer = await fetch(url)
        assert.equal(answer.status, 200)
        return answer.text()
      },
    )
    assert.deepEqual(await Promise.all(bodies), [
      'thumb',
      'poster',
      'big',
      'WEBVTT\n',
      '{}',
      'film',
      '[]',
      '[0]',
    ])
    const again = await file(id)
    assert.deepEqual([again.media, again.thumbnail], [media, thumbnail], 'the same URLs')
    assert.deepEqual(world!.scratch(), [])
    assert.deepEqual(await world!.storedKeys(), await world!.objectIds())
  })

  test(`${name}: PENDING with its position, PROCESSING with stage and progress`, { skip }, async () => {
    hold('first')
    const first = await upload({ sprite: { gate: 'first', reports: 0.5, makes: {} } })
    await arrival('first')
    const [second, third] = [await upload(all), await upload(all)]
    const working = await until(async () => {
      const { media } = await file(first)
      return media.stage === 'sprite' && media.progress > 0.1 ? media : undefined
    })
    assert.deepEqual([working.state, working.position], ['PROCESSING', null])
    assert.ok(working.progress < 0.2, String(working.progress))
    const waiting = [(await file(second)).media, (await file(third)).media]
    assert.deepEqual(
      waiting.map(({ state, position }) => [state, position]),
      [
        ['PENDING', 0],
        ['PENDING', 1],
      ],
    )
    release('first')
    for (const id of [first, second, third])
      assert.equal((await reaches(id, 'READY', 'FAILED')).state, 'READY')
  })

  test(`${name}: a file that is purged during processing is deleted with its derivatives`, {
    skip,
  }, async () => {
    const { storedKeys } = world!
    const before = await storedKeys()
    hold('delete')
    const id = await upload({ ...all, proxy: { gate: 'delete', makes: { 'proxy.mp4': 'film' } } })
    await arrival('delete')
    assert.equal((await world!.derivatives(id)).size, 5)
    await world!.call(`DELETE /api/files/${id}`, { key: world!.owner.key })
    await sql`update trash set purge_at = now() where record_id = ${id}`
    await world!.runJob(purgeTrash)
    await until(() => world!.scratch().length === 0)
    release('delete')
    await sql`update objects set created_at = created_at - interval '2 days'`
    await world!.runJob(cleanStorage)
    assert.deepEqual(await storedKeys(), before)
    assert.deepEqual(await world!.objectIds(), before)
  })
}

const { upload, file, reaches, hold, release, arrival, database } = disk
const { sql } = database

test('FAILED with a message, and with the derivatives so far', async () => {
  const id = await upload({ ...all, sprite: { fails: true, makes: {} } })
  const media = await reaches(id, 'READY', 'FAILED')
  const message = 'The image is broken. Export it again.'
  assert.deepEqual(media.failure, { code: 'unreadable', message, retryable: false })
  assert.ok(media.thumbnail)
  assert.deepEqual([media.width, media.proxy, media.sprite], [1920, null, null])
  assert.deepEqual(disk.scratch(), [])
})

test('FAILED during the probe: no media info', async () => {
  const media = await reaches(await upload({ probe: { fails: true } }), 'READY', 'FAILED')
  assert.deepEqual([media.state, media.kind, media.thumbnail], ['FAILED', null, null])
})

test('an unexpected error is retried several times, then FAILED as tool_failed', async () => {
  const id = await upload({ thumbnail: { throws: true, makes: {} } })
  for (let tries = 1; tries <= 3; tries++) {
    await until(async () => {
      const [row] =
        await sql`select from media where file_id = ${id} and state = 'PENDING' and tries = ${tries}`
      return row !== undefined
    })
    // The retry is due in some seconds or minutes.
    await until(() => waitsInQueue(sql, `media:${id}`))
    await runQueuedNow(sql, `media:${id}`)
    await sql`select pg_notify('jobs:insert', '')`
  }
  const { failure } = await reaches(id, 'FAILED')
  assert.deepEqual([failure.code, failure.retryable], ['tool_failed', true])
  assert.deepEqual(disk.scratch(), [])
})

test('a file that repeatedly kills its workers is FAILED after a day', async () => {
  hold('cut')
  const id = await upload({ probe: { gate: 'cut' } })
  await arrival('cut')
  await sql`update media set cut_offs = 25, attempt = attempt + 1, state = 'PENDING' where file_id = ${id}`
  assert.equal((await reaches(id, 'FAILED')).failure.code, 'tool_failed')
  release('cut')
})

test('a late result changes nothing after another worker has taken over', async () => {
  hold('late')
  const id = await upload({ ...all, thumbnail: { gate: 'late', makes: { 'thumbnail.webp': 'late' } } })
  await arrival('late')
  await sql`update media set attempt = attempt + 1 where file_id = ${id}`
  await until(() => disk.scratch().length === 0)
  release('late')
  assert.equal((await disk.derivatives(id)).size, 0)
  assert.equal((await file(id)).media.state, 'PROCESSING')
  // No task is left in the queue: the periodic job queues another.
  await until(
    async () => (await sql`select from graphile_worker.jobs where key = ${`media:${id}`}`).length === 0,
  )
  await disk.runJob(resumeMedia)
  assert.equal((await reaches(id, 'READY', 'FAILED')).state, 'READY')
  assert.deepEqual(await disk.storedKeys(), await disk.objectIds())
})

test('a revision gets its own previews; a YouTube link and a text file get none', async () => {
  const first = await upload(all)
  const second = await upload(all, 'Still.png', first)
  assert.equal((await reaches(second, 'READY', 'FAILED')).state, 'READY')
  const linked = await disk.call(`POST /api/projects/${disk.projectId}/files/upload.youtube`, {
    key: disk.owner.key,
    body: { url: 'https://youtu.be/dQw4w9WgXcQ' },
  })
  assert.equal((await file(linked.body.data.id)).media, null)
  assert.equal((await file(await upload(Buffer.from('Only words'), 'Notes.txt'))).media, null)
})

test('a file without a processor: media is null', async () => {
  const id = await upload(Buffer.from('%PDF-1.7\n'), 'Script.pdf')
  await until(async () => (await file(id)).media === null)
})

test('an event is emitted at the end, also after a failure', async () => {
  const ready = await upload(all)
  const failed = await upload({ probe: { fails: true } })
  await reaches(ready, 'READY')
  await reaches(failed, 'FAILED')
  const emitted = await sql<{ data: unknown; audience: string; file_id: string }>`
    select data, audience, file_id from outbox where type = 'file.processed' and file_id in (${ready}, ${failed})
    union all
    select data, audience, file_id from events where type = 'file.processed' and file_id in (${ready}, ${failed})`
  assert.deepEqual(
    emitted.toSorted((a, b) => (a.file_id === ready ? -1 : 1) - (b.file_id === ready ? -1 : 1)),
    [
      { data: { file: { id: ready }, media: { state: 'READY' } }, audience: 'UNRESTRICTED', file_id: ready },
      {
        data: { file: { id: failed }, media: { state: 'FAILED' } },
        audience: 'UNRESTRICTED',
        file_id: failed,
      },
    ],
  )
})
