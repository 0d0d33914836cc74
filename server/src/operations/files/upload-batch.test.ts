import assert from 'node:assert/strict'
import { randomBytes } from 'node:crypto'
import { test } from 'node:test'
import { newFile, newFolder } from '../../../test/samples.ts'
import { hugeDisk } from '../../../test/small-disk.ts'
import { type PartUrl, sendParts } from '../../../test/uploads.ts'
import { type Person, startWorld, type World } from '../../../test/world.ts'
import { newPrefixedId } from '../../core/ids.ts'

const world = await startWorld({ statFs: hugeDisk })
const { sql } = world.database
const { id: projectId, owner } = await world.project()
const png = Buffer.concat([Buffer.from('\x89PNG\r\n\x1a\n', 'latin1'), randomBytes(100)])

type Refusal = { status: number; code: string; message: string; errors: { path: string; code: string }[] }
type Started = { file: { id: string; parts: PartUrl[] } | null; error: Refusal | null }
type Options = { project?: string; key?: string; headers?: Record<string, string>; in?: World }

function call(operation: string, files: unknown, options: Options = {}) {
  const { project = projectId, key = owner.key, headers = {} } = options
  const route = `POST /api/projects/${project}/files/${operation}`
  return (options.in ?? world).call(route, { key, headers, body: { files } })
}

async function start(files: unknown, options?: Options): Promise<Started[]> {
  const { status, body } = await call('upload.batch', files, options)
  assert.equal(status, 200, JSON.stringify(body))
  return body.data
}

async function complete(files: unknown, options?: Options): Promise<{ id: string; error: Refusal | null }[]> {
  const { status, body } = await call('upload.complete.batch', files, options)
  assert.equal(status, 200, JSON.stringify(body))
  return body.data
}

const stills = (count: number, size = png.length) =>
  Array.from({ length: count }, (_, i) => ({ name: `still ${i}.png`, size }))

const inShort = ({ error }: { error: Refusal | null }) =>
  error && [error.code, ...error.errors.map(({ path, code }) => `${path} ${code}`)].join(' ')

async function upload(count: number, person: Person = owner) {
  const started = await start(stills(count), { key: person.key })
  return Promise.all(
    started.map(async ({ file }) => ({ id: file!.id, parts: await sendParts(file!.parts, png) })),
  )
}

const statusesOf = async (ids: string[]) =>
  (await sql`select status from files where id = any(${ids}) order by position`).map(({ status }) => status)

test('200: 100 files start, are sent and complete with two calls', async () => {
  const sent = await upload(100)
  const ids = sent.map(({ id }) => id)
  const rows = await sql`
    select name, status, stack_id = id and stack_number = 1 as own, author_id, position from files
    where id = any(${ids}) order by position`
  assert.deepEqual(
    rows.map(({ name }) => name),
    stills(100).map(({ name }) => name),
  )
  assert.ok(rows.every(({ status, own, author_id }) => status === 'UPLOADING' && own && author_id === owner.userId))
  assert.equal(new Set(rows.map(({ position }) => position)).size, 100)

  const completed = await complete(sent)
  assert.deepEqual(
    completed,
    ids.map((id) => ({ id, error: null })),
  )
  assert.deepEqual(new Set(await statusesOf(ids)), new Set(['UPLOADED']))
  const { body } = await world.call(`GET /api/files/${ids[99]}`, { key: owner.key })
  assert.equal(body.data.mimeType, 'image/png')
  assert.deepEqual(await complete(sent), completed, 'completing can be repeated')
})

test('200: each event is emitted once for each file', async () => {
  const sent = await upload(3)
  await complete(sent)
  await complete(sent)
  const events = await sql`
    select file_id, type from outbox where file_id = any(${sent.map(({ id }) => id)})
    union all select file_id, type from events where file_id = any(${sent.map(({ id }) => id)})`
  for (const { id } of sent) {
    const types = events.filter(({ file_id }) => file_id === id).map(({ type }) => type)
    assert.deepEqual(types.sort(), ['file.created', 'file.uploaded'])
  }
})

test('200: a refused file says why and leaves the others alone', async () => {
  const other = await world.project()
  const folder = { id: await newFolder(world, projectId, owner) }
  const good = { name: 'good.png', size: 5 }
  const outcomes = await start([
    good,
    { name: '', size: 5 },
    { name: 'n'.repeat(256), size: 5 },
    { name: 'empty.png', size: 0 },
    { name: 'half.png', size: 1.5 },
    { ...good, folder: { id: newPrefixedId('DX') } },
    { ...good, folder: { id: 'nonsense' } },
    { ...good, replaces: { id: await newFile(world, other.id, other.owner) } },
    { ...good, folder },
  ])
  assert.deepEqual(outcomes.map(inShort), [
    null,
    'invalid_request /name too_small',
    'invalid_request /name too_big',
    'invalid_request /size too_small',
    'invalid_request /size invalid_type',
    'invalid_request /folder/id not_found',
    'invalid_request /folder/id not_found',
    'invalid_request /replaces/id not_found',
    null,
  ])
  assert.ok(outcomes.every(({ file, error }) => (file === null) === (error !== null)))
  const [last] = await sql`select folder_id from files where id = ${outcomes[8]!.file!.id}`
  assert.equal(last!.folder_id, folder.id)
})

test('200: files that replace others are their next revisions, in the order of the request', async () => {
  const replaces = { id: await newFile(world, projectId, owner) }
  const outcomes = await start([
    { name: 'v2.png', size: 5, replaces },
    { name: 'new.png', size: 5 },
    { name: 'v3.png', size: 5, replaces },
  ])
  const numbers = await sql`
    select name, stack_number, stack_id = ${replaces.id} as same from files
    where id = any(${outcomes.map(({ file }) => file!.id)}) order by position`
  assert.deepEqual(numbers, [
    { name: 'v2.png', stack_number: 2, same: true },
    { name: 'new.png', stack_number: 1, same: false },
    { name: 'v3.png', stack_number: 3, same: true },
  ])
})

test('200: files with more than 10,000 parts together: those beyond it are refused', async () => {
  const large = { name: 'large.mov', size: 400 * 2 ** 30 }
  const outcomes = await start([large, large, ...stills(1)])
  assert.deepEqual(outcomes.map(inShort), [null, 'invalid_request /size too_many_parts', null])
})

test('400: no files, more than 100, or a wrong shape', async () => {
  for (const files of [[], stills(101), [{ name: 5, size: 5 }], [{ name: 'a', size: 5, extra: 1 }]])
    assert.equal((await call('upload.batch', files)).status, 400)
})

test('200: a batch with an idempotency key starts its files once', async () => {
  const headers = { 'Idempotency-Key': 'shoot-1' }
  const first = await start([...stills(2), { name: '', size: 1 }], { headers })
  assert.deepEqual(await start([...stills(2), { name: '', size: 1 }], { headers }), first)
  const other = await call('upload.batch', stills(3), { headers })
  assert.deepEqual([other.status, other.body.code], [422, 'idempotency_key_reused'])
})

test('200: files are counted against the quota in their order', async () => {
  const small = await startWorld({ env: { WORKSPACE_QUOTA_GB: String(1 / 1024) } })
  const project = await small.project()
  const kiB = 1024
  const sizes = [600, 500, 300, 200, 100].map((size) => ({ name: 'a.png', size: size * kiB }))
  const options = { in: small, project: project.id, key: project.owner.key }
  const outcomes = await start(sizes, options)
  assert.deepEqual(outcomes.map(inShort), [null, 'quota_exceeded', null, 'quota_exceeded', null])
  assert.match(outcomes[1]!.error!.message, /this file has 0\.000477 GiB/)
  assert.equal((await Array.fromAsync(small.storage.uploads())).length, 3)
})

test('200: a file that would reach into the disk reserve is refused with 507', async () => {
  const statFs = async () => ({ bavail: 20, blocks: 100, bsize: 2 ** 20 })
  const full = await startWorld({ statFs })
  const project = await full.project()
  const mebibytes = (size: number) => ({ name: 'a.png', size: size * 2 ** 20 })
  const options = { in: full, project: project.id, key: project.owner.key }
  const outcomes = await start([mebibytes(3), mebibytes(2), mebibytes(1)], options)
  assert.deepEqual(
    outcomes.map(({ error }) => error?.status),
    [undefined, 507, undefined],
  )
})

test('200: an upload that cannot be completed says why and leaves the others alone', async () => {
  const elsewhere = await world.project()
  const [good, missing, wrong] = await upload(3)
  const foreign = await newFile(world, elsewhere.id, elsewhere.owner)
  const outcomes = await complete([
    good,
    { id: missing!.id, parts: [{ partNumber: 2, eTag: missing!.parts[0]!.eTag }] },
    { id: wrong!.id, parts: [{ partNumber: 1, eTag: '"wrong"' }] },
    { id: foreign, parts: [{ partNumber: 1, eTag: '"x"' }] },
    { id: 'nonsense', parts: [{ partNumber: 1, eTag: '"x"' }] },
  ])
  assert.deepEqual(outcomes.map(inShort), [
    null,
    'upload_incomplete /parts/0 part_unknown /parts part_missing',
    'upload_incomplete /parts/0 etag_mismatch',
    'not_found',
    'not_found',
  ])
  assert.deepEqual(await statusesOf([good!.id, wrong!.id]), ['UPLOADED', 'UPLOADING'])
})

test('200: members complete their own uploads only, managers all', async () => {
  const member = await world.member(projectId, 'PROJECT_MEMBER')
  const manager = await world.member(projectId, 'PROJECT_MANAGER')
  const [[mine], [owners]] = [await upload(1, member), await upload(1)]
  const outcomes = await complete([mine, owners], { key: member.key })
  assert.deepEqual(outcomes.map(inShort), [null, 'insufficient_role'])
  assert.deepEqual((await complete([owners], { key: manager.key })).map(inShort), [null])
})
