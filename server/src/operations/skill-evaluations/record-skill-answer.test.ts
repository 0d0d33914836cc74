import assert from 'node:assert/strict'
import { test } from 'node:test'
import { startEvaluationWorld } from '../../../test/worlds/evaluation-world.ts'

const { world, example, examplesOf, record } = await startEvaluationWorld()
const notes = [{ firstFrame: 12, text: 'Black frames' }]

test('204: an answer is recorded for a version or a text, and replaces the one before', async () => {
  const { skillId, skillVersionId, skillExampleId } = await example()
  assert.equal((await record(skillExampleId, { skillVersionId, notes })).status, 204)
  assert.equal((await record(skillExampleId, { skillVersionId, model: 'an agent', notes: [] })).status, 204)
  assert.equal((await record(skillExampleId, { content: '# Not published', notes })).status, 204)
  const [{ recordings, recorded }] = await examplesOf(skillId)
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
})

test('400: neither a version nor a text, or both; 404: a file that the caller does not see', async () => {
  const { skillVersionId, skillExampleId } = await example()
  for (const body of [{ notes }, { skillVersionId, content: 'a', notes }]) {
    const { status, body: answer } = await record(skillExampleId, body)
    assert.deepEqual([status, answer.errors[0].path], [400, '/skillVersionId'])
  }
  const { key: other } = await world.person()
  assert.equal((await record(skillExampleId, { skillVersionId, notes }, other)).status, 404)
})
