// Checks as a step after the previews: what is stored, and what becomes of interrupted work.
import assert from 'node:assert/strict'
import { execFileSync } from 'node:child_process'
import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, test } from 'node:test'
import { missing } from '../../../test/helpers/media-tools.ts'
import { until } from '../../../test/helpers/until.ts'
import { startMediaWorld } from '../../../test/worlds/media-world.ts'
import { resumeChecks } from '../../jobs/resume-media.ts'
import type { Checks } from '../../records/checks.ts'
import { MediaFailure } from '../processor.ts'
import { createMeasure } from './run-checks.ts'

const skip = missing('ffmpeg')
const folder = mkdtempSync(join(tmpdir(), 'dailies-checks-'))
after(() => rmSync(folder, { recursive: true, force: true }))

const real = createMeasure({ ffmpeg: undefined, ffprobe: undefined })
let measuring = Promise.resolve()
let failure: Error | undefined
let runs = 0
const world = await startMediaWorld({
  real: true,
  env: { MEDIA_CONCURRENCY: '1', MEDIA_QUICK_CONCURRENCY: '1', MEDIA_RENDITIONS: 'off' },
  async measure(work, info) {
    runs++
    const aborted = new Promise<never>((_, reject) =>
      work.signal.addEventListener('abort', () => reject(work.signal.reason), { once: true }),
    )
    await Promise.race([measuring, aborted])
    if (failure) throw failure
    return real(work, info)
  },
})
const { upload, database, owner } = world
const { sql } = database

const videos = new Map<string, Buffer>()

/** Four seconds at 25 frames per second; black from `first` to `last`. */
function makeVideo(first = 55, last = 74): Buffer {
  const path = join(folder, `black-${first}-${last}.mp4`)
  const known = videos.get(path)
  if (known) return known
  const black = `drawbox=color=black:t=fill:enable='between(n,${first},${last})'`
  execFileSync('ffmpeg', [
    ...['-v', 'error', '-y', '-f', 'lavfi', '-i', `testsrc2=size=320x180:rate=25:duration=4,${black}`],
    ...['-c:v', 'libx264', '-preset', 'ultrafast', '-pix_fmt', 'yuv420p', path],
  ])
  const bytes = readFileSync(path)
  videos.set(path, bytes)
  return bytes
}

let checked: Promise<string> | undefined

/** A file whose checks are ready, the same one for each test that asks. */
function checkedFile(): Promise<string> {
  checked ??= upload(makeVideo(), 'Checked.mp4')
  return checked
}

const checksOf = async (id: string): Promise<Checks> =>
  (await world.call(`GET /api/files/${id}/checks`, { key: owner.key })).body.data

const reaches = (id: string, ...states: string[]) =>
  until(async () => {
    const checks = await checksOf(id)
    return states.includes(checks.state) && checks
  })

const eventsOf = (id: string) => sql<{ type: string; data: Record<string, unknown> }>`
  select type, data from outbox where file_id = ${id} and type = 'file.checked'
  union all select type, data from events where file_id = ${id} and type = 'file.checked'`

function hold(): () => void {
  const { promise, resolve } = Promise.withResolvers<void>()
  measuring = promise
  return resolve
}

test('a video is checked after its previews: findings with exact frames, an event, numbers as a derivative', {
  skip,
}, async () => {
  const release = hold()
  const id = await upload(makeVideo(), 'Shot.mp4')
  assert.equal((await world.reaches(id, 'READY', 'FAILED')).state, 'READY')
  const waiting = await reaches(id, 'MEASURING')
  assert.deepEqual([waiting.findings, waiting.profile, waiting.failure], [[], null, null])
  release()
  const checks = await reaches(id, 'READY', 'FAILED')
  assert.equal(checks.state, 'READY', JSON.stringify(checks.failure))
  assert.deepEqual(checks.profile, { id: 'web', name: 'Web 1080p', version: 1 })
  const [black] = checks.findings.filter(({ rule }) => rule === 'black')
  assert.deepEqual(
    [black!.firstFrame, black!.lastFrame, black!.firstMs, black!.lastMs, black!.level],
    [55, 74, 2200, 3000, 'WARNING'],
  )
  assert.equal(black!.message, 'The image is black for 0.8 s; 0.5 s are allowed.')
  const outcome = (rule: string) => checks.rules.find((one) => one.rule === rule)?.outcome
  assert.deepEqual(['black', 'size', 'silence', 'interlacing'].map(outcome), [
    'FOUND',
    'FOUND',
    'NOT_APPLICABLE',
    'PASSED',
  ])
  const { warnings, problems, waived } = checks.counts
  assert.deepEqual([problems, waived], [0, 0])
  assert.ok(warnings >= 2)
  assert.ok((await world.derivatives(id)).has('checks.bin'))
  const [event] = await until(async () => {
    const events = await eventsOf(id)
    return events.length === 1 && events
  })
  assert.deepEqual(event!.data, { file: { id }, state: 'READY', counts: checks.counts })
  assert.deepEqual(await world.storedKeys(), await world.objectIds())
  assert.deepEqual(readdirSync(join(world.dataDir, 'checks')), [])
  checked = Promise.resolve(id)
})

test('checks that run again keep the ids of findings, and judge without measuring', { skip }, async () => {
  const id = await checkedFile()
  const before = await reaches(id, 'READY')
  const measured = runs
  const { status, body } = await world.call(`POST /api/files/${id}/checks.run`, {
    key: owner.key,
    body: { profileId: 'vfx' },
  })
  assert.equal(status, 202, JSON.stringify(body))
  const { data } = body
  assert.deepEqual([data.state, data.profile.id, runs], ['READY', 'vfx', measured])
  assert.equal(
    data.findings.find(({ rule }: { rule: string }) => rule === 'black').id,
    before.findings.find(({ rule }) => rule === 'black')!.id,
  )
  assert.ok(data.findings.every(({ rule }: { rule: string }) => rule !== 'size'))
})

test('a waiver holds on the next revision in the same place and for the whole file, not in another place', {
  skip,
}, async () => {
  const first = await upload(makeVideo(), 'Cut.mp4')
  const { findings } = await reaches(first, 'READY')
  for (const rule of ['black', 'size']) {
    const finding = findings.find((one) => one.rule === rule)!
    const path = `/api/files/${first}/findings/${finding.id}/waive`
    const waived = await world.call(`POST ${path}`, { key: owner.key, body: { reason: `fine: ${rule}` } })
    assert.equal(waived.status, 204, JSON.stringify(waived.body))
  }
  const same = await upload(makeVideo(60, 79), 'Cut.mp4', first)
  const kept = await reaches(same, 'READY')
  const waiverOf = (checks: Checks, rule: string) => checks.findings.find((one) => one.rule === rule)?.waiver
  assert.equal(waiverOf(kept, 'black')?.reason, 'fine: black')
  assert.equal(waiverOf(kept, 'black')?.file.id, first)
  assert.equal(waiverOf(kept, 'black')?.user?.id, owner.userId)
  assert.equal(waiverOf(kept, 'size')?.reason, 'fine: size')
  assert.equal(kept.counts.waived, 2)
  const other = await upload(makeVideo(25, 44), 'Cut.mp4', same)
  const open = await reaches(other, 'READY')
  assert.equal(waiverOf(open, 'black'), null)
  assert.equal(waiverOf(open, 'size')?.reason, 'fine: size')
  assert.equal(open.counts.waived, 1)
})

test('a file that goes to the trash is not checked, and is checked when it is restored', {
  skip,
}, async () => {
  const release = hold()
  const id = await upload(makeVideo(), 'Trash.mp4')
  await until(
    async () => (await sql`select from checks where file_id = ${id} and state = 'MEASURING'`).length === 1,
  )
  await world.call(`DELETE /api/files/${id}`, { key: owner.key })
  await until(
    async () => (await sql`select from checks where file_id = ${id} and state = 'QUEUED'`).length === 1,
  )
  release()
  await until(
    async () => (await sql`select from graphile_worker.jobs where key = ${`checks:${id}`}`).length === 0,
  )
  assert.deepEqual(await eventsOf(id), [])
  const restored = await world.call(`POST /api/files/${id}/restore`, { key: owner.key })
  assert.equal(restored.status, 200, JSON.stringify(restored.body))
  await world.runJob(resumeChecks)
  await reaches(id, 'READY')
})

test('checks that a dead worker has left, without a task, are made', { skip }, async () => {
  const id = await checkedFile()
  await reaches(id, 'READY')
  await until(
    async () => (await sql`select from graphile_worker.jobs where key = ${`checks:${id}`}`).length === 0,
  )
  await sql`update checks set state = 'MEASURING', attempt = attempt + 1 where file_id = ${id}`
  await world.runJob(resumeChecks)
  await reaches(id, 'READY')
  const [row] = await sql<{ cutOffs: number }>`
    select cut_offs as "cutOffs" from checks where file_id = ${id}`
  assert.equal(row!.cutOffs, 1)
})

test('checks that fail say why, and run again on request', { skip }, async () => {
  failure = new MediaFailure('unreadable', 'The file cannot be read.')
  const id = await upload(makeVideo(), 'Broken.mp4')
  const { failure: shown, findings } = await reaches(id, 'FAILED')
  failure = undefined
  assert.deepEqual(shown, { code: 'unreadable', message: 'The file cannot be read.', retryable: false })
  assert.deepEqual(findings, [])
  const run = await world.call(`POST /api/files/${id}/checks.run`, { key: owner.key, body: {} })
  assert.deepEqual([run.status, run.body.data.state, run.body.data.failure], [202, 'QUEUED', null])
  await reaches(id, 'READY')
})

test('a project that turns checks off: its new files are not checked', { skip }, async () => {
  await sql`
    insert into check_settings (workspace_id, project_id, off) values (${world.workspaceId}, ${world.projectId}, true)`
  const id = await upload(makeVideo(), 'Off.mp4')
  await world.reaches(id, 'READY')
  assert.equal((await checksOf(id)).state, 'OFF')
  await sql`delete from check_settings`
})

test('checks wait while the previews of another file wait', { skip }, async () => {
  const id = await checkedFile()
  await reaches(id, 'READY')
  const [other] = await sql<{ id: string }>`select file_id as id from media where file_id <> ${id} limit 1`
  await sql`alter table media disable trigger media_queued`
  await sql`update media set state = 'PENDING', tries = 0 where file_id = ${other!.id}`
  await sql`alter table media enable trigger media_queued`
  await sql`update checks set state = 'QUEUED' where file_id = ${id}`
  const later = () => sql`
    select from graphile_worker.jobs where key = ${`checks:${id}`} and run_at > now() + interval '5 seconds'`
  await until(async () => (await later()).length === 1)
  assert.equal((await checksOf(id)).state, 'QUEUED')
  await sql`update media set state = 'READY' where file_id = ${other!.id}`
})
