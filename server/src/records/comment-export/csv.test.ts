// Python's csv module reads the export; where Python is missing, the test is skipped and says so.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { parseFrameRate } from '../../core/frames.ts'
import { writeCsv } from './csv.ts'
import { threadsOf } from './export-thread.ts'
import { clip, comment, comments, made, nasty, python, saved, without } from './fixtures/sample-export.ts'

test('CSV: Python reads the same values, and no cell is a formula', {
  skip: without('python3'),
}, () => {
  const script = `import csv,json,sys
print(json.dumps(list(csv.DictReader(open(sys.argv[1], encoding='utf-8-sig', newline='')))))`
  const rows = python(script, saved('a.csv', writeCsv(made()))) as Record<string, string>[]
  assert.equal(rows.length, comments.length)
  const byId = new Map(rows.map((row) => [row.id, row]))
  assert.equal(byId.get('late')!.content, nasty)
  assert.equal(byId.get('late')!.timecode, '00:01:01;00')
  assert.equal(byId.get('late')!.author, 'Ann, "A"')
  assert.equal(byId.get('nowhere')!.content, `'=HYPERLINK("http://evil")`)
  assert.equal(byId.get('reply')!.content, `'@Ben: yes`)
  assert.equal(byId.get('reply')!.replyTo, 'late')
  assert.equal(byId.get('files')!.attachments, 'a.png')
  for (const row of rows) for (const cell of Object.values(row)) assert.doesNotMatch(cell, /^[=+\-@\t\r]/)
})

test('CSV: lines end in CRLF, and only cells that need quotes have them', () => {
  const csv = writeCsv(made('25', [comment('a', { content: 'plain' })]))
  assert.equal(
    csv,
    '\ufeffid,replyTo,timecode,frame,anchor,duration,author,content,attachments,resolvedAt,createdAt\r\n' +
      'a,,,,,,"Ann, ""A""",plain,,,2026-01-31 09:05:00.120000\r\n',
  )
})

test('CSV: a cell that a spreadsheet would execute becomes text, whatever precedes the formula', () => {
  const only = (content: string) => writeCsv(made('25', [comment('a', { content, author: null })]))
  for (const formula of [
    '=1',
    '+1',
    '-1',
    '@a',
    ' =1',
    '\t=1',
    '\n=1',
    '\u0001=1',
    '＝1',
    '＋1',
    '－1',
    '＠a',
    '\ta',
  ]) {
    assert.match(only(formula).split(/\r\n(?=a,)/)[1]!, /^a,,,,,,,"?'/, JSON.stringify(formula))
  }
  for (const text of ['1=1', 'a-b', 'a @b', '1']) assert.ok(!only(text).includes(`'`), text)
})

test('CSV: timecode and frame of comments with a place and of their replies; none for pages', () => {
  const placed = [comment('a', { anchor: 2_000 }), comment('b', { parent: { id: 'a' } })]
  const cells = (csv: string) =>
    csv
      .split('\r\n')
      .slice(1, -1)
      .map((row) => row.split(',').slice(2, 6))
  assert.deepEqual(cells(writeCsv(made('25', placed))), [
    ['00:00:02:00', '50', '2000', ''],
    ['00:00:02:00', '50', '', ''],
  ])
  const rate = parseFrameRate('25')!
  const threads = threadsOf([comment('a', { anchor: 2 })], rate, false)
  assert.deepEqual(cells(writeCsv(made('25', [], { clips: [clip(threads)] }))), [['', '', '2', '']])
})
