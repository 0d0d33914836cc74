import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { FileDetails } from '@dailies/sdk'
import { usualOther } from './sides.ts'

const revision = (number: number) =>
  ({ id: `v${number}`, stack: { id: 'v1', number, latest: false } }) as FileDetails

test('a revision is compared with the previous one, the first with the next', () => {
  const revisions = [5, 3, 2, 1].map(revision)
  const other = (number: number) => usualOther(revisions, revision(number))
  assert.deepEqual([5, 3, 2, 1].map(other), ['v3', 'v2', 'v1', 'v2'])
  assert.equal(usualOther([revision(1)], revision(1)), undefined)
})
