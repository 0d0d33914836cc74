import assert from 'node:assert/strict'
import { test } from 'node:test'
import { newMeasuredFile } from '../../../test/worlds/samples/checks.ts'
import { newExample } from '../../../test/worlds/samples/skill-evaluations.ts'
import { startWorld } from '../../../test/worlds/world.ts'

const world = await startWorld({ work: true })
const { id: projectId, owner } = await world.project({ accessRange: 'ONLY_PROJECT_MEMBER' })
const { key } = owner
const { sql } = world.database

const run = (skillId: string, body: object, who = key) =>
  world.call(`POST /api/skills/${skillId}/evaluations`, { key: who, body })
const get = async (id: string, who = key) =>
  (await world.call(`GET /api/skill-evaluations/${id}`, { key: who })).body.data
const record = (skillExampleId: string, body: object) =>
  world.call(`PUT /api/skill-examples/${skillExampleId}/answer`, { key, body })

async function ended(id: string) {
  for (;;) {
    const evaluation = await get(id)
    if (!['QUEUED', 'RUNNING'].includes(evaluation.state)) return evaluation
    await new Promise((resolve) => setImmediate(resolve))
  }
}

test('202: a recorded answer is compared with the expected notes, and the scores are listed', async () => {
  const { skillId, skillVersionId, skillExampleId } = await newExample(world, projectId, owner)
  // The sample expects one note on the frames 10 to 20, of a video of 25 frames per second.
  await record(skillExampleId, {
    skillVersionId,
    notes: [
      { firstFrame: 32, text: 'Black' },
      { firstFrame: 33, text: 'Also black' },
      { firstFrame: 200, text: 'Elsewhere' },
    ],
  })
  const { status, body } = await run(skillId, { skillVersionId, source: 'RECORDED' })
  assert.equal(status, 202)
  const evaluation = await ended(body.data.id)
  assert.equal(evaluation.state, 'READY')
  assert.deepEqual(evaluation.skillVersion, { id: skillVersionId, version: 1, draft: false })
  assert.deepEqual([evaluation.expected, evaluation.found, evaluation.matched], [1, 3, 1])
  assert.deepEqual([evaluation.precision, evaluation.recall], [1 / 3, 1])
  const [result] = evaluation.examples
  assert.deepEqual(
    [result.matches[0].found.text, result.missed, result.extra.map(({ text }: { text: string }) => text)],
    ['Black', [], ['Also black', 'Elsewhere']],
  )
  const { evaluations, model } = (await world.call(`GET /api/skills/${skillId}/evaluations`, { key })).body
    .data
  assert.deepEqual(
    evaluations.map(({ id, recall }: { id: string; recall: number }) => [id, recall]),
    [[evaluation.id, 1]],
  )
  assert.equal(model, 'compatible:sample')
})

test('202: an evaluation fails when no example has an answer; one without an answer does not count', async () => {
  const first = await newExample(world, projectId, owner)
  const { skillId, skillVersionId } = first
  const failed = await ended((await run(skillId, { skillVersionId, source: 'RECORDED' })).body.data.id)
  assert.deepEqual([failed.state, failed.failure.code], ['FAILED', 'not_recorded'])
  assert.deepEqual([failed.precision, failed.recall], [null, null])
  const second = (
    await world.call(`POST /api/skills/${skillId}/examples`, {
      key,
      body: { name: 'Clean', fileId: first.fileId, expected: [] },
    })
  ).body.data.id
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
  const { skillId, skillExampleId } = await newExample(world, projectId, owner)
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
  const { skillId } = await newExample(world, projectId, owner)
  const content = '---\nchecks: { profile: web }\n---\n# Checks'
  const { id } = (await run(skillId, { content, source: 'CHECKS' })).body.data
  const { state, failure } = await ended(id)
  assert.deepEqual([state, failure.code], ['FAILED', 'not_measured'])
})

test('checks: the findings of a measured file are compared with the expected notes', async () => {
  const { skillId } = await newExample(world, projectId, owner)
  await sql`delete from skill_examples where skill_id = ${skillId}`
  // The numbers of the sample are those of a video of 1280x720.
  const fileId = await newMeasuredFile(world, projectId, owner)
  await world.call(`POST /api/skills/${skillId}/examples`, {
    key,
    body: {
      name: 'Small',
      fileId,
      expected: [{ text: 'The image is 1280x720.' }, { firstFrame: 5, text: 'Black' }],
    },
  })
  const evaluated = async (sizes: string, level = 'PROBLEM') => {
    const content = `---\nchecks: { rules: { size: { level: ${level}, sizes: [${sizes}] } } }\n---\n# Size`
    const { id } = (await run(skillId, { content, source: 'CHECKS' })).body.data
    const { state, matched, found, precision, recall } = await ended(id)
    return [state, matched, found, precision, recall]
  }
  assert.deepEqual(await evaluated('1920x1080'), ['READY', 1, 1, 1, 0.5])
  assert.deepEqual(await evaluated('1280x720'), ['READY', 0, 0, null, 0])
  // Nobody has to act on a fact.
  assert.deepEqual(await evaluated('1920x1080', 'INFO'), ['READY', 0, 0, null, 0])
})

test('409: a text without checks, or with invalid ones, and a skill without examples', async () => {
  const { skillId, skillVersionId } = await newExample(world, projectId, owner)
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
  const { skillId, skillVersionId } = await newExample(world, projectId, owner)
  const { key: narrow } = await world.key(owner.userId, ['skills:read', 'skills:write', 'files:read'])
  const { status, body } = await run(skillId, { skillVersionId, source: 'LIVE' }, narrow)
  assert.deepEqual([status, body.code], [403, 'insufficient_scope'])
})

test('people who do not see the file see the score of an evaluation, and none of its notes', async () => {
  const { skillId, skillVersionId, skillExampleId } = await newExample(world, projectId, owner)
  await record(skillExampleId, { skillVersionId, notes: [{ firstFrame: 10, text: 'Secret' }] })
  const { id } = await ended((await run(skillId, { skillVersionId, source: 'RECORDED' })).body.data.id)
  const { key: other } = await world.person()
  const seen = await get(id, other)
  assert.deepEqual([seen.recall, seen.examples], [1, []])
})

test('204: a waiting evaluation is cancelled once, and no worker takes it up', async () => {
  const { skillId, skillVersionId } = await newExample(world, projectId, owner)
  const [waiting] = await sql<{ id: string }>`
    insert into skill_evaluations (id, skill_id, skill_version_id, content_hash, source)
    values (gen_random_uuid(), ${skillId}, ${skillVersionId}, sha256('# Sample'), 'RECORDED') returning id`
  const busy = await run(skillId, { skillVersionId, source: 'RECORDED' })
  assert.deepEqual([busy.status, busy.body.code], [409, 'evaluation_in_progress'])
  const cancel = () => world.call(`POST /api/skill-evaluations/${waiting!.id}/cancel`, { key })
  assert.equal((await cancel()).status, 204)
  assert.equal((await get(waiting!.id)).state, 'CANCELLED')
  const again = await cancel()
  assert.deepEqual([again.status, again.body.code], [409, 'evaluation_ended'])
})
