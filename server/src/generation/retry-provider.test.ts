// A retry may go to a provider that was configured meanwhile: a request that it would refuse is neither sent
// nor paid for.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { startGenerationWorld } from '../../test/worlds/generation-world.ts'

const world = await startGenerationWorld()

test('a retry that its new provider refuses fails before it is paid for, with the reason', async () => {
  const id = await world.generate('kling-3.0', 'something forbidden')
  await world.reaches(id, 'FAILED')
  const starts = world.standIn.starts.length
  await world.database.sql`update generations set prompt = 'too hard' where file_id = ${id}`
  assert.equal(await world.act(id, 'generate.retry'), 202)
  const { failure } = await world.reaches(id, 'FAILED')
  assert.deepEqual([failure.code, failure.message], ['provider_refused', 'Too hard for this provider.'])
  assert.equal(world.standIn.starts.length, starts)
})
