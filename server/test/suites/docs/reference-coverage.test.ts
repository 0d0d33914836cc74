import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { test } from 'node:test'
import {
  coverageTable,
  markersOf,
  readMarkers,
  readStatements,
  unknownMarkers,
  unproven,
} from '../../../../scripts/lib/reference-coverage.ts'
import { root } from '../../../../scripts/lib/repository.ts'

const statements = readStatements(
  readFileSync(new URL('../compatibility/reference-statements.txt', import.meta.url), 'utf8'),
)

test('every statement of the reference that can be proven has a test, and every marker names a statement', () => {
  const markers = readMarkers(root)
  assert.deepEqual(unproven(statements, markers), [])
  assert.deepEqual(unknownMarkers(statements, markers), [])
})

test('statements are numbered without gaps and without repeats', () => {
  for (const { title, statements: own } of statements) {
    const section = title.split(' ')[0]!
    const prefix = ['2', '4'].includes(section) ? `${section}.0` : section
    assert.deepEqual(
      own.map(({ number }) => number),
      own.map((_, i) => `${prefix}.${i + 1}`),
    )
  }
})

const small = readStatements(
  '## 1 One\n1.1 context | About.\n1.2 | A.\n1.3 | B | or C.\n1.4 does not hold: too early | D.',
)

test('a marked test proves its statements; skipped and planned tests prove nothing', () => {
  const source = [
    '// reference: 1.2-1.3',
    "test('both hold', () => {})",
    '// reference: 1.2',
    "test.skip('skipped', () => {})",
    '// reference: 1.2',
    "test('planned', { todo: true }, () => {})",
  ].join('\n')
  const markers = markersOf('a.test.ts', source)
  assert.deepEqual(unproven(small, markers), [])
  assert.deepEqual(unproven(small, markers.slice(1)), ['1.2 A.', '1.3 B | or C.'])
  const table = coverageTable(small, markers)
  assert.match(table, /\| 1\.3 \| B \\\| or C\. \| \[both hold\]\(\.\.\/a\.test\.ts\) \| holds \|/)
  assert.match(table, /\| 1\.4 \| D\. \| {2}\| does not hold: too early \|/)
  assert.match(table, /2 of 3 statements hold\*\*; 1 do not hold; 0 have no test/)
})

test('a marker away from a test, or one that names nothing to prove, is an error', () => {
  assert.throws(() => markersOf('a.test.ts', '// reference: 1.2\nconst a = 1'), /a\.test\.ts:1/)
  assert.throws(
    () => markersOf('a.test.ts', "// reference: 1\ntest('x', () => {})"),
    /does not name a statement/,
  )
  const markers = markersOf('a.test.ts', "// reference: 1.1, 1.9\ntest('x', () => {})")
  assert.deepEqual(unknownMarkers(small, markers), ['a.test.ts:2 names 1.1', 'a.test.ts:2 names 1.9'])
})
