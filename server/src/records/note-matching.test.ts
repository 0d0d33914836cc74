import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import {
  isMatch,
  matchNotes,
  type PlacedNote,
  PlacedNoteInput,
  scoreOf,
  toleranceAt,
} from './note-matching.ts'

const tolerance = toleranceAt(24)
const note = (place: Partial<PlacedNote>) => PlacedNoteInput.parse({ text: 'A note', ...place })
const frames = (firstFrame: number, lastFrame = firstFrame) => note({ firstFrame, lastFrame })
const matched = (expected: PlacedNote[], found: PlacedNote[]) => matchNotes(expected, found, tolerance)

test('the tolerance is half a second at the rate of the video', () => {
  assert.equal(toleranceAt(24).frames, 12)
  assert.equal(toleranceAt(60).frames, 30)
  assert.equal(toleranceAt(null).frames, 12)
})

test('frames match when they overlap within the tolerance, and not one frame further', () => {
  for (const [one, other, expected] of [
    [frames(100, 120), frames(110), true],
    [frames(100, 120), frames(132), true],
    [frames(100, 120), frames(133), false],
    [frames(100), frames(88), true],
    [frames(100), frames(87), false],
    [note({ firstMs: 1000 }), note({ firstMs: 1500 }), true],
    [note({ firstMs: 1000 }), note({ firstMs: 1501 }), false],
  ] as const) {
    assert.equal(isMatch(one, other, tolerance), expected, JSON.stringify([one, other]))
    assert.equal(isMatch(other, one, tolerance), expected)
  }
})

test('pages match exactly, areas must overlap, and a note on a frame is not one about the whole file', () => {
  const area = (x: number) => ({ x, y: 0, width: 0.2, height: 1 })
  for (const [one, other, expected] of [
    [note({ page: 2 }), note({ page: 2 }), true],
    [note({ page: 2 }), note({ page: 3 }), false],
    [note({ page: 2 }), note({}), false],
    [note({ page: 2, area: area(0) }), note({ page: 2, area: area(0.1) }), true],
    [note({ page: 2, area: area(0) }), note({ page: 2, area: area(0.5) }), false],
    [note({ page: 2, area: area(0) }), note({ page: 2 }), true],
    [frames(0), note({}), false],
    [frames(0), note({ firstMs: 0 }), false],
    [note({ area: area(0), text: 'Logo' }), note({ area: area(0.1), text: 'Mark' }), true],
    [note({ text: 'Loudness is low.' }), note({ text: 'The loudness is −30 LUFS.' }), true],
    [note({ text: 'Loudness is low.' }), note({ text: 'The size is 640x480.' }), false],
  ] as const) {
    assert.equal(isMatch(one, other, tolerance), expected, JSON.stringify([one, other]))
    assert.equal(isMatch(other, one, tolerance), expected)
  }
})

test('a greedy choice that would lose a pair is undone', () => {
  // The first expected note is nearer to the only found note that the second can have.
  const pairs = matched([frames(10, 14), frames(24)], [frames(1), frames(12)])
  assert.deepEqual(pairs, [
    [0, 0],
    [1, 1],
  ])
})

test('a part of nothing is null, never 1', () => {
  assert.deepEqual(scoreOf({ expected: 0, found: 0, matched: 0 }), { precision: null, recall: null })
  assert.deepEqual(scoreOf({ expected: 2, found: 0, matched: 0 }), { precision: null, recall: 0 })
  assert.deepEqual(scoreOf({ expected: 0, found: 2, matched: 0 }), { precision: 0, recall: null })
  assert.deepEqual(scoreOf({ expected: 4, found: 2, matched: 1 }), { precision: 0.5, recall: 0.25 })
})

const anyNote = fc
  .oneof(
    fc.record({ firstFrame: fc.nat(60), length: fc.nat(20) }).map(({ firstFrame, length }) => ({
      ...{ firstFrame, lastFrame: firstFrame + length },
    })),
    fc.record({ page: fc.integer({ min: 1, max: 3 }) }),
    fc.record({ firstMs: fc.nat(3000) }),
    fc.constantFrom({ text: 'Loudness' }, { text: 'Size is wrong' }),
  )
  .map((place) => note(place))
const notes = fc.array(anyNote, { maxLength: 6 })

test('each note is in one pair at most, every pair matches, and no choice of pairs has more', () => {
  fc.assert(
    fc.property(notes, notes, (expected, found) => {
      const pairs = matched(expected, found)
      assert.equal(new Set(pairs.map(([one]) => one)).size, pairs.length)
      assert.equal(new Set(pairs.map(([, other]) => other)).size, pairs.length)
      for (const [one, other] of pairs) assert.ok(isMatch(expected[one]!, found[other]!, tolerance))
      assert.equal(pairs.length, mostPairs(expected, found))
    }),
  )
})

test('the number of pairs depends neither on the order of notes nor on which side they are', () => {
  const shuffled = fc
    .tuple(notes, notes)
    .chain(([a, b]) =>
      fc.tuple(
        ...[fc.constant(a), fc.constant(b)],
        fc.shuffledSubarray(a, { minLength: a.length }),
        fc.shuffledSubarray(b, { minLength: b.length }),
      ),
    )
  fc.assert(
    fc.property(shuffled, ([a, b, c, d]) => {
      const { length } = matched(a!, b!)
      assert.equal(matched(c!, d!).length, length)
      assert.equal(matched(b!, a!).length, length)
    }),
  )
})

test('a skill that finds exactly the expected notes has all of them; one more note never loses a pair', () => {
  fc.assert(
    fc.property(notes, notes, anyNote, (expected, found, more) => {
      assert.equal(matched(expected, expected).length, expected.length)
      assert.ok(matched(expected, [...found, more]).length >= matched(expected, found).length)
    }),
  )
})

/** Tries all choices. */
function mostPairs([first, ...rest]: PlacedNote[], found: PlacedNote[]): number {
  if (first === undefined) return 0
  const without = mostPairs(rest, found)
  const choices = found.map((one, index) =>
    isMatch(first, one, tolerance)
      ? 1 +
        mostPairs(
          rest,
          found.filter((_, i) => i !== index),
        )
      : 0,
  )
  return Math.max(without, ...choices)
}
