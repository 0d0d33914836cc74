import assert from 'node:assert/strict'
import { test } from 'node:test'
import { startEvaluationWorld } from '../../../test/worlds/evaluation-world.ts'

const { world, key, example, examplesOf } = await startEvaluationWorld()

test('204: the example is deleted; 404: a second time, and for people who do not see its file', async () => {
  const { skillId, skillExampleId } = await example()
  const remove = async (who = key) =>
    (await world.call(`DELETE /api/skill-examples/${skillExampleId}`, { key: who })).status
  const { key: other } = await world.person()
  assert.equal(await remove(other), 404)
  assert.equal(await remove(), 204)
  assert.deepEqual(await examplesOf(skillId), [])
  assert.equal(await remove(), 404)
})
