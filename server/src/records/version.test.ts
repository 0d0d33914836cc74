import assert from 'node:assert/strict'
import { test } from 'node:test'
import { type VersionStatus, verdicts, versionStatuses, versionTransitions } from './version.ts'

// Transcribed by hand from the API design, section 3, not taken from the code.
const design = `
  IN_PROGRESS→NEED_REVIEW,ON_HOLD,CLOSED · NEED_REVIEW→APPROVED,NEED_EDIT,REJECTED,IN_PROGRESS,ON_HOLD,CLOSED ·
  NEED_EDIT→IN_PROGRESS,NEED_REVIEW,ON_HOLD,CLOSED · ON_HOLD→IN_PROGRESS,NEED_REVIEW,CLOSED ·
  APPROVED→NEED_REVIEW,CLOSED · REJECTED→IN_PROGRESS,NEED_REVIEW,CLOSED · CLOSED→IN_PROGRESS`

const pairs = versionStatuses.flatMap((from) => versionStatuses.map((to) => ({ from, to })))
const allowed = (from: VersionStatus, to: VersionStatus) => versionTransitions[from].includes(to)

function reachableFrom(start: VersionStatus): Set<VersionStatus> {
  const reached = new Set([start])
  for (const status of reached) for (const next of versionTransitions[status]) reached.add(next)
  return reached
}

test('the transition table matches the design for each of the 49 pairs', () => {
  const moves = design.split('·').flatMap((part) => {
    const [from, targets] = part.trim().split('→') as [string, string]
    return targets.split(',').map((to) => `${from} to ${to}`)
  })
  assert.equal(moves.length, 22)
  for (const { from, to } of pairs) {
    assert.equal(allowed(from, to), moves.includes(`${from} to ${to}`), `${from} to ${to}`)
  }
})

test('no status changes to itself or lists a target twice', () => {
  for (const status of versionStatuses) {
    const targets = versionTransitions[status]
    assert.ok(!targets.includes(status), status)
    assert.equal(new Set(targets).size, targets.length, status)
  }
})

test('every status can be reached from every other', () => {
  for (const status of versionStatuses) {
    assert.deepEqual([...reachableFrom(status)].sort(), [...versionStatuses].sort(), status)
  }
})

test('a verdict is possible only in NEED_REVIEW, and every open status can be closed', () => {
  for (const { from, to } of pairs) {
    if (verdicts.includes(to)) assert.equal(allowed(from, to), from === 'NEED_REVIEW', `${from} to ${to}`)
    if (to === 'CLOSED') assert.equal(allowed(from, to), from !== 'CLOSED', from)
  }
})
