import assert from 'node:assert/strict'
import { randomBytes } from 'node:crypto'
import { once } from 'node:events'
import { readdirSync, readlinkSync } from 'node:fs'
import { get } from 'node:http'
import { test } from 'node:test'
import fc from 'fast-check'
import { readZip } from '../../../test/helpers/read-zip.ts'
import { until } from '../../../test/helpers/until.ts'
import { fetchBytes, startArchiveWorld } from '../../../test/worlds/archive-world.ts'
import { newObject } from '../../../test/worlds/samples/files.ts'
import { cleanStorage } from '../../jobs/clean-storage.ts'
import { deleteExpiredArchives } from '../../jobs/delete-expired.ts'
import { purgeTrash } from '../../jobs/purge-trash.ts'

const { world, sql, projectId, owner, file, folder, create, references } = await startArchiveWorld()

/** Forgets the CRCs, so that the next archive does not know them, and a range has to learn them. */
const forgetCrcs = () => sql`delete from object_crcs`

const bytes = { small: 'few', large: randomBytes(300_000), empty: '', medium: randomBytes(20_000) }
const selection = {
  folders: references(
    await folder('Takes').then(async (id) => {
      for (const [name, content] of Object.entries(bytes))
        await file(`${name}.bin`, { folder: id, bytes: content })
      return id
    }),
  ),
  comments: true,
}

function check(zip: Buffer): void {
  const entries = readZip(zip)
  for (const [name, content] of Object.entries(bytes))
    assert.ok(entries.get(`Takes/${name}.bin`)!.equals(Buffer.from(content as Buffer)), name)
}

test('200: an archive is the same whether its CRCs were known or learnt, except for their place', async () => {
  await forgetCrcs()
  const first = await create(selection)
  const unknown = await fetchBytes(first.url)
  check(unknown)
  assert.ok((await fetchBytes(first.url)).equals(unknown))
  const second = await create(selection)
  const known = await fetchBytes(second.url)
  check(known)
  // Three entries have a descriptor of 16 bytes no more.
  assert.equal(known.length, unknown.length - 3 * 16)
})

test('206: any ranges of a new archive, in any order, are those of the whole', async () => {
  await forgetCrcs()
  const { byteSize } = await create(selection)
  const place = fc.integer({ min: 0, max: byteSize - 1 })
  await fc.assert(
    fc.asyncProperty(fc.array(fc.tuple(place, place), { minLength: 1, maxLength: 4 }), async (ranges) => {
      await forgetCrcs()
      const { url } = await create(selection)
      const parts = []
      for (const [a, b] of ranges) {
        const [start, end] = a < b ? [a, b] : [b, a]
        parts.push({ start, end, part: await fetchBytes(url, `bytes=${start}-${end}`) })
      }
      const whole = await fetchBytes(url)
      check(whole)
      for (const { start, end, part } of parts)
        assert.ok(part.equals(whole.subarray(start, end + 1)), `${start}-${end}`)
    }),
    { numRuns: 40 },
  )
})

test('206: every boundary of the records', async () => {
  await forgetCrcs()
  const { url, byteSize } = await create(selection)
  const ends = await Promise.all([1, 21, 22, 23, 200].map((length) => fetchBytes(url, `bytes=-${length}`)))
  const whole = await fetchBytes(url)
  for (const end of ends) assert.ok(end.equals(whole.subarray(-end.length)))
  const starts = await sql<{ start: number }>`
    select e.start from archive_entries e join archives a on a.id = e.archive_id where a.byte_size = ${byteSize}
    order by a.created_at desc, e.number limit 5`
  for (const { start } of starts) {
    for (const at of [start - 17, start - 16, start - 1, start, start + 1, start + 29, start + 30]) {
      if (at < 0) continue
      const part = await fetchBytes(url, `bytes=${at}-${Math.min(at + 99, byteSize - 1)}`)
      assert.ok(part.equals(whole.subarray(at, at + part.length)), `at ${at}`)
    }
  }
})

test('206: parallel ranges of a new archive make up the whole', async () => {
  await forgetCrcs()
  const { url, byteSize } = await create(selection)
  const step = Math.ceil(byteSize / 7)
  const ranges = Array.from(
    { length: 7 },
    (_, i) => `bytes=${i * step}-${Math.min((i + 1) * step, byteSize) - 1}`,
  )
  check(Buffer.concat(await Promise.all(ranges.map((range) => fetchBytes(url, range)))))
})

/** Reads at least `least` bytes, hangs up, and returns what has arrived. */
async function hangUp(url: string, least: number, headers = {}): Promise<Buffer> {
  const request = get(url, { headers, agent: false })
  const [response] = await once(request, 'response')
  const parts: Buffer[] = []
  let length = 0
  for await (const part of response) {
    parts.push(part)
    length += part.length
    if (length >= least) break
  }
  request.destroy()
  return Buffer.concat(parts)
}

test('a download that is cut off several times continues with If-Range, byte by byte the same', async () => {
  await forgetCrcs()
  const big = await file('big.bin', { bytes: randomBytes(9_000_000) })
  const other = await file('other.bin', { bytes: randomBytes(2_000_000) })
  const { url, id } = await create({ files: references(big, other) })
  const parts: Buffer[] = []
  let length = 0
  const { byteSize } = await create({ files: references(big, other) })
  while (length < byteSize) {
    const headers = length === 0 ? {} : { Range: `bytes=${length}-`, 'If-Range': `"${id}"` }
    const part = await hangUp(url, 1_500_000, headers)
    parts.push(part)
    length += part.length
  }
  const joined = Buffer.concat(parts)
  assert.ok(joined.equals(await fetchBytes(url)))
  readZip(joined)
})

test('a client that hangs up leaves the CRC so far, and no open file', async () => {
  await forgetCrcs()
  const objectId = await newObject(world, randomBytes(30_000_000))
  const id = await file('huge.bin', { objectId })
  const { url } = await create({ files: references(id) })
  const [before, transfers] = [openFiles(objectId), await activeTransfers()]
  assert.equal(before, 0)
  await hangUp(url, 1_000_000)
  await until(async () => (await activeTransfers()) === transfers && openFiles(objectId) === 0)
  const knownLength = async () => {
    const [row] = await sql<{ length: number }>`select length from object_crcs where object_id = ${objectId}`
    return row?.length ?? 0
  }
  await until(async () => (await knownLength()) >= 1_000_000)
  assert.ok((await knownLength()) < 30_000_000)
})

test('conditions: ETag, If-Range, If-None-Match, HEAD and 416', async () => {
  const { url, id, byteSize } = await create(selection)
  const ask = (headers: Record<string, string>, method = 'GET') => fetch(url, { method, headers })
  const head = await ask({}, 'HEAD')
  assert.deepEqual(
    ['etag', 'accept-ranges', 'content-length', 'content-type', 'content-disposition'].map((name) =>
      head.headers.get(name),
    ),
    [`"${id}"`, 'bytes', String(byteSize), 'application/zip', 'attachment; filename="Takes.zip"'],
  )
  assert.equal((await ask({ 'If-None-Match': `"${id}"` })).status, 304)
  assert.equal((await ask({ 'If-Match': '"other"' })).status, 412)
  const whole = await ask({ Range: 'bytes=5-', 'If-Range': '"other"' })
  assert.equal(whole.status, 200)
  await whole.body!.cancel()
  const tooFar = await ask({ Range: `bytes=${byteSize}-` })
  assert.deepEqual([tooFar.status, tooFar.headers.get('content-range')], [416, `bytes */${byteSize}`])
})

test('403: an altered or expired URL; 404: access lost, or narrowed', async () => {
  const member = await world.member(projectId, 'PROJECT_REVIEWER')
  const { url } = await create(selection, member)
  const other = await create(selection)
  assert.equal((await fetch(url.replace(/archives\/[^?]+/, `archives/${other.id}`))).status, 403)
  assert.equal((await fetch(url.replace(/expires=\d+/, 'expires=1'))).status, 403)
  const status = async () => {
    const answer = await fetch(url, { method: 'HEAD' })
    return answer.status
  }
  assert.equal(await status(), 200)
  const setRole = (role: string) =>
    sql`update project_members set role = ${role} where project_id = ${projectId} and user_id = ${member.userId}`
  await setRole('PROJECT_RESTRICTED_REVIEWER')
  assert.equal(await status(), 404)
  await setRole('PROJECT_MEMBER')
  assert.equal(await status(), 200)
  await sql`delete from project_members where project_id = ${projectId} and user_id = ${member.userId}`
  assert.equal(await status(), 404)
  const restricted = await world.member(projectId, 'PROJECT_RESTRICTED_REVIEWER')
  assert.equal((await fetch((await create(selection, restricted)).url, { method: 'HEAD' })).status, 200)
})

test('404: a project that is gone', async () => {
  const { url } = await create(selection)
  const at = (time: string | null) => sql`update projects set destroyed_at = ${time} where id = ${projectId}`
  await at('2020-01-01')
  assert.equal((await fetch(url)).status, 404)
  await at(null)
  assert.equal((await fetch(url)).status, 200)
})

test('the bytes of a purged file stay as long as an archive needs them', async () => {
  const objectId = await newObject(world, 'precious')
  const id = await file('precious.txt', { objectId })
  const { url, id: archiveId } = await create({ files: references(id) })
  await world.call(`DELETE /api/files/${id}`, { key: owner.key })
  await sql`update trash set purge_at = now() where record_id = ${id}`
  await world.runJob(purgeTrash)
  assert.deepEqual(await sql`select from all_files where id = ${id}`, [])
  await sql`update objects set created_at = now() - interval '30 days' where id = ${objectId}`
  await world.runJob(cleanStorage)
  assert.equal(
    readZip(await fetchBytes(url))
      .get('precious.txt')!
      .toString(),
    'precious',
  )
  await sql`update archives set expires_at = now() - interval '25 hours' where id = ${archiveId}`
  await world.runJob(deleteExpiredArchives)
  const [left] = await sql<{
    count: number
  }>`select count(*) from archive_entries where archive_id = ${archiveId}`
  assert.equal(left!.count, 0)
  await world.runJob(cleanStorage)
  assert.equal(await world.storage.stat(objectId), undefined)
})

test('404 with a reason: an object that is no longer stored', async () => {
  const objectId = await newObject(world, 'replaced')
  const id = await file('replaced.txt', { objectId })
  const { url } = await create({ files: references(id) })
  await sql`delete from files where id = ${id}`
  await sql`delete from objects where id = ${objectId}`
  const answer = await fetch(url)
  assert.equal(answer.status, 404)
  assert.match(((await answer.json()) as { message: string }).message, /Create the archive again/)
})

/** Open handles on the folder of an object: the server runs in this process. */
function openFiles(objectId: string): number {
  const links = readdirSync('/proc/self/fd').map((name) => {
    try {
      return readlinkSync(`/proc/self/fd/${name}`)
    } catch {
      return ''
    }
  })
  return links.filter((path) => path.includes(objectId)).length
}

async function activeTransfers(): Promise<number> {
  const text = await (await fetch(`${world.url}/metrics`)).text()
  return Number(/^dailies_http_transfers (\d+)$/m.exec(text)?.[1])
}
