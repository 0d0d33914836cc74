// Cancelling generations in progress is tested in server/src/generation/state-machine.test.ts.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { newFile, newGeneration } from '../../../test/worlds/samples.ts'
import { startWorld } from '../../../test/worlds/world.ts'

const world = await startWorld()
const { id: projectId, owner } = await world.project()

const cancel = (id: string) => world.call(`POST /api/files/${id}/generate.cancel`, { key: owner.key })

test('204: the generation is cancelled', async () => {
  const id = await newGeneration(world, projectId, owner)
  assert.equal((await cancel(id)).status, 204)
  const { data } = (await world.call(`GET /api/files/${id}`, { key: owner.key })).body
  assert.deepEqual([data.status, data.generation.state], ['FAILED', 'CANCELLED'])
  const message = 'The generation was cancelled.'
  assert.deepEqual(data.failure, { code: 'cancelled', message, retryable: true })
})

test('concurrent cancels: one 204, otherwise 409', async () => {
  const id = await newGeneration(world, projectId, owner)
  const answers = await Promise.all(Array.from({ length: 8 }, () => cancel(id)))
  assert.deepEqual(answers.map(({ status }) => status).sort(), [204, 409, 409, 409, 409, 409, 409, 409])
})

test('409: the generation has ended, or the file was not generated', async () => {
  const ended = await newGeneration(world, projectId, owner, 'FAILED')
  const uploaded = await newFile(world, projectId, owner)
  for (const id of [ended, uploaded]) {
    const { status, body } = await cancel(id)
    assert.deepEqual([status, body.code], [409, 'generation_ended'])
  }
})
