import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { normalizeEmoji } from './emoji.ts'

const rgi = /^\p{RGI_Emoji}$/v
const zwj = '\u200d'
const selector = '\ufe0f'

function* codePoints(): Generator<string> {
  for (let point = 0; point <= 0x1ffff; point++) {
    if (point < 0xd800 || point > 0xdfff) yield String.fromCodePoint(point)
  }
}

const symbols = [...codePoints()].filter((symbol) => /\p{Emoji}/u.test(symbol))
const tones = symbols.filter((symbol) => /\p{Emoji_Modifier}/u.test(symbol))
const bases = symbols.filter((symbol) => /\p{Emoji_Modifier_Base}/u.test(symbol))
const letters = Array.from({ length: 26 }, (_, i) => String.fromCodePoint(0x1f1e6 + i))

/** Every RGI emoji that the kinds of sequences of UTS #51 can form: the engine's data decides which of them exist. */
function everyEmoji(): Set<string> {
  const alone = symbols.flatMap((symbol) => [symbol, symbol + selector]).filter((text) => rgi.test(text))
  const toned = bases.flatMap((base) => tones.map((tone) => base + tone))
  const keys = [...'0123456789#*'].map((key) => `${key}${selector}\u20e3`)
  const flags = letters.flatMap((a) => letters.map((b) => a + b))
  const regions = ['gbeng', 'gbsct', 'gbwls'].map((region) => `🏴${tagged(region)}`)
  const candidates = [alone, toned, keys, flags, regions, pairs(alone, toned), families()].flat()
  return new Set(candidates.filter((text) => rgi.test(text)))
}

/** Sequences of two joined emoji, and of three that end in a direction. */
function pairs(alone: string[], toned: string[]): string[] {
  const ends = alone.filter((end) => alone.some((first) => rgi.test(first + zwj + end)))
  const joined = [...alone, ...toned]
    .flatMap((first) => ends.map((end) => first + zwj + end))
    .filter((text) => rgi.test(text))
  return [...joined, ...joined.map((first) => `${first}${zwj}➡️`)]
}

/** Couples in every combination of skin tones, and families of up to four. */
function families(): string[] {
  const people = ['👨', '👩', '🧑', '🫱', '🫲', '👯', '🤼'].flatMap((person) =>
    ['', ...tones].map((tone) => person + tone),
  )
  const between = ['', '❤️', `❤️${zwj}💋`, '🤝', '🐰', '🫯']
  const couples = people.flatMap((a) => people.flatMap((b) => between.map((middle) => join(a, middle, b))))
  const members = ['', '👨', '👩', '👦', '👧', '🧑', '🧒']
  const four = members.flatMap((a) =>
    members.flatMap((b) => members.flatMap((c) => members.map((d) => join(a, b, c, d)))),
  )
  return [...couples, ...four]
}

function join(...parts: string[]): string {
  return parts.filter((part) => part !== '').join(zwj)
}

function tagged(region: string): string {
  const tags = [...region].map((letter) => String.fromCodePoint(0xe0000 + letter.codePointAt(0)!))
  return [...tags, '\u{e007f}'].join('')
}

const emoji = everyEmoji()

test('each kind has the expected number of emoji', () => {
  // Unicode 15 has 3,655; later versions have more.
  assert.ok(emoji.size >= 3_600, String(emoji.size))
  for (const known of [
    '❤️',
    '👍🏽',
    '👩‍❤️‍💋‍👨',
    '👨‍👩‍👧‍👦',
    '🏳️‍🌈',
    '🏴‍☠️',
    '🇵🇱',
    '🏴󠁧󠁢󠁳󠁣󠁴󠁿',
    '#️⃣',
    '🧑🏻‍🤝‍🧑🏿',
    '👁️‍🗨️',
    '⛹🏻‍♀️',
  ]) {
    assert.ok(emoji.has(known), known)
  }
})

test('every emoji is its own normal form, with and without selectors', () => {
  for (const text of emoji) {
    assert.equal(normalizeEmoji(text), text)
    assert.equal(normalizeEmoji(text.replaceAll(selector, '')), text)
  }
})

test('adding or omitting selectors after any part keeps the normal form', () => {
  const parts = fc
    .constantFrom(...emoji)
    .chain((text) => fc.tuple(fc.constant(text), fc.array(fc.boolean(), { minLength: 20, maxLength: 20 })))
  fc.assert(
    fc.property(parts, ([text, choices]) => {
      const written = [...text.replaceAll(selector, '')]
        .map((symbol, i) => (choices[i % 20] && /\p{Emoji}/u.test(symbol) ? symbol + selector : symbol))
        .join('')
      assert.equal(normalizeEmoji(written), text)
    }),
  )
})

test('❤ and ❤️ have one normal form; a text that is not exactly one emoji is refused', () => {
  assert.equal(normalizeEmoji('❤'), '❤️')
  for (const text of [
    '',
    'a',
    '1',
    '#',
    '👍👍',
    '👍 ',
    ' 👍',
    '❤\ufe0e',
    '👍\u200d',
    '🇵',
    '🇵🇱🇵',
    '\ufe0f',
    '\ufe0f👍',
    '👍\ufe0f\ufe0f\u20e3',
    '🏽👍',
    ':+1:',
    '\u200d',
    '🏴󠁧󠁢',
  ]) {
    assert.equal(normalizeEmoji(text), undefined, JSON.stringify(text))
  }
})

test('two different emoji never have the same normal form', () => {
  const pair = fc.tuple(fc.constantFrom(...emoji), fc.constantFrom(...emoji)).filter(([a, b]) => a !== b)
  fc.assert(
    fc.property(
      pair,
      ([a, b]) => normalizeEmoji(a) !== normalizeEmoji(b) && normalizeEmoji(a + b) === undefined,
    ),
  )
})
