// The whole server on a disk that becomes full: which requests it refuses, what it keeps, and how it recovers.
import assert from 'node:assert/strict'
import { randomBytes } from 'node:crypto'
import { after, type TestContext, test } from 'node:test'
import { purgeTrash } from '../../../src/jobs/purge-trash.ts'
import { resumeMedia } from '../../../src/jobs/resume-media.ts'
import { until } from '../../helpers/until.ts'
import { type PartUrl, partOf, sendPart, sendParts } from '../../helpers/uploads.ts'
import { mountSmallDisk, type SmallDisk } from '../../stand-ins/small-disk.ts'
import { startMediaWorld } from '../../worlds/media-world.ts'
import type { Answer } from '../../worlds/world.ts'

const MiB = 2 ** 20
const reserve = 16 * MiB
const mounted = mountSmallDisk(256)
const skip = typeof mounted === 'string' ? mounted : false
const disk = mounted as SmallDisk
const world = skip
  ? (undefined as never)
  : await startMediaWorld({ env: { DATA_DIR: disk.folder, DISK_RESERVE_MB: String(reserve / MiB) } })
if (!skip) after(() => disk.unmount())

type Started = { id: string; parts: PartUrl[] }

function start(size: number, name = 'Cut.bin'): Promise<Answer> {
  const body = { name, size }
  return world.call(`POST /api/projects/${world.projectId}/files/upload.multipart`, {
    key: world.owner.key,
    body,
  })
}

async function started(size: number, name?: string): Promise<Started> {
  const answer = await start(size, name)
  assert.equal(answer.status, 201, JSON.stringify(answer.body))
  return answer.body.data
}

async function complete(id: string, parts: unknown): Promise<number> {
  const answer = await world.call(`POST /api/files/${id}/upload.complete`, {
    key: world.owner.key,
    body: { parts },
  })
  return answer.status
}

/** The server checks the disk at most once a second. */
async function noticed(full: boolean): Promise<Answer> {
  world.passSecond()
  return until(async () => {
    const answer = await world.call('GET /readyz')
    return (answer.body.status === 'degraded') === full && answer
  })
}

async function fill(t: TestContext, left: number): Promise<void> {
  t.after(async () => {
    disk.empty()
    await noticed(false)
    await until(async () => (await world.space.look()).free >= disk.free() - MiB)
  })
  disk.fillUpTo(left)
  world.passSecond()
  // Above the reserve the disk is not full.
  if (left <= reserve) await noticed(true)
  else await until(async () => (await world.space.look()).free <= left + MiB)
}

const put = (url: string, body: Buffer, init: RequestInit = {}) =>
  fetch(url, { method: 'PUT', body: new Uint8Array(body), ...init })

async function codeOf(refused: Response): Promise<string> {
  return ((await refused.json()) as { code: string }).code
}

test('a part beyond the reserve returns 507, and is stored when space is back', { skip }, async (t) => {
  const bytes = randomBytes(20 * MiB)
  const { id, parts } = await started(bytes.length)
  const first = await sendPart(parts[0]!, partOf(bytes, parts.length, 1))
  await fill(t, reserve)
  const refused = await put(parts[1]!.url, partOf(bytes, parts.length, 2))
  assert.deepEqual([refused.status, await codeOf(refused)], [507, 'disk_full'])
  assert.equal(refused.headers.get('retry-after'), '60')
  disk.empty()
  await noticed(false)
  const rest = await Promise.all(
    parts.slice(1).map((part) => sendPart(part, partOf(bytes, parts.length, part.partNumber))),
  )
  assert.equal(await complete(id, [first, ...rest]), 204)
})

test('a body of unknown length that runs into the reserve returns 507 and leaves nothing behind', {
  skip,
}, async (t) => {
  const bytes = randomBytes(7 * MiB)
  const { parts } = await started(bytes.length)
  await fill(t, reserve + 3 * MiB)
  const before = disk.free()
  const chunks = ReadableStream.from([0, 1, 2, 3, 4, 5, 6].map((i) => bytes.subarray(i * MiB, (i + 1) * MiB)))
  const init = { body: chunks, duplex: 'half' } as RequestInit
  const refused = await put(parts[0]!.url, bytes, init)
  assert.deepEqual([refused.status, await codeOf(refused)], [507, 'disk_full'])
  assert.ok(disk.free() >= before - MiB, `${before - disk.free()} bytes are left behind`)
})

test('parts sent at the same time never reach into the reserve', { skip }, async (t) => {
  const bytes = randomBytes(8 * MiB)
  const uploads = await Promise.all(Array.from({ length: 6 }, () => started(bytes.length)))
  await fill(t, reserve + 20 * MiB)
  let least = disk.free()
  const watch = setInterval(() => {
    least = Math.min(least, disk.free())
  }, 1)
  const answers = await Promise.all(uploads.map(({ parts }) => put(parts[0]!.url, bytes)))
  clearInterval(watch)
  assert.deepEqual(answers.map(({ status }) => status).sort(), [200, 200, 507, 507, 507, 507])
  // Folders and the records of parts take a page each.
  assert.ok(least >= reserve - MiB / 4, `only ${least} bytes were left`)
})

test('starting an upload that does not fit returns 507 at once', { skip }, async () => {
  const answer = await start(1_000 * MiB)
  assert.deepEqual([answer.status, answer.body.code], [507, 'disk_full'])
  assert.match(answer.body.message, /1048576000 more bytes/)
})

test('an upload whose parts have arrived completes on a full disk, and can be downloaded', {
  skip,
}, async (t) => {
  const bytes = randomBytes(MiB)
  const { id, parts } = await started(bytes.length)
  const sent = await sendParts(parts, bytes)
  await fill(t, MiB)
  assert.equal(await complete(id, sent), 204)
  const { body } = await world.call(`GET /api/files/${id}/download`, { key: world.owner.key })
  const download = await fetch(body.data.url)
  assert.ok(Buffer.from(await download.arrayBuffer()).equals(bytes))
})

test('/readyz and /metrics report that the disk is full, and that it has space again', {
  skip,
}, async (t) => {
  const full = async () => {
    const { body } = await world.call('GET /metrics')
    return /^dailies_disk_full\{disk="files"\} (\d)$/m.exec(body)?.[1]
  }
  assert.equal(await full(), '0')
  await fill(t, reserve)
  const { status, body } = await noticed(true)
  // Reads still work, so a load balancer must not take the server out.
  assert.equal(status, 200)
  assert.equal(body.reasons[0].code, 'disk_full')
  assert.match(body.reasons[0].message, /DISK_RESERVE_MB.*resumes by itself/s)
  assert.equal(await full(), '1')
  assert.equal((await world.call('GET /api/projects', { key: world.owner.key })).status, 200)
  disk.empty()
  assert.deepEqual((await noticed(false)).body, { status: 'ready' })
})

test('previews that fail on a full disk say so, and are made when space is back', { skip }, async (t) => {
  world.hold('start')
  const id = await world.upload({
    probe: { gate: 'start' },
    thumbnail: { makes: { 'thumbnail.webp': 'x' } },
  })
  await world.arrival('start')
  await fill(t, reserve)
  world.release('start')
  const failed = await until(async () => {
    const { media } = await world.file(id)
    return media.state === 'FAILED' && media
  })
  assert.deepEqual([failed.failure.code, failed.failure.retryable], ['no_space', true])
  assert.match(failed.failure.message, /disk of the server is full/)
  await world.runJob(resumeMedia)
  assert.equal((await world.file(id)).media.state, 'FAILED')
  disk.empty()
  await noticed(false)
  await world.runJob(resumeMedia)
  await until(async () => (await world.file(id)).media.state === 'READY')
})

test('while space is short, deleting a file for good frees its bytes at once', { skip }, async (t) => {
  const bytes = randomBytes(8 * MiB)
  const whole = await started(bytes.length)
  assert.equal(await complete(whole.id, await sendParts(whole.parts, bytes)), 204)
  const open = await started(bytes.length)
  await sendParts(open.parts, bytes)
  await fill(t, reserve)
  const before = disk.free()
  const session = await world.session(world.owner.userId)
  for (const { id } of [whole, open]) {
    const answer = await world.call(`DELETE /api/files/${id}?permanent=true`, { key: session })
    assert.equal(answer.status, 204)
  }
  await world.runJob(purgeTrash)
  await until(() => disk.free() >= before + 2 * bytes.length)
  await noticed(false)
  const again = await started(MiB)
  assert.equal((await put(again.parts[0]!.url, randomBytes(MiB))).status, 200)
})
