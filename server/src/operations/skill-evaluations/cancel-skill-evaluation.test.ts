import assert from 'node:assert/strict'
import { test } from 'node:test'
import { startEvaluationWorld } from '../../../test/worlds/evaluation-world.ts'

const { world, key, sql, example, run, get } = await startEvaluationWorld()

test('204: a waiting evaluation is cancelled once; 409: it blocks another one until then, and a second time', async () => {
  const { skillId, skillVersionId } = await example()
  const { id } = (await run(skillId, { skillVersionId, source: 'RECORDED' })).body.data
  const busy = await run(skillId, { skillVersionId, source: 'RECORDED' })
  assert.deepEqual([busy.status, busy.body.code], [409, 'evaluation_in_progress'])
  const cancel = () => world.call(`POST /api/skill-evaluations/${id}/cancel`, { key })
  assert.equal((await cancel()).status, 204)
  assert.equal((await get(id)).state, 'CANCELLED')
  const again = await cancel()
  assert.deepEqual([again.status, again.body.code], [409, 'evaluation_ended'])
  assert.equal((await run(skillId, { skillVersionId, source: 'RECORDED' })).status, 202)
  const rows = await sql`select from skill_evaluations where skill_id = ${skillId}`
  assert.equal(rows.length, 2)
})
