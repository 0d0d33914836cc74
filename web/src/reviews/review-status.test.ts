import assert from 'node:assert/strict'
import { test } from 'node:test'
import { verdicts as serverVerdicts, versionTransitions } from '../../../server/src/records/version.ts'
import { moves, verdicts, verdictsFrom, workMovesFrom } from './review-status.ts'

const statuses = Object.keys(versionTransitions) as (keyof typeof versionTransitions)[]

test('what is offered is what the server allows', () => {
  assert.deepEqual(moves, versionTransitions)
  assert.deepEqual(verdicts, serverVerdicts)
})

test('each move is offered once: as a verdict or as work', () => {
  for (const status of statuses) {
    assert.deepEqual([...verdictsFrom(status), ...workMovesFrom(status)].sort(), [...moves[status]].sort())
  }
})

test('only what waits for a review can be judged', () => {
  const judged = statuses.filter((status) => verdictsFrom(status).length > 0)
  assert.deepEqual(judged, ['NEED_REVIEW'])
})
