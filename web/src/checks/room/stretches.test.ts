import assert from 'node:assert/strict'
import { test } from 'node:test'
import { audioClock } from '../../room/player/clock.ts'
import type { Finding } from '../finding-text.ts'
import { stretchesOf } from './stretches.ts'

const finding = (level: Finding['level'], firstMs: number | null, lastMs = firstMs, waived = false) =>
  ({
    level,
    firstFrame: null,
    lastFrame: null,
    firstMs,
    lastMs,
    page: null,
    waiver: waived ? {} : null,
  }) as Finding

test('problems cover warnings, and open findings cover waived ones', () => {
  const all = [finding('PROBLEM', 0, 100), finding('INFO', 0, 100), finding('PROBLEM', 0, 100, true)]
  assert.deepEqual(
    stretchesOf(all, audioClock(1000)).map(({ level, waived }) => [level, waived]),
    [
      ['PROBLEM', true],
      ['INFO', false],
      ['PROBLEM', false],
    ],
  )
})

test('stretches that nobody could tell apart are one; a finding about the whole file has none', () => {
  const near = [finding('WARNING', 0, 10), finding('WARNING', 11, 20), finding('WARNING', 500, 600)]
  const stretches = stretchesOf([...near, finding('WARNING', null)], audioClock(10_000))
  assert.deepEqual(
    stretches.map(({ findings }) => findings.length),
    [2, 1],
  )
  assert.equal(stretches[1]!.from, 0.05)
})
