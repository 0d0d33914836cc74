// Written by us, read back by others: Python's csv and XML parsers, ffprobe. Where one is missing, its test says so.
import assert from 'node:assert/strict'
import { execFileSync } from 'node:child_process'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, test } from 'node:test'
import { parseFrameRate } from '../../core/frames.ts'
import type { Comment } from '../comment.ts'
import { writeCsv } from './csv.ts'
import { writeEdl } from './edl.ts'
import { type CommentExport, threadsOf } from './export-thread.ts'
import { writeFcpxml } from './fcpxml.ts'
import { writeJson } from './json.ts'
import { writeSrt } from './srt.ts'

const folder = mkdtempSync(join(tmpdir(), 'dailies-export-'))
after(() => rmSync(folder, { recursive: true, force: true }))

const nasty = 'Zażółć "quoted", <b>&amp; 😀\r\n\r\n=1+1 --> |x|\u0001\ttab'

function comment(id: string, more: Partial<Comment> = {}): Comment {
  return {
    id,
    content: 'Hello',
    anchor: null,
    duration: null,
    frame: null,
    annotation: null,
    parent: null,
    file: { id: 'FX' },
    project: { id: 'p' },
    author: { id: 'u', name: 'Ann, "A"', avatarUrl: null },
    agent: false,
    replyCount: 0,
    reactions: [],
    attachments: [],
    resolvedAt: null,
    createdAt: '2026-01-31 09:05:00.120000',
    updatedAt: '2026-01-31 09:05:00.120000',
    ...more,
  }
}

const comments = [
  comment('late', { anchor: 61_000, duration: 1_000, content: nasty }),
  comment('early', { anchor: 1_001, resolvedAt: '2026-01-31 09:05:00.120000' }),
  comment('frame', { frame: 30 }),
  comment('nowhere', { content: '=HYPERLINK("http://evil")' }),
  comment('gone', { content: null, author: null, anchor: 5_000 }),
  comment('files', {
    content: null,
    anchor: 9_000,
    attachments: [{ id: 'CA', name: 'a.png', size: 1, mimeType: null }],
  }),
  comment('reply', { parent: { id: 'late' }, content: '@Ben: yes' }),
  comment('reply to gone', { parent: { id: 'gone' }, content: 'Still here' }),
]

function made(rateText = '30000/1001', list = comments): CommentExport {
  const rate = parseFrameRate(rateText)!
  return { fileId: 'FX', fileName: 'Cut <3> "ü".mov', rate, threads: threadsOf(list, rate, true) }
}

function has(command: string): boolean {
  try {
    execFileSync(command, ['--version'], { stdio: 'ignore' })
    return true
  } catch {
    try {
      execFileSync(command, ['-version'], { stdio: 'ignore' })
      return true
    } catch {
      return false
    }
  }
}

const without = (command: string) => (has(command) ? false : `${command} is not installed`)

function python(script: string, file: string): unknown {
  return JSON.parse(execFileSync('python3', ['-c', script, file], { encoding: 'utf8' }))
}

function saved(name: string, text: string): string {
  const path = join(folder, name)
  writeFileSync(path, text)
  return path
}

test('threads are in the order of the timeline, what points to nothing first, with their replies', () => {
  const { threads } = made()
  assert.deepEqual(
    threads.map((thread) => [thread.comment.id, thread.start, thread.length, thread.replies.length]),
    [
      ['nowhere', 0, 1, 0],
      ['early', 30, 1, 0],
      ['frame', 30, 1, 0],
      ['gone', 149, 1, 1],
      ['files', 269, 1, 0],
      ['late', 1828, 30, 1],
    ],
  )
  const pages = threadsOf(
    [comment('b', { anchor: 2 }), comment('a', { anchor: 1 }), comment('c')],
    made().rate,
    false,
  )
  assert.deepEqual(
    pages.map((thread) => thread.comment.id),
    ['a', 'b', 'c'],
  )
})

test('CSV: what Python reads is what was written, and no cell is a formula', {
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

test('CSV: lines end in CRLF, and only what needs quotes has them', () => {
  const csv = writeCsv(made('25', [comment('a', { content: 'plain' })]))
  assert.equal(
    csv,
    '\ufeffid,replyTo,timecode,frame,anchor,duration,author,content,attachments,resolvedAt,createdAt\r\n' +
      'a,,00:00:00:00,0,,,"Ann, ""A""",plain,,,2026-01-31 09:05:00.120000\r\n',
  )
})

test('EDL: every event is a line of CMX 3600 with its marker; timecodes match', () => {
  const text = writeEdl(made())
  assert.ok(text.startsWith('TITLE: Cut <3> "ü".mov\r\nFCM: DROP FRAME\r\n\r\n'))
  const code = String.raw`\d\d:\d\d:\d\d[:;]\d\d`
  const event = new RegExp(
    String.raw`(\d{3})  AX       V     C        (${code}) (${code}) \2 \3\r\n \|C:ResolveColor(Red|Green) \|M:([^|\r\n]+) \|D:(\d+)\r\n\* LOC: \2 (RED|GREEN) +([^|\r\n]+)\r\n\r\n`,
    'y',
  )
  const events: RegExpExecArray[] = []
  event.lastIndex = text.indexOf('001  ')
  for (let match = event.exec(text); match; match = event.exec(text)) events.push(match)
  assert.equal(events.length, 6)
  assert.equal(
    events.map((match) => match[0]).join(''),
    text.slice(text.indexOf('001  ')),
    'nothing else is in it',
  )
  const last = events.at(-1)!
  assert.deepEqual([last[1], last[2], last[3], last[6]], ['006', '00:01:01;00', '00:01:02;00', '30'])
  assert.equal(last[8], 'Ann, "A": Zażółć "quoted", <b>&amp; 😀 =1+1 --> /x/ tab / Ann, "A": @Ben: yes')
  assert.equal(events[1]![7], 'GREEN')
})

test('EDL: without drop frames it says so', () => {
  assert.match(writeEdl(made('24000/1001')), /\r\nFCM: NON-DROP FRAME\r\n/)
})

type Attributes = Record<string, string>

const readMarkers = `import json,sys
import xml.etree.ElementTree as E
root=E.parse(sys.argv[1]).getroot()
print(json.dumps([root.attrib, root.find('.//format').attrib, root.find('.//gap').attrib, [m.attrib for m in root.iter('marker')]]))`

test('FCPXML: well-formed, with exact times and all that was said', { skip: without('python3') }, () => {
  const read = python(readMarkers, saved('a.fcpxml', writeFcpxml(made())))
  const [root, format, gap, marks] = read as [Attributes, Attributes, Attributes, Attributes[]]
  assert.equal(root.version, '1.10')
  assert.equal(format.frameDuration, '1001/30000s')
  assert.deepEqual([gap.name, gap.duration], ['Cut <3> "ü".mov', `${1858 * 1001}/30000s`])
  assert.equal(marks.length, 6)
  assert.equal(marks[5]!.value, `Ann, "A": ${nasty.replace('\u0001', '')}`)
  assert.deepEqual([marks[5]!.start, marks[5]!.duration], [`${1828 * 1001}/30000s`, `${30 * 1001}/30000s`])
  assert.equal(marks[5]!.note, 'Ann, "A": @Ben: yes')
  assert.deepEqual(
    marks.map((mark) => mark.completed),
    ['0', '1', '0', '0', '0', '0'],
  )
})

test('FCPXML: xmllint finds no fault', { skip: without('xmllint') }, () => {
  execFileSync('xmllint', ['--noout', saved('b.fcpxml', writeFcpxml(made()))])
})

test('SRT: cues by the rules of the format, none cut short by what was said', () => {
  const cues = writeSrt(made('25'))
    .split(/\r\n\r\n/)
    .filter((cue) => cue !== '')
  assert.equal(cues.length, 6)
  for (const [i, cue] of cues.entries()) {
    const [number, times, ...text] = cue.split('\r\n')
    assert.equal(number, String(i + 1))
    assert.match(times!, /^\d\d:\d\d:\d\d,\d{3} --> \d\d:\d\d:\d\d,\d{3}$/)
    assert.ok(text.length > 0 && text.every((line) => line !== '' && !line.includes('-->')))
  }
  assert.match(cues[5]!, /^6\r\n00:01:01,000 --> 00:01:02,000\r\n/)
  assert.match(cues[1]!, /\r\n00:00:01,000 --> 00:00:03,000\r\n/)
})

test('SRT: ffprobe sees every cue', { skip: without('ffprobe') }, () => {
  const path = saved('a.srt', writeSrt(made('25')))
  const shown = execFileSync('ffprobe', ['-v', 'error', '-show_packets', '-of', 'json', path], {
    encoding: 'utf8',
  })
  assert.equal(JSON.parse(shown).packets.length, 6)
})

test('JSON: the records, replies under what they reply to', () => {
  const { file, comments: threads } = JSON.parse(writeJson(made()))
  assert.deepEqual(file, { id: 'FX', name: 'Cut <3> "ü".mov', frameRate: '30000/1001' })
  const late = threads.at(-1)
  assert.deepEqual(late, { ...comments[0], replies: [comments[6]] })
})

test('nothing to export makes valid files, too', { skip: without('python3') }, () => {
  const empty = made('24', [])
  assert.equal(writeSrt(empty), '')
  assert.equal(writeCsv(empty).split('\r\n').length, 2)
  assert.match(writeEdl(empty), /^TITLE: .*\r\nFCM: NON-DROP FRAME\r\n\r\n$/)
  const [, , , markers] = python(readMarkers, saved('c.fcpxml', writeFcpxml(empty))) as unknown[]
  assert.deepEqual(markers, [])
})
