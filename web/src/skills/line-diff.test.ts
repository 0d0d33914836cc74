import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { countChanges, type DiffLine, diffLines, foldUnchanged } from './line-diff.ts'
import { commonElements } from './sequence-diff.ts'

const textOf = ({ parts }: DiffLine) => parts.map(({ text }) => text).join('')
const shown = (lines: DiffLine[]) =>
  lines.map((line) => `${{ same: ' ', removed: '-', added: '+' }[line.kind]}${textOf(line)}`)

// A small alphabet, so that the texts have much in common and many repeated lines.
const lists = fc.array(fc.constantFrom('', 'a', 'b', 'c', 'd', 'e', 'f'), { maxLength: 40 })
const texts = fc.oneof(
  lists.map((list) => list.join('\n')),
  fc.string({ unit: 'grapheme', maxLength: 60 }),
)

test('both texts and their line numbers can be reconstructed from the lines', () => {
  fc.assert(
    fc.property(texts, texts, (before, after) => {
      const lines = diffLines(before, after)
      for (const [side, text, other] of [
        ['before', before, 'added'],
        ['after', after, 'removed'],
      ] as const) {
        const kept = lines.filter(({ kind }) => kind !== other)
        const expected = text.split(/\r?\n/)
        if (expected.at(-1) === '') expected.pop()
        assert.deepEqual(kept.map(textOf), expected)
        assert.deepEqual(
          kept.map((line) => line[side]),
          expected.map((_, i) => i + 1),
        )
      }
    }),
    { numRuns: 2_000 },
  )
})

test('the matches are equal, increasing on both sides and the longest possible', () => {
  fc.assert(
    fc.property(lists, lists, (a, b) => {
      const matches = commonElements(a, b)
      for (const [k, [i, j]] of matches.entries()) {
        assert.equal(a[i], b[j])
        if (k > 0) assert.ok(i > matches[k - 1]![0] && j > matches[k - 1]![1])
      }
      assert.equal(matches.length, longestCommon(a, b))
    }),
    { numRuns: 500 },
  )
})

/** The length of the longest common subsequence, by the textbook algorithm. */
function longestCommon(a: string[], b: string[]): number {
  let row = new Array<number>(b.length + 1).fill(0)
  for (const x of a) {
    const next = [0]
    for (const [j, y] of b.entries()) next.push(x === y ? row[j]! + 1 : Math.max(row[j + 1]!, next[j]!))
    row = next
  }
  return row.at(-1)!
}

test('a changed word is highlighted on both sides', () => {
  const lines = diffLines('one\nKeep the shots short.\nend\n', 'one\nKeep the shots very long.\nend\n')
  assert.deepEqual(shown(lines), [' one', '-Keep the shots short.', '+Keep the shots very long.', ' end'])
  const marks = lines.map(({ parts }) => parts.filter(({ changed }) => changed).map(({ text }) => text))
  assert.deepEqual(marks, [[], ['short'], ['very long'], []])
  assert.deepEqual(countChanges(lines), { added: 1, removed: 1 })
})

test('lines with nothing in common are not highlighted; line endings do not count as changes', () => {
  assert.ok(
    diffLines('alpha', 'omega')
      .flatMap(({ parts }) => parts)
      .every(({ changed }) => !changed),
  )
  assert.deepEqual(countChanges(diffLines('a\r\nb\r\n', 'a\nb')), { added: 0, removed: 0 })
  assert.deepEqual(diffLines('', ''), [])
})

test('lines far from any change are collapsed', () => {
  const before = Array.from({ length: 30 }, (_, i) => `line ${i}`)
  const after = before.toSpliced(15, 1, 'another')
  const sections = foldUnchanged(diffLines(before.join('\n'), after.join('\n')), 2)
  assert.deepEqual(
    sections.map(({ folded, lines }) => [folded, lines.length]),
    [
      [true, 13],
      [false, 6],
      [true, 12],
    ],
  )
})

test('large and hostile texts are compared in time: nothing in common, shuffled, two repeated lines', () => {
  const many = Array.from({ length: 100_000 }, (_, i) => String(i % 1_000 === 0 ? i : (i * 7919) % 100_003))
  const other = many.map((line) => `x${line}`)
  const twoLines = (seed: number) =>
    Array.from({ length: 20_000 }, (_, i) => ((i * i * seed) % 7 < 3 ? 'a' : 'b'))
  for (const [a, b] of [
    [many, other],
    [many, many.toReversed()],
    [many, [...many.slice(50_000), ...many.slice(0, 50_000)]],
    [twoLines(3), twoLines(5).map((line) => (line === 'a' ? 'b' : 'a'))],
  ] as const) {
    const matches = commonElements(a, b)
    for (const [i, j] of matches) assert.equal(a[i], b[j])
  }
})
