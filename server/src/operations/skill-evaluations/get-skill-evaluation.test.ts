import assert from 'node:assert/strict'
import { test } from 'node:test'
import { startEvaluationWorld } from '../../../test/worlds/evaluation-world.ts'

const { world, example, record, run, get, ended } = await startEvaluationWorld({ work: true })

test('200: the notes that were found, missed and extra, and the scores', async () => {
  const { skillId, skillVersionId, skillExampleId } = await example()
  // At 25 frames per second, half a second is 13 frames: 33 is the last frame that matches 20.
  await record(skillExampleId, {
    skillVersionId,
    notes: [
      { firstFrame: 33, text: 'Black' },
      { firstFrame: 34, text: 'Also black' },
      { firstFrame: 200, text: 'Elsewhere' },
    ],
  })
  const evaluation = await ended((await run(skillId, { skillVersionId, source: 'RECORDED' })).body.data.id)
  assert.equal(evaluation.state, 'READY')
  assert.deepEqual(evaluation.skillVersion, { id: skillVersionId, version: 1, draft: false })
  assert.deepEqual([evaluation.expected, evaluation.found, evaluation.matched], [1, 3, 1])
  assert.deepEqual([evaluation.precision, evaluation.recall], [1 / 3, 1])
  const [result] = evaluation.examples
  assert.equal(result.example.file.frameRate, '25/1')
  assert.deepEqual(
    [result.matches[0].found.text, result.missed, result.extra.map(({ text }: { text: string }) => text)],
    ['Black', [], ['Also black', 'Elsewhere']],
  )
})

test('200: people who do not see the file see the score, and none of its notes', async () => {
  const { skillId, skillVersionId, skillExampleId } = await example()
  await record(skillExampleId, { skillVersionId, notes: [{ firstFrame: 10, text: 'Secret' }] })
  const { id } = await ended((await run(skillId, { skillVersionId, source: 'RECORDED' })).body.data.id)
  const { key: other } = await world.person()
  const seen = await get(id, other)
  assert.deepEqual([seen.recall, seen.examples], [1, []])
})
