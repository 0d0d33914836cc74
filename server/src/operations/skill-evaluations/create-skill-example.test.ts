import assert from 'node:assert/strict'
import { test } from 'node:test'
import { startEvaluationWorld } from '../../../test/worlds/evaluation-world.ts'
import { newVideo } from '../../../test/worlds/samples/captions.ts'

const { world, projectId, owner, sql, example, examplesOf, createExample } = await startEvaluationWorld()
const { skillId, fileId } = await example()

test('201: an example is listed with all fields of its notes, and its file', async () => {
  const { status, body } = await createExample(skillId, { fileId })
  assert.equal(status, 201)
  const found = (await examplesOf(skillId)).find(({ id }: { id: string }) => id === body.data.id)
  assert.equal(found.name, 'Trailer')
  assert.deepEqual(found.skill, { id: skillId })
  assert.deepEqual([found.file.id, found.file.project], [fileId, { id: projectId }])
  const empty = { lastFrame: null, firstMs: null, lastMs: null, page: null, area: null }
  assert.deepEqual(found.expected, [{ ...empty, firstFrame: 10, text: 'Black' }])
  assert.deepEqual([found.recorded, found.recordings, found.createdBy.id], [false, [], owner.userId])
})

test('400: a file that the caller does not see, or in the trash, or without files:read', async () => {
  const { key: other } = await world.person()
  const { key: narrow } = await world.key(owner.userId, ['skills:read', 'skills:write'])
  const deleted = await newVideo(world, projectId, owner)
  await world.call(`DELETE /api/files/${deleted}`, { key: owner.key })
  for (const { status, body } of [
    await createExample(skillId, { fileId }, other),
    await createExample(skillId, { fileId }, narrow),
    await createExample(skillId, { fileId: deleted }),
  ])
    assert.deepEqual([status, body.errors[0].path], [400, '/fileId'])
})

test('400: notes without text or with wrong places; 409: more than 50 examples', async () => {
  for (const [expected, path] of [
    [[{ firstFrame: 1 }], '/expected/0/text'],
    [[{ firstFrame: -1, text: 'a' }], '/expected/0/firstFrame'],
    [[{ page: 0, text: 'a' }], '/expected/0/page'],
    [[{ area: { x: 2, y: 0, width: 0, height: 0 }, text: 'a' }], '/expected/0/area/x'],
    [Array(201).fill({ text: 'a' }), '/expected'],
  ] as const) {
    const { status, body } = await createExample(skillId, { fileId, expected })
    assert.deepEqual([status, body.errors[0].path], [400, path])
  }
  await sql`
    insert into skill_examples (id, skill_id, file_id, name, expected)
    select gen_random_uuid(), ${skillId}, ${fileId}, 'More', '[]' from generate_series(1, 50)`
  const { status, body } = await createExample(skillId, { fileId })
  assert.deepEqual([status, body.code], [409, 'too_many_skill_examples'])
})
