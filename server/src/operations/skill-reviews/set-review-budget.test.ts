import assert from 'node:assert/strict'
import { test } from 'node:test'
import { startWorld } from '../../../test/worlds/world.ts'

const world = await startWorld()
const { id: projectId, owner } = await world.project()
const { key } = owner

test('200: the budget is stored in cents, and null is no limit', async () => {
  const put = (monthlyUsd: number | null) =>
    world.call(`PUT /api/projects/${projectId}/review-budget`, { key, body: { monthlyUsd } })
  assert.deepEqual((await put(12.345)).body.data.monthlyUsd, 12.35)
  const { monthlyUsd, spentUsd, month } = (await put(null)).body.data
  assert.deepEqual([monthlyUsd, spentUsd], [null, 0])
  assert.match(month, /^\d{4}-\d\d$/)
})
