import assert from 'node:assert/strict'
import { test } from 'node:test'
import { startEvaluationWorld } from '../../../test/worlds/evaluation-world.ts'

const { world, key, example, examplesOf } = await startEvaluationWorld()

test('204: the name or the notes change, and the other stays', async () => {
  const { skillId, skillExampleId } = await example()
  const update = (body: object, who = key) =>
    world.call(`PATCH /api/skill-examples/${skillExampleId}`, { key: who, body })
  const shown = async () => {
    const [{ name, expected }] = await examplesOf(skillId)
    return [name, expected.length]
  }
  assert.equal((await update({ name: 'Teaser' })).status, 204)
  assert.deepEqual(await shown(), ['Teaser', 1])
  assert.equal((await update({ expected: [] })).status, 204)
  assert.deepEqual(await shown(), ['Teaser', 0])
  const { key: other } = await world.person()
  assert.equal((await update({ name: 'No' }, other)).status, 404)
})
