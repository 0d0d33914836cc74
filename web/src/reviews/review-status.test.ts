import assert from 'node:assert/strict'
import { test } from 'node:test'
import { statuses, transitions } from '../generated/review-status.ts'
import { verdictsFrom, workMovesFrom } from './review-status.ts'

test('each transition is offered once: as a verdict or as another action', () => {
  for (const status of statuses) {
    const offered = [...verdictsFrom(status), ...workMovesFrom(status)]
    assert.deepEqual(offered.sort(), [...transitions[status]].sort())
  }
})

test('only a review that needs review can get a verdict', () => {
  const decidable = statuses.filter((status) => verdictsFrom(status).length > 0)
  assert.deepEqual(decidable, ['NEED_REVIEW'])
})
