import assert from 'node:assert/strict'
import { test } from 'node:test'
import { newVideo } from '../../../test/worlds/samples/captions.ts'
import { newSkillVersion } from '../../../test/worlds/samples.ts'
import { startWorld } from '../../../test/worlds/world.ts'

const world = await startWorld()
const { id: projectId, owner } = await world.project({ accessRange: 'ONLY_PROJECT_MEMBER' })
const { key } = owner
const { sql } = world.database

const skillVersionId = await newSkillVersion(world, projectId, owner)
const [{ skillId }] = (await sql<{ skillId: string }>`
  select skill_id as "skillId" from skill_versions where id = ${skillVersionId}`) as [{ skillId: string }]
const fileId = await newVideo(world, projectId, owner)

const create = (body: object = {}, who = key) =>
  world.call(`POST /api/skills/${skillId}/examples`, {
    key: who,
    body: { name: 'Trailer', fileId, expected: [{ firstFrame: 10, text: 'Black' }], ...body },
  })
const list = async (who = key) =>
  (await world.call(`GET /api/skills/${skillId}/examples`, { key: who })).body.data.examples

test('201: an example is listed with all fields of its notes, and its file', async () => {
  const { status, body } = await create()
  assert.equal(status, 201)
  const [example] = (await list()).filter(({ id }: { id: string }) => id === body.data.id)
  assert.equal(example.name, 'Trailer')
  assert.deepEqual(example.skill, { id: skillId })
  assert.deepEqual([example.file.id, example.file.project], [fileId, { id: projectId }])
  const empty = { lastFrame: null, firstMs: null, lastMs: null, page: null, area: null }
  assert.deepEqual(example.expected, [{ ...empty, firstFrame: 10, text: 'Black' }])
  assert.deepEqual([example.recorded, example.recordings, example.createdBy.id], [false, [], owner.userId])
})

test('204: PATCH changes the name or the notes; DELETE deletes the example', async () => {
  const { id } = (await create()).body.data
  const path = `/api/skill-examples/${id}`
  const find = async () => (await list()).find((one: { id: string }) => one.id === id)
  assert.equal((await world.call(`PATCH ${path}`, { key, body: { name: 'Teaser' } })).status, 204)
  assert.deepEqual([(await find()).name, (await find()).expected.length], ['Teaser', 1])
  assert.equal((await world.call(`PATCH ${path}`, { key, body: { expected: [] } })).status, 204)
  assert.deepEqual([(await find()).name, (await find()).expected], ['Teaser', []])
  assert.equal((await world.call(`DELETE ${path}`, { key })).status, 204)
  assert.equal(await find(), undefined)
  assert.equal((await world.call(`DELETE ${path}`, { key })).status, 404)
})

test('an answer is recorded for a version or a text, and replaces the one before', async () => {
  const { id } = (await create()).body.data
  const record = (body: object) => world.call(`PUT /api/skill-examples/${id}/answer`, { key, body })
  const notes = [{ firstFrame: 12, text: 'Black frames' }]
  assert.equal((await record({ skillVersionId, notes })).status, 204)
  assert.equal((await record({ skillVersionId, model: 'an agent', notes: [] })).status, 204)
  assert.equal((await record({ content: '# Not published', notes })).status, 204)
  const { recordings, recorded } = (await list()).find((one: { id: string }) => one.id === id)
  assert.equal(recorded, true)
  assert.deepEqual(
    recordings.map(({ model, noteCount, skillVersions }: { [name: string]: unknown }) => [
      ...[model, noteCount, skillVersions],
    ]),
    [
      [null, 1, []],
      ['an agent', 0, [{ id: skillVersionId, version: 1 }]],
    ],
  )
  for (const body of [{ notes }, { skillVersionId, content: 'a', notes }]) {
    const { status, body: answer } = await record(body)
    assert.deepEqual([status, answer.errors[0].path], [400, '/skillVersionId'])
  }
})

test('people who do not see the file neither see nor change its example, nor use the file', async () => {
  const { id } = (await create()).body.data
  const { key: other } = await world.person()
  assert.deepEqual(await list(other), [])
  for (const [route, body] of [
    [`PATCH /api/skill-examples/${id}`, { name: 'No' }],
    [`DELETE /api/skill-examples/${id}`, undefined],
    [`PUT /api/skill-examples/${id}/answer`, { skillVersionId, notes: [] }],
  ] as const)
    assert.equal((await world.call(route, { key: other, body })).status, 404, route)
  const refused = await create({}, other)
  assert.deepEqual([refused.status, refused.body.errors[0].path], [400, '/fileId'])
})

test('a key without files:read sees no examples', async () => {
  await create()
  const { key: narrow } = await world.key(owner.userId, ['skills:read', 'skills:write'])
  assert.deepEqual(await list(narrow), [])
  assert.equal((await create({}, narrow)).status, 400)
})

test('an example whose file is in the trash is not listed', async () => {
  const other = await newVideo(world, projectId, owner)
  const { id } = (await create({ fileId: other })).body.data
  assert.equal((await world.call(`DELETE /api/files/${other}`, { key })).status, 204)
  assert.ok(!(await list()).some((one: { id: string }) => one.id === id))
})

test('400: notes without text or with wrong places; 409: more than 50 examples', async () => {
  for (const [expected, path] of [
    [[{ firstFrame: 1 }], '/expected/0/text'],
    [[{ firstFrame: -1, text: 'a' }], '/expected/0/firstFrame'],
    [[{ page: 0, text: 'a' }], '/expected/0/page'],
    [[{ area: { x: 2, y: 0, width: 0, height: 0 }, text: 'a' }], '/expected/0/area/x'],
    [Array(201).fill({ text: 'a' }), '/expected'],
  ] as const) {
    const { status, body } = await create({ expected })
    assert.deepEqual([status, body.errors[0].path], [400, path])
  }
  await sql`
    insert into skill_examples (id, skill_id, file_id, name, expected)
    select gen_random_uuid(), ${skillId}, ${fileId}, 'More', '[]' from generate_series(1, 50)`
  const { status, body } = await create()
  assert.deepEqual([status, body.code], [409, 'too_many_skill_examples'])
  await sql`delete from skill_examples where name = 'More'`
})
