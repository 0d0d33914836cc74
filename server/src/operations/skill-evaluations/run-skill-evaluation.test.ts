import assert from 'node:assert/strict'
import { test } from 'node:test'
import { startEvaluationWorld } from '../../../test/worlds/evaluation-world.ts'
import { newMeasuredFile } from '../../../test/worlds/samples/checks.ts'

const { world, projectId, owner, key, sql, example, createExample, record, run, get, ended } =
  await startEvaluationWorld({ work: true })

test('202: an evaluation fails when no example has an answer; one without an answer does not count', async () => {
  const { skillId, skillVersionId, fileId } = await example()
  const failed = await ended((await run(skillId, { skillVersionId, source: 'RECORDED' })).body.data.id)
  assert.deepEqual([failed.state, failed.failure.code], ['FAILED', 'not_recorded'])
  assert.deepEqual([failed.precision, failed.recall], [null, null])
  const second = (await createExample(skillId, { name: 'Clean', fileId, expected: [] })).body.data.id
  await record(second, { skillVersionId, notes: [] })
  const ready = await ended((await run(skillId, { skillVersionId, source: 'RECORDED' })).body.data.id)
  assert.equal(ready.state, 'READY')
  assert.deepEqual([ready.exampleCount, ready.readyCount, ready.precision, ready.recall], [2, 1, null, null])
  assert.deepEqual(
    ready.examples.map(({ state }: { state: string }) => state),
    ['FAILED', 'READY'],
  )
})

test('a text is evaluated before it is published, and belongs to its version afterwards', async () => {
  const { skillId, skillExampleId } = await example()
  const content = '# A better text'
  await record(skillExampleId, { content, notes: [{ firstFrame: 15, text: 'Black' }] })
  const { id } = (await run(skillId, { content, source: 'RECORDED' })).body.data
  const before = await ended(id)
  assert.deepEqual([before.skillVersion, before.content, before.recall], [null, content, 1])
  const published = await world.call(`POST /api/skills/${skillId}/versions`, { key, body: { content } })
  const { id: skillVersionId, version } = published.body.data
  const after = await get(id)
  assert.deepEqual([after.skillVersion, after.content], [{ id: skillVersionId, version, draft: false }, null])
  // The same text, by its version: the recording is known.
  const again = await ended((await run(skillId, { skillVersionId, source: 'RECORDED' })).body.data.id)
  assert.equal(again.recall, 1)
})

test('checks: an example whose file is not measured has no result, and the reason is shown', async () => {
  const { skillId } = await example()
  const content = '---\nchecks: { profile: web }\n---\n# Checks'
  const { state, failure } = await ended((await run(skillId, { content, source: 'CHECKS' })).body.data.id)
  assert.deepEqual([state, failure.code], ['FAILED', 'not_measured'])
})

test('checks: the findings of a measured file are compared with the expected notes', async () => {
  const { skillId } = await example()
  await sql`delete from skill_examples where skill_id = ${skillId}`
  // The numbers of the sample are those of a video of 1280x720.
  const fileId = await newMeasuredFile(world, projectId, owner)
  const expected = [{ text: 'The image is 1280x720.' }, { firstFrame: 5, text: 'Black' }]
  await createExample(skillId, { fileId, expected })
  const evaluated = async (sizes: string, level = 'PROBLEM') => {
    const content = `---\nchecks: { rules: { size: { level: ${level}, sizes: [${sizes}] } } }\n---\n# Size`
    const { id } = (await run(skillId, { content, source: 'CHECKS' })).body.data
    const { state, matched, found, precision, recall } = await ended(id)
    return [state, matched, found, precision, recall]
  }
  assert.deepEqual(await evaluated('1920x1080'), ['READY', 1, 1, 1, 0.5])
  assert.deepEqual(await evaluated('1280x720'), ['READY', 0, 0, null, 0])
  // A finding of the level INFO is a fact, and gets no note.
  assert.deepEqual(await evaluated('1920x1080', 'INFO'), ['READY', 0, 0, null, 0])
})

test('409: a text without checks, or with invalid ones, and a skill without examples', async () => {
  const { skillId, skillVersionId } = await example()
  const code = async (body: object, who = key) => {
    const { status, body: answer } = await run(skillId, body, who)
    return [status, answer.code]
  }
  assert.deepEqual(await code({ skillVersionId, source: 'CHECKS' }), [409, 'no_skill_checks'])
  const invalid = '---\nchecks: { profil: web }\n---\n'
  assert.deepEqual(await code({ content: invalid, source: 'CHECKS' }), [409, 'no_skill_checks'])
  const { key: other } = await world.person()
  assert.deepEqual(await code({ skillVersionId, source: 'RECORDED' }, other), [409, 'no_skill_examples'])
  assert.deepEqual(await code({ source: 'RECORDED' }), [400, 'invalid_request'])
})

test('403: LIVE needs the scope to generate', async () => {
  const { skillId, skillVersionId } = await example()
  const { key: narrow } = await world.key(owner.userId, ['skills:read', 'skills:write', 'files:read'])
  const { status, body } = await run(skillId, { skillVersionId, source: 'LIVE' }, narrow)
  assert.deepEqual([status, body.code], [403, 'insufficient_scope'])
})
