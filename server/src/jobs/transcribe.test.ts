// Speech-to-text against a scripted endpoint: every outcome, kill -9, and one payment.
import assert from 'node:assert/strict'
import { execFileSync } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, test } from 'node:test'
import { missing } from '../../test/helpers/media-tools.ts'
import { forgetKilled, runQueuedNow, waitsInQueue } from '../../test/helpers/queued-tasks.ts'
import { until } from '../../test/helpers/until.ts'
import { defineShutDown } from '../../test/stand-ins/database-outage.ts'
import {
  startTranscriptionServer,
  type TranscriptionFault,
} from '../../test/stand-ins/transcription-server.ts'
import { newVideo } from '../../test/worlds/samples/captions.ts'
import { newObject } from '../../test/worlds/samples.ts'
import {
  killWorkersAfterFile,
  startWorkerProcess,
  type WorkerProcess,
} from '../../test/worlds/worker-process.ts'
import { startWorld } from '../../test/worlds/world.ts'

const options = { skip: missing('ffmpeg') }
killWorkersAfterFile()
const service = await startTranscriptionServer()
after(() => service.close())
const world = await startWorld({ env: { TRANSCRIBE_URL: service.url } })
const { id: projectId, owner } = await world.project()
const { sql } = world.database
const { key } = owner
const folder = mkdtempSync(join(tmpdir(), 'dailies-speech-'))
after(() => rmSync(folder, { recursive: true, force: true }))

const script = new URL('../../test/worlds/transcription-worker.ts', import.meta.url)
const startWorker = () => startWorkerProcess(world.databaseUrl, world.dataDir, service.url, script)
let worker: WorkerProcess | undefined

/** A video with a proxy that has audio. */
let proxy: Promise<string> | undefined
async function spoken(): Promise<string> {
  worker ??= await startWorker()
  proxy ??= (async () => {
    const path = join(folder, 'proxy.mp4')
    const sources = '-f lavfi -i testsrc2=size=64x64:rate=25:duration=1 -f lavfi -i sine=duration=1'
    execFileSync('ffmpeg', ['-v', 'error', ...sources.split(' '), '-c:v', 'libx264', '-c:a', 'aac', path])
    const id = await newObject(world, readFileSync(path))
    await sql`update objects set mime_type = 'video/mp4' where id = ${id}`
    return id
  })()
  const fileId = await newVideo(world, projectId, owner)
  await sql`
    insert into media_derivatives (file_id, name, step, object_id) values (${fileId}, 'proxy.mp4', 'proxy', ${await proxy})`
  return fileId
}

const ask = (fileId: string, body: object = {}) =>
  world.call(`POST /api/files/${fileId}/captions.transcribe`, { key, body })

type Shown = {
  id: string
  state: string
  language: string
  failure: { code: string; message: string } | null
}
const captionsOf = async (fileId: string): Promise<Shown[]> =>
  (await world.call(`GET /api/files/${fileId}/captions`, { key })).body.data.captions

const ends = (fileId: string) =>
  until(async () => (await captionsOf(fileId)).find(({ state }) => state === 'READY' || state === 'FAILED'))

async function withFault(fault: TranscriptionFault, fileId: string): Promise<Shown> {
  service.setFault(fault)
  assert.equal((await ask(fileId)).status, 202)
  const shown = await ends(fileId)
  service.setFault(null)
  return shown
}

test('202: the audio is sent once, and its words become captions with times', options, async () => {
  const fileId = await spoken()
  const before = service.charged()
  const { status, body } = await ask(fileId)
  assert.equal(status, 202)
  const shown = await ends(fileId)
  assert.deepEqual(
    [shown.id, shown.state, shown.language, shown.failure],
    [body.data.id, 'READY', 'en', null],
  )
  const got = await world.call(`GET /api/files/${fileId}/captions/${shown.id}`, { key })
  assert.deepEqual(got.body.data.cues, [
    { startMs: 0, endMs: 500, text: 'Hello there.' },
    { startMs: 500, endMs: 900, text: 'A lighthouse.' },
  ])
  assert.equal(got.body.data.author.id, owner.userId)
  assert.equal(service.charged(), before + 1)
  const sent = service.bodies.at(-1)!
  assert.match(sent, /^Bearer sk-test\n/)
  assert.match(sent, /name="model"\r\n\r\nwhisper-1\r\n/)
  assert.match(sent, /ftypM4A/)
  assert.deepEqual([(await ask(fileId)).status, (await ask(fileId)).body.code], [409, 'already_transcribed'])
})

test('202: the language that the caller names is sent, and kept', options, async () => {
  const fileId = await spoken()
  await ask(fileId, { language: 'pt-br' })
  assert.equal((await ends(fileId)).language, 'pt-BR')
  assert.match(service.bodies.at(-1)!, /name="language"\r\n\r\npt\r\n/)
})

test(
  'refusals and junk end as failures that name no detail of the service; each is asked once',
  options,
  async () => {
    for (const [fault, code] of [
      ['rejected key', 'provider_rejected_key'],
      ['out of balance', 'provider_balance'],
      ['refused', 'provider_refused'],
      ['junk', 'provider_invalid_answer'],
      ['no times', 'provider_invalid_answer'],
      ['silence', 'provider_failed'],
      ['server error', 'start_unknown'],
      ['dropped', 'start_unknown'],
    ] as const) {
      const fileId = await spoken()
      const before = service.requests()
      const shown = await withFault(fault, fileId)
      assert.deepEqual([shown.state, shown.failure?.code], ['FAILED', code], fault)
      assert.doesNotMatch(shown.failure!.message, /sk-|html|oops/)
      assert.equal(service.requests(), before + 1, fault)
      // After a failure that may have been charged, only a person's word pays again; the failed captions make way.
      const again = await ask(fileId)
      const mayBeCharged = code === 'start_unknown' || code === 'provider_invalid_answer'
      assert.equal(again.body.code, mayBeCharged ? 'transcription_may_be_charged' : undefined, fault)
      if (!mayBeCharged) await ends(fileId)
      if (fault === 'dropped') {
        assert.equal((await ask(fileId, { payAgain: true })).status, 202)
        assert.equal((await ends(fileId)).state, 'READY')
        assert.equal((await captionsOf(fileId)).length, 1)
      }
    }
  },
)

test('a busy service is asked again later, without a charge', options, async () => {
  const fileId = await spoken()
  const [requests, charged] = [service.requests(), service.charged()]
  service.setFault('busy')
  await ask(fileId)
  await until(() => service.requests() > requests)
  const [waiting] = await until(async () => {
    const rows = await sql<{ tries: number; id: string }>`
      select tries, id from captions where file_id = ${fileId} and state = 'QUEUED' and tries = 1`
    return rows.length > 0 && rows
  })
  assert.equal(service.charged(), charged)
  service.setFault(null)
  await runQueuedNow(sql, `transcribe:${waiting!.id}`)
  assert.equal((await ends(fileId)).state, 'READY')
  assert.equal(service.charged(), charged + 1)
})

test('a busy service that names a time is not asked before it', options, async () => {
  const fileId = await spoken()
  const requests = service.requests()
  service.setFault('busy for an hour')
  const { id } = (await ask(fileId)).body.data
  const [job] = await until(async () => {
    const rows = await sql<{ seconds: number }>`
      select extract(epoch from run_at - now())::integer as seconds from graphile_worker._private_jobs
      where key = ${`transcribe:${id}`} and run_at > now() + interval '1 minute'`
    return rows.length > 0 && rows
  })
  service.setFault(null)
  assert.ok(job!.seconds > 3500, `${job!.seconds}`)
  assert.equal(service.requests(), requests + 1)
})

test(
  'a database outage before the request: the captions wait, no try is counted, and they are paid once',
  options,
  async () => {
    const fileId = await spoken()
    const [requests, charged] = [service.requests(), service.charged()]
    await defineShutDown(sql)
    await sql`
      create trigger shut_down before update on captions for each row when (new.state = 'SENDING')
      execute function shut_down()`
    const { id } = (await ask(fileId)).body.data
    const task = `transcribe:${id}`
    await until(() => waitsInQueue(sql, task))
    const [row] = await sql`select state, tries from captions where id = ${id}`
    await sql`drop trigger shut_down on captions`
    assert.deepEqual(row, { state: 'QUEUED', tries: 0 })
    assert.equal(service.requests(), requests)
    await runQueuedNow(sql, task)
    assert.equal((await ends(fileId)).state, 'READY')
    assert.deepEqual([service.requests(), service.charged()], [requests + 1, charged + 1])
  },
)

test('kill -9 after the answer, before its words are stored: they are not paid again', options, async () => {
  const fileId = await spoken()
  const [requests, charged] = [service.requests(), service.charged()]
  await world.database.transaction(async (locked) => {
    // The words cannot be stored while this lasts.
    await locked`lock table caption_cues in share mode`
    await ask(fileId)
    await until(async () => {
      const rows = await sql`select from captions where file_id = ${fileId} and answer is not null`
      return rows.length > 0
    })
    await worker!.kill()
  })
  await forgetKilled(sql)
  worker = await startWorker()
  const shown = await ends(fileId)
  assert.deepEqual([shown.state, shown.failure, shown.language], ['READY', null, 'en'])
  assert.deepEqual([service.requests(), service.charged()], [requests + 1, charged + 1])
  const [row] = await sql<{ answer: unknown }>`select answer from captions where file_id = ${fileId}`
  assert.equal(row!.answer, null)
})

test('a slow answer is waited for, and asked for once', options, async () => {
  const fileId = await spoken()
  const [requests, charged] = [service.requests(), service.charged()]
  service.hold()
  await ask(fileId)
  await until(() => service.requests() > requests)
  assert.equal((await ask(fileId)).body.code, 'already_transcribed')
  assert.equal((await captionsOf(fileId))[0]!.state, 'SENDING')
  service.release()
  assert.equal((await ends(fileId)).state, 'READY')
  assert.deepEqual([service.requests(), service.charged()], [requests + 1, charged + 1])
})

test('kill -9 while the request is under way: the next worker does not pay again', options, async () => {
  const fileId = await spoken()
  const [requests, charged] = [service.requests(), service.charged()]
  service.hold()
  await ask(fileId)
  await until(() => service.requests() > requests)
  assert.equal((await captionsOf(fileId))[0]!.state, 'SENDING')
  await worker!.kill()
  service.release()
  await forgetKilled(sql)
  worker = await startWorker()
  const shown = await ends(fileId)
  assert.deepEqual([shown.state, shown.failure?.code], ['FAILED', 'start_unknown'])
  assert.equal(service.charged(), charged + 1)
})

test('kill -9 before the request: the next worker sends it', options, async () => {
  const fileId = await spoken()
  const charged = service.charged()
  await worker!.kill()
  await ask(fileId)
  await forgetKilled(sql)
  worker = await startWorker()
  assert.equal((await ends(fileId)).state, 'READY')
  assert.equal(service.charged(), charged + 1)
})

test(
  'captions that are deleted while they are transcribed stay deleted, and are not sent if they wait',
  options,
  async () => {
    const fileId = await spoken()
    const requests = service.requests()
    service.hold()
    const { id } = (await ask(fileId)).body.data
    await until(() => service.requests() > requests)
    assert.equal((await world.call(`DELETE /api/files/${fileId}/captions/${id}`, { key })).status, 204)
    service.release()
    const again = await ask(fileId)
    assert.equal(again.status, 202)
    assert.equal((await ends(fileId)).id, again.body.data.id)
  },
)

test('409: files without audio or previews', async () => {
  const fileId = await newVideo(world, projectId, owner)
  await sql`update media set has_audio = false where file_id = ${fileId}`
  assert.equal((await ask(fileId)).body.code, 'captions_not_supported')
  await sql`update media set state = 'PENDING' where file_id = ${fileId}`
  assert.equal((await ask(fileId)).body.code, 'file_not_ready')
})
