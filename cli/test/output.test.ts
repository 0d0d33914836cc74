// Output for people: widths, tables, records, times and the progress bar.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { createStyle } from '../src/kit/style.ts'
import { cut, printable, width } from '../src/kit/terminal-text.ts'
import { jsonText } from '../src/output/json.ts'
import { barLine } from '../src/output/progress.ts'
import { recordText } from '../src/output/record.ts'
import { table } from '../src/output/table.ts'
import { byteSize, dueInWords, duration, fullTime, readTime, shortTime } from '../src/output/time.ts'
import { forPeople } from '../src/output/value.ts'

const style = createStyle(false)

test('width counts wide, combining and emoji characters', () => {
  const widths: [string, number][] = [
    ['plain', 5],
    ['für', 3],
    ['fu\u0308r', 3],
    ['日本語', 6],
    ['한글', 4],
    ['ｆｕｌｌ', 8],
    ['👍', 2],
    ['👍🏽', 2],
    ['👩‍👩‍👧‍👦', 2],
    ['🇩🇪', 2],
    ['❤️', 2],
    ['1️⃣', 2],
    ['a\u200bb', 2],
    ['…', 1],
    ['', 0],
  ]
  for (const [text, columns] of widths) assert.equal(width(text), columns, text)
})

test('cut limits the width and leaves short texts unchanged', () =>
  fc.assert(
    fc.property(fc.string({ unit: 'grapheme' }), fc.integer({ min: 1, max: 30 }), (text, columns) => {
      const short = cut(text, columns)
      assert.ok(width(short) <= columns)
      if (width(text) <= columns) assert.equal(short, text)
      else assert.ok(short.endsWith('…') && text.startsWith(short.slice(0, -1)))
    }),
  ))

const records = [
  { id: 'FX1', name: '日本語の長い長い長い長い長い長い名前.mov', status: 'UPLOADED', size: 1_234_567 },
  { id: 'FX22', name: '👩‍👩‍👧‍👦 family.mov', status: 'FAILED', size: null },
  { id: 'FX333', name: 'a\nb\x1b[31m\u202e', status: 'UPLOADING', size: 12 },
]
const columns = ['id', 'name', 'status', 'size']

test('an unknown size is shown as unknown, not as 0 bytes', () => {
  assert.deepEqual(forPeople({ id: 'FX1', size: 0, byteSize: null, tag: 'APPROVED' }), {
    id: 'FX1',
    size: null,
    tag: 'APPROVED',
  })
  assert.deepEqual(forPeople({ id: 'FX1', size: 0, byteSize: 0 }), { id: 'FX1', size: 0 })
  assert.deepEqual(forPeople({ partNumber: 1, size: 5 }), { partNumber: 1, size: 5 })
})

test('a mention in the text of a comment is shown as a name', () => {
  const id = '01a1e5e6-9572-72f3-90ef-cfbb391f2602'
  const comment = { content: `See @[Ann](user:${id})`, mentions: [{ id, name: 'Ann Lee', avatarUrl: null }] }
  assert.equal(forPeople(comment).content, 'See @Ann Lee')
  assert.equal(forPeople({ ...comment, content: null }).content, null)
})

test('a table is aligned and cut to the terminal width', () => {
  const text = table(records, { columns, terminalWidth: 40, style })
  const lines = text.trimEnd().split('\n')
  assert.equal(lines.length, 4)
  for (const line of lines) assert.ok(width(line) <= 40, line)
  const starts = lines.map((line) => width(line.slice(0, line.search(/STATUS|UPLOADED|FAILED|UPLOADING/))))
  assert.equal(new Set(starts).size, 1, text)
  assert.match(lines[1]!, /^FX1 {4}日本語.*… {1,3}UPLOADED/)
  assert.match(lines[3]!, /a b\ufffd\[31m\ufffd/)
})

test('ids are never cut: the last columns are dropped first', () => {
  const id = '01920000-0000-7000-8000-000000000000'
  const text = table([{ id, name: 'x'.repeat(50), status: 'UPLOADED' }], {
    columns: ['id', 'name', 'status'],
    terminalWidth: 50,
    style,
  })
  assert.match(text, new RegExp(id))
  assert.doesNotMatch(text, /UPLOADED/)
  assert.match(text, /xxxx…/)
})

test('without a terminal nothing is cut', () => {
  const text = table(records, { columns, terminalWidth: undefined, style })
  assert.match(text, /日本語の長い長い長い長い長い長い名前\.mov/)
})

test('a record prints one line per field, with nested records indented', () => {
  const record = {
    id: 'FX1',
    accessRange: 'X',
    author: { id: 'U', name: 'Ann' },
    folder: { id: 'DX1' },
    tags: ['a', 'b'],
    list: [],
    note: 'one\ntwo\x07',
    gone: null,
    ok: true,
  }
  assert.equal(
    recordText(record, { style, columns: undefined }),
    [
      'ID            FX1',
      'Access range  X',
      'Author        ID    U',
      '              Name  Ann',
      'Folder        DX1',
      'Tags          a, b',
      'List          -',
      'Note          one',
      '              two\ufffd',
      'Gone          -',
      'Ok            yes',
      '',
    ].join('\n'),
  )
})

test('long values are wrapped on a terminal', () => {
  const text = recordText({ id: 'X', scopes: Array(9).fill('projects:read') }, { style, columns: 40 })
  for (const line of text.split('\n')) assert.ok(line.length <= 40, line)
  assert.match(text, /\n {8}projects:read, projects:read,\n/)
})

test('times are short and in local time', () => {
  const time = readTime('2026-03-04 05:06:07.123456')!
  assert.equal(time.toISOString(), '2026-03-04T05:06:07.123Z')
  const local = new Date(2026, 2, 4, 5, 6)
  assert.equal(shortTime(local, new Date(2026, 11, 31)), 'Mar  4 05:06')
  assert.equal(shortTime(local, new Date(2027, 0, 1)), 'Mar  4  2026')
  assert.equal(fullTime(local, new Date(2026, 2, 4, 8, 7)), '2026-03-04 05:06 (3 hours ago)')
  assert.equal(fullTime(local, new Date(2026, 2, 3, 5, 6)), '2026-03-04 05:06 (in 1 day)')
  assert.equal(readTime('2026-03-04'), undefined)
})

test('sizes and durations are formatted for people', () => {
  assert.deepEqual([0, 999, 1000, 99_949, 99_950, 999_499, 999_500, 5e12].map(byteSize), [
    '0 B',
    '999 B',
    '1.0 KB',
    '99.9 KB',
    '100 KB',
    '999 KB',
    '1.0 MB',
    '5.0 TB',
  ])
  assert.deepEqual([0, 65, 3600, 7384].map(duration), ['0:00', '1:05', '1:00:00', '2:03:04'])
})

test('the progress bar fits any terminal width', () =>
  fc.assert(
    fc.property(
      fc.string({ unit: 'grapheme' }),
      fc.integer({ min: 20, max: 200 }),
      fc.nat(1000),
      (title, terminal, done) => {
        const state = {
          done,
          of: 1000,
          noted: '',
          samples: [
            [0, 0],
            [1000, done],
          ] as [number, number][],
        }
        assert.ok(width(barLine(printable(title), state, terminal)) < terminal)
      },
    ),
  ))

test('the progress bar shows rate and remaining time', () => {
  const state = {
    done: 50_000_000,
    of: 200_000_000,
    noted: '',
    samples: [
      [0, 0],
      [2000, 50_000_000],
    ] as [number, number][],
  }
  assert.match(
    barLine('shot.mov', state, 100),
    /^shot\.mov \[█+░+\] {2}25% {2}50\.0 MB of 200 MB {2}25\.0 MB\/s {2}0:06 left$/,
  )
})

test('JSON output parses to the same value and has no control characters', () =>
  fc.assert(
    fc.property(fc.string({ unit: 'binary' }), (text) => {
      const json = jsonText({ text: `${text}\u202e\u009b31m` })
      assert.deepEqual(JSON.parse(json), { text: `${text}\u202e\u009b31m` })
      assert.equal(printable(json), json)
    }),
  ))

test('text is coloured only when colours are on', () => {
  assert.equal(createStyle(true).red('x'), '\x1b[31mx\x1b[39m')
  assert.equal(style.red('x'), 'x')
})

test('due dates count local days', () => {
  const now = new Date(2026, 10, 16, 12, 0)
  const words: [Date, string][] = [
    [new Date(2026, 10, 14, 23, 0), '2 days overdue'],
    [new Date(2026, 10, 15, 1, 0), '1 day overdue'],
    [new Date(2026, 10, 16, 9, 30), 'overdue since 09:30'],
    [new Date(2026, 10, 16, 18, 0), 'due today 18:00'],
    [new Date(2026, 10, 17, 0, 0), 'due tomorrow'],
    [new Date(2026, 10, 20, 0, 0), 'due in 4 days'],
    [new Date(2026, 11, 3, 9, 5), 'due Dec  3 09:05'],
  ]
  for (const [time, text] of words) assert.equal(dueInWords(time, now), text)
})
