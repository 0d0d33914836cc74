import assert from 'node:assert/strict'
import { test } from 'node:test'
import { callBatch, inShort, startBatch, stills } from '../../../test/helpers/upload-batches.ts'
import { hugeDisk } from '../../../test/stand-ins/small-disk.ts'
import { newFile, newFolder } from '../../../test/worlds/samples.ts'
import { startWorld } from '../../../test/worlds/world.ts'
import { newPrefixedId } from '../../core/ids.ts'

const world = await startWorld({ statFs: hugeDisk })
const { sql } = world.database
const { id: projectId, owner } = await world.project()
const target = { world, projectId, key: owner.key }

test('200: a refused file returns its error; the others succeed', async () => {
  const other = await world.project()
  const folder = { id: await newFolder(world, projectId, owner) }
  const good = { name: 'good.png', size: 5 }
  const outcomes = await startBatch(target, [
    good,
    { name: '', size: 5 },
    { name: 'n'.repeat(256), size: 5 },
    { name: 'less.png', size: -1 },
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
  const outcomes = await startBatch(target, [
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

test('200: files beyond 10,000 parts in total are refused', async () => {
  const large = { name: 'large.mov', size: 400 * 2 ** 30 }
  const outcomes = await startBatch(target, [large, large, ...stills(1)])
  assert.deepEqual(outcomes.map(inShort), [null, 'invalid_request /size too_many_parts', null])
})

test('400: no files, more than 100, or malformed entries', async () => {
  for (const files of [[], stills(101), [{ name: 5, size: 5 }], [{ name: 'a', size: 5, extra: 1 }]])
    assert.equal((await callBatch(target, 'upload.batch', files)).status, 400)
})

test('200: a repeated batch with an Idempotency-Key starts its files once', async () => {
  const headers = { 'Idempotency-Key': 'shoot-1' }
  const first = await startBatch({ ...target, headers }, [...stills(2), { name: '', size: 1 }])
  assert.deepEqual(await startBatch({ ...target, headers }, [...stills(2), { name: '', size: 1 }]), first)
  const other = await callBatch({ ...target, headers }, 'upload.batch', stills(3))
  assert.deepEqual([other.status, other.body.code], [422, 'idempotency_key_reused'])
})

test('200: files count against the quota in the order of the request', async () => {
  const small = await startWorld({ env: { WORKSPACE_QUOTA_GB: String(1 / 1024) } })
  const project = await small.project()
  const kiB = 1024
  const sizes = [600, 500, 300, 200, 100].map((size) => ({ name: 'a.png', size: size * kiB }))
  const there = { world: small, projectId: project.id, key: project.owner.key }
  const outcomes = await startBatch(there, sizes)
  assert.deepEqual(outcomes.map(inShort), [null, 'quota_exceeded', null, 'quota_exceeded', null])
  assert.match(outcomes[1]!.error!.message, /this file has 0\.000477 GiB/)
  assert.equal((await Array.fromAsync(small.storage.uploads())).length, 3)
})

test('200: a file that would use the disk reserve is refused with 507', async () => {
  const statFs = async () => ({ bavail: 20, blocks: 100, bsize: 2 ** 20 })
  const full = await startWorld({ statFs })
  const project = await full.project()
  const mebibytes = (size: number) => ({ name: 'a.png', size: size * 2 ** 20 })
  const there = { world: full, projectId: project.id, key: project.owner.key }
  const outcomes = await startBatch(there, [mebibytes(3), mebibytes(2), mebibytes(1)])
  assert.deepEqual(
    outcomes.map(({ error }) => error?.status),
    [undefined, 507, undefined],
  )
})
