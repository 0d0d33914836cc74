import assert from 'node:assert/strict'
import { test } from 'node:test'
import { verdicts as serverVerdicts, versionTransitions } from '../../../../server/src/records/version.ts'
import { moves, type Status, statusNames, verdicts, verdictsFrom, workMovesFrom } from './status-moves.ts'

test('what is offered is what the server allows', () => {
  assert.deepEqual(moves, versionTransitions)
  assert.deepEqual(verdicts, serverVerdicts)
})

test('each move is offered once: as a verdict or as work', () => {
  for (const status of Object.keys(statusNames) as Status[]) {
    assert.deepEqual([...verdictsFrom(status), ...workMovesFrom(status)].sort(), [...moves[status]].sort())
  }
})

test('only what waits for a review can be judged', () => {
  const judged = (Object.keys(statusNames) as Status[]).filter((status) => verdictsFrom(status).length > 0)
  assert.deepEqual(judged, ['NEED_REVIEW'])
})
