// No available program reads EDLs, so this file has a reader that is independent of the writer.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { writeEdl } from './edl.ts'
import { comment, comments, made } from './fixtures/sample-export.ts'

type EdlMarker = { number: number; at: number; colour: string; name: string; note: string; length: number }

/** Reads CMX 3600 by its columns, and timecodes by the formula of SMPTE 12M. */
function readEdl(text: string, base: number): { title: string; mode: string; markers: EdlMarker[] } {
  const [title, mode, blank, ...rest] = text.split('\r\n')
  assert.equal(blank, '')
  const drop = mode === 'FCM: DROP FRAME'
  const frames = (code: string) => {
    assert.match(code, drop ? /^\d\d:\d\d:\d\d;\d\d$/ : /^\d\d:\d\d:\d\d:\d\d$/)
    const [h, m, s, f] = code.split(/[:;]/).map(Number) as [number, number, number, number]
    const minutes = 60 * h + m
    const dropped = drop ? (base / 15) * (minutes - Math.floor(minutes / 10)) : 0
    return (60 * minutes + s) * base + f - dropped
  }
  const markers: EdlMarker[] = []
  for (let i = 0; i + 2 < rest.length; i += 3) {
    const edit = /^(\d+) {2}001 {6}V {5}C {8}(\S+) (\S+) (\S+) (\S+)$/.exec(rest[i]!)
    const marker = /^([^|]*) \|C:ResolveColor(\w+) \|M:([^|]*) \|D:(\d+)$/.exec(rest[i + 1]!)
    assert.ok(edit && marker && rest[i + 2] === '', `no marker: ${rest[i]} ${rest[i + 1]}`)
    const [from, to, recordFrom, recordTo] = edit.slice(2).map(frames)
    assert.deepEqual([to, recordFrom, recordTo], [from! + 1, from, from! + 1])
    const [, note, colour, name, length] = marker
    markers.push({
      number: Number(edit[1]),
      at: from!,
      colour: colour!,
      name: name!,
      note: note!,
      length: Number(length),
    })
  }
  return { title: title!, mode: mode!, markers }
}

for (const [rateText, mode] of [
  ['24000/1001', 'NON-DROP FRAME'],
  ['24', 'NON-DROP FRAME'],
  ['25', 'NON-DROP FRAME'],
  ['30000/1001', 'DROP FRAME'],
  ['30', 'NON-DROP FRAME'],
  ['48000/1001', 'NON-DROP FRAME'],
  ['50', 'NON-DROP FRAME'],
  ['60000/1001', 'DROP FRAME'],
  ['60', 'NON-DROP FRAME'],
] as const) {
  test(`EDL: at ${rateText} a reader finds every marker at its frame, ${mode.toLowerCase()}`, () => {
    const far = comment('far', { anchor: 36_000_000 + 61_234, duration: 5_000 })
    const start = 90_000
    const written = made(rateText, [...comments, far], { start })
    const { num, den } = written.rate
    const { title, mode: said, markers } = readEdl(writeEdl(written), Math.round(num / den))
    assert.deepEqual([title, said], ['TITLE: Cut <3> "ü".mov', `FCM: ${mode}`])
    const { threads } = written.clips[0]!
    const expected = [...Map.groupBy(threads, (thread) => thread.start)]
    assert.deepEqual(
      markers.map(({ number, at, length }) => [number, at - start, length]),
      expected.map(([frame, same], i) => [i + 1, frame, Math.max(...same.map(({ length }) => length))]),
    )
    const last = markers.at(-2)!
    assert.equal(last.name, 'Ann, "A"')
    assert.equal(last.note, 'Zażółć "quoted", <b>&amp; 😀 =1+1 --> /x/ tab / Ann, "A": @Ben: yes')
  })
}

test('EDL: 29.97 without drop frames has other timecodes and says so', () => {
  const written = writeEdl(made('30000/1001', [comment('a', { frame: 1800 })], { dropFrame: false }))
  assert.match(written, /FCM: NON-DROP FRAME\r\n\r\n001 {2}001 {6}V {5}C {8}00:01:00:00 00:01:00:01 /)
})

test('EDL: resolved threads are green, open ones red; comments on one frame are one marker', () => {
  const { markers } = readEdl(writeEdl(made('25')), 25)
  assert.deepEqual(
    markers.map(({ colour }) => colour),
    ['Red', 'Green', 'Red', 'Red', 'Red', 'Red'],
  )
  const resolvedAt = '2026-01-31 09:05:00.120000'
  const ben = { id: 'b', name: 'Ben', avatarUrl: null }
  const merged = made('25', [
    comment('a', { frame: 5, resolvedAt }),
    comment('b', { frame: 5, author: ben, content: 'Brighter', anchor: 200, duration: 400 }),
  ])
  assert.deepEqual(readEdl(writeEdl(merged), 25).markers, [
    {
      number: 1,
      at: 5,
      colour: 'Red',
      name: 'Ann, "A", Ben',
      note: 'Ann, "A": Hello / Ben: Brighter',
      length: 10,
    },
  ])
})

test('EDL: a note that begins like a statement gets a dash', () => {
  for (const content of ['2 frames', '* star', 'TITLE: x', 'fcm: y', '- 3 frames']) {
    const written = writeEdl(made('25', [comment('a', { frame: 5, content })]))
    assert.ok(written.includes(`\r\n- ${content} |C:`), written)
  }
  const plain = writeEdl(made('25', [comment('a', { frame: 5, content: '- a dash' })]))
  assert.ok(plain.includes('\r\n- a dash |C:'))
})
