import assert from 'node:assert/strict'
import { test } from 'node:test'
import { startEvaluationWorld } from '../../../test/worlds/evaluation-world.ts'

const { world, key, example, record, run, ended } = await startEvaluationWorld({ work: true })

test('200: newest first, with the scores and the configured model', async () => {
  const { skillId, skillVersionId, skillExampleId } = await example()
  const evaluate = async (notes: object[]) => {
    await record(skillExampleId, { skillVersionId, notes })
    return (await ended((await run(skillId, { skillVersionId, source: 'RECORDED' })).body.data.id)).id
  }
  const first = await evaluate([])
  const second = await evaluate([{ firstFrame: 10, text: 'Black' }])
  const { evaluations, model } = (await world.call(`GET /api/skills/${skillId}/evaluations`, { key })).body
    .data
  assert.deepEqual(
    evaluations.map(({ id, precision, recall }: { [name: string]: unknown }) => [id, precision, recall]),
    [
      [second, 1, 1],
      [first, null, 0],
    ],
  )
  assert.equal(model, 'compatible:sample')
})
