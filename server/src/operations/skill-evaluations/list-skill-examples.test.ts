import assert from 'node:assert/strict'
import { test } from 'node:test'
import { startEvaluationWorld } from '../../../test/worlds/evaluation-world.ts'

const { world, owner, key, example, examplesOf } = await startEvaluationWorld()

test('200: examples of the files that the caller sees, with files:read', async () => {
  const { skillId, skillExampleId } = await example()
  const ids = async (who?: string) => (await examplesOf(skillId, who)).map(({ id }: { id: string }) => id)
  assert.deepEqual(await ids(), [skillExampleId])
  const { key: other } = await world.person()
  assert.deepEqual(await ids(other), [])
  const { key: narrow } = await world.key(owner.userId, ['skills:read'])
  assert.deepEqual(await ids(narrow), [])
})

test('200: an example whose file is in the trash is not listed', async () => {
  const { skillId, fileId } = await example()
  assert.equal((await world.call(`DELETE /api/files/${fileId}`, { key })).status, 204)
  assert.deepEqual(await examplesOf(skillId), [])
})
