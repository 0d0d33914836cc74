import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { inOrder } from './cue.ts'
import { writeSubRip, writeWebVtt } from './lines.ts'
import { CaptionFault, languageTag, parseCaptions } from './parse-captions.ts'

const cues = (text: string) => parseCaptions(text).cues
const cue = (startMs: number, endMs: number, text: string) => ({ startMs, endMs, text })

test('SubRip: numbers, commas, tags, several lines, Windows line ends and a byte order mark', () => {
  const text =
    '\uFEFF1\r\n00:00:01,000 --> 00:00:02,500\r\n<i>Hello</i>\r\n{\\an8}world\r\n\r\n2\r\n00:00:03,5 --> 01:00:00,000 X1:0\r\nمرحبا\r\n'
  assert.deepEqual(cues(text), [cue(1000, 2500, 'Hello\nworld'), cue(3500, 3_600_000, 'مرحبا')])
  assert.equal(parseCaptions(text).format, 'SRT')
})

test('SubRip without empty lines between cues keeps numbers out of the text', () => {
  assert.deepEqual(cues('1\n00:00:01,000 --> 00:00:02,000\nOne\n2\n00:00:02,000 --> 00:00:03,000\nTwo'), [
    cue(1000, 2000, 'One'),
    cue(2000, 3000, 'Two'),
  ])
})

test('WebVTT: header, notes, styles, identifiers, settings, voices and entities', () => {
  const text = `WEBVTT - Title
Kind: captions

NOTE a note
with two lines

STYLE
::cue { color: red }

first
00:01.000 --> 00:02.000 line:0 align:start
<v Anna>Fish &amp; <b>chips</b> &lt;3

01:00:00.000 --> 01:00:01.250
<c.yellow>Late</c>
`
  assert.deepEqual(cues(text), [cue(1000, 2000, 'Fish & chips <3'), cue(3_600_000, 3_601_250, 'Late')])
})

test('TTML: clock times, frames, ticks, offsets, line breaks, spans and the language', () => {
  const text = `<?xml version="1.0"?><!-- a comment -->
    <tt xmlns="http://www.w3.org/ns/ttml" xmlns:ttp="http://www.w3.org/ns/ttml#parameter" xml:lang="fr-CA"
      ttp:frameRate="24" ttp:frameRateMultiplier="1000 1001" ttp:tickRate="10000000">
    <head><metadata><title>No cue</title></metadata></head>
    <body><div begin="10s">
      <p begin="00:00:01.500" end="00:00:02.000">Bonjour<br/><span tts:color="red">le monde</span> &amp; vous</p>
      <p begin="24f" dur="12f">Images</p>
      <p begin="30000000t" end="40000000t"><![CDATA[<tics>]]></p>
      <p begin="00:00:05:12" end="00:00:06:00">Cadres</p>
    </div></body></tt>`
  const parsed = parseCaptions(text)
  assert.deepEqual([parsed.format, parsed.language], ['TTML', 'fr-CA'])
  assert.deepEqual(parsed.cues, [
    cue(11_001, 11_502, 'Images'),
    cue(11_500, 12_000, 'Bonjour\nle monde & vous'),
    cue(13_000, 14_000, '<tics>'),
    cue(15_500, 16_000, 'Cadres'),
  ])
})

test('files without captions, damaged TTML and entity bombs are refused', () => {
  const bomb = '<!DOCTYPE tt [<!ENTITY a "aaaa">]><tt><body><p begin="0s" end="1s">&a;&a;</p></body></tt>'
  for (const text of [
    '',
    'Hello',
    'WEBVTT\n\n',
    '<tt><body><p begin="0s" end="1s">x</body></tt>',
    '<html></html>',
  ])
    assert.throws(() => parseCaptions(text), CaptionFault, text)
  assert.deepEqual(cues(bomb.replace(/<!DOCTYPE.*\]>/, '')), [cue(0, 1000, '&a;&a;')])
})

test('cues that end before they start, or have no words, are left out; the others are sorted', () => {
  const text =
    '00:00:05.000 --> 00:00:06.000\nB\n\n00:00:02.000 --> 00:00:01.000\nNo\n\n00:00:01.000 --> 00:00:02.000\nA\n'
  assert.deepEqual(
    cues(text).map((one) => one.text),
    ['A', 'B'],
  )
})

test('any cues are the same after writing and reading WebVTT, and SubRip without tags', () => {
  const line = fc.string({ minLength: 1, maxLength: 30, unit: 'grapheme' })
  const any = fc.array(
    fc.tuple(
      fc.integer({ min: 0, max: 3.6e6 }),
      fc.integer({ min: 1, max: 5000 }),
      fc.array(line, { minLength: 1 }),
    ),
  )
  fc.assert(
    fc.property(any, (given) => {
      const made = inOrder(
        given.map(([start, length, lines]) => cue(start, start + length, lines.join('\n'))),
      ).filter(({ text }) => !text.includes('-->') && !/[<>{&\u2028\u2029]/.test(text))
      if (made.length === 0) return
      assert.deepEqual(cues(writeWebVtt(made)), made)
      const withoutNumbers = made.filter(({ text }) => !/^\d+$/m.test(text))
      if (withoutNumbers.length > 0) assert.deepEqual(cues(writeSubRip(withoutNumbers)), withoutNumbers)
    }),
  )
})

test('hostile text is read in a moment', () => {
  const began = performance.now()
  for (const text of [
    '<'.repeat(500_000),
    `<tt>${'<a'.repeat(200_000)}`,
    '0'.repeat(900_000),
    '00:'.repeat(300_000),
  ])
    assert.throws(() => parseCaptions(text), CaptionFault)
  assert.ok(performance.now() - began < 5_000)
})

test('language tags get their usual spelling', () => {
  assert.deepEqual(['EN', 'pt-br', 'zh-hant', 'und', 'x y', ''].map(languageTag), [
    ...['en', 'pt-BR', 'zh-Hant', 'und', undefined, undefined],
  ])
})
