import assert from 'node:assert/strict'
import { test } from 'node:test'
import { completeBatch, inShort, png, startBatch, stills } from '../../../test/helpers/upload-batches.ts'
import { sendParts } from '../../../test/helpers/uploads.ts'
import { newFile } from '../../../test/worlds/samples.ts'
import { type Person, startWorld } from '../../../test/worlds/world.ts'

const world = await startWorld()
const { sql } = world.database
const { id: projectId, owner } = await world.project()
const target = { world, projectId, key: owner.key }

async function upload(count: number, person: Person = owner) {
  const started = await startBatch({ ...target, key: person.key }, stills(count))
  return Promise.all(
    started.map(async ({ file }) => ({ id: file!.id, parts: await sendParts(file!.parts, png) })),
  )
}

const statusesOf = async (ids: string[]) =>
  (await sql`select status from files where id = any(${ids}) order by position`).map(({ status }) => status)

test('200: 100 files are started and completed with two calls', async () => {
  const sent = await upload(100)
  const ids = sent.map(({ id }) => id)
  const rows = await sql`
    select name, status, stack_id = id and stack_number = 1 as own, author_id, position from files
    where id = any(${ids}) order by position`
  assert.deepEqual(
    rows.map(({ name }) => name),
    stills(100).map(({ name }) => name),
  )
  assert.ok(
    rows.every(({ status, own, author_id }) => status === 'UPLOADING' && own && author_id === owner.userId),
  )
  assert.equal(new Set(rows.map(({ position }) => position)).size, 100)

  const completed = await completeBatch(target, sent)
  assert.deepEqual(
    completed,
    ids.map((id) => ({ id, error: null })),
  )
  assert.deepEqual(new Set(await statusesOf(ids)), new Set(['UPLOADED']))
  const { body } = await world.call(`GET /api/files/${ids[99]}`, { key: owner.key })
  assert.equal(body.data.mimeType, 'image/png')
  assert.deepEqual(await completeBatch(target, sent), completed, 'completing can be repeated')
})

test('200: each event is emitted once for each file', async () => {
  const sent = await upload(3)
  await completeBatch(target, sent)
  await completeBatch(target, sent)
  const events = await sql`
    select file_id, type from outbox where file_id = any(${sent.map(({ id }) => id)})
    union all select file_id, type from events where file_id = any(${sent.map(({ id }) => id)})`
  for (const { id } of sent) {
    const types = events.filter(({ file_id }) => file_id === id).map(({ type }) => type)
    assert.deepEqual(types.sort(), ['file.created', 'file.uploaded'])
  }
})

test('200: an upload that cannot be completed returns its error; the others succeed', async () => {
  const elsewhere = await world.project()
  const [good, missing, wrong] = await upload(3)
  const foreign = await newFile(world, elsewhere.id, elsewhere.owner)
  const outcomes = await completeBatch(target, [
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

test('200: members complete only their own uploads, managers all', async () => {
  const member = await world.member(projectId, 'PROJECT_MEMBER')
  const manager = await world.member(projectId, 'PROJECT_MANAGER')
  const [[mine], [owners]] = [await upload(1, member), await upload(1)]
  const outcomes = await completeBatch({ ...target, key: member.key }, [mine, owners])
  assert.deepEqual(outcomes.map(inShort), [null, 'insufficient_role'])
  assert.deepEqual((await completeBatch({ ...target, key: manager.key }, [owners])).map(inShort), [null])
})
