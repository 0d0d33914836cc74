import assert from 'node:assert/strict'
import { test } from 'node:test'
import { startGenerationWorld } from '../../test/generation-world.ts'

const { standIn, generate, reaches } = await startGenerationWorld({ deadlineSeconds: 1 })

test('what the provider does not finish in time is given up, and cancelled there', async () => {
  const file = await reaches(await generate('kling-3.0', 'never ends'), 'FAILED')
  assert.deepEqual([file.failure.code, file.failure.retryable], ['deadline_exceeded', true])
  assert.equal(standIn.cancelled.length, 1)
})

test('a provider that cannot be reached any more is given up as well', async () => {
  standIn.refuse('poll', 500, 1_000)
  const file = await reaches(await generate('seedance-2.5'), 'FAILED')
  assert.equal(file.failure.code, 'deadline_exceeded')
  standIn.refuse('poll', 500, 0)
})

test('a start that can be looked up, but is not answered about, is unknown in the end', async () => {
  standIn.hold('start')
  standIn.refuse('find', 500, 1_000)
  const file = await reaches(await generate('kling-3.0'), 'FAILED')
  standIn.release('start')
  assert.equal(file.failure.code, 'start_unknown')
})
