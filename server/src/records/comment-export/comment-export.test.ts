// Other programs read the exports: Python's XML parser, xmllint, ffmpeg. Where one is missing, its test is skipped
// and says so.
import assert from 'node:assert/strict'
import { execFileSync } from 'node:child_process'
import { test } from 'node:test'
import { writeCsv } from './csv.ts'
import { writeEdl } from './edl.ts'
import { threadsOf } from './export-thread.ts'
import { writeFcpxml } from './fcpxml.ts'
import {
  comment,
  comments,
  made,
  nasty,
  python,
  saved,
  threadsIn,
  without,
} from './fixtures/sample-export.ts'
import { writeJson } from './json.ts'
import { writeSrt } from './subtitles.ts'

test('threads are in the order of the timeline with their replies, threads without a place first', () => {
  const threads = threadsIn(made())
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

type Attributes = Record<string, string>

const readMarkers = `import json,sys
import xml.etree.ElementTree as E
root=E.parse(sys.argv[1]).getroot()
print(json.dumps([root.attrib, root.find('.//format').attrib, root.find('.//gap').attrib, [m.attrib for m in root.iter('marker')]]))`

test('FCPXML: well-formed, with exact times and all texts', { skip: without('python3') }, () => {
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

/** The part of the DTD of FCPXML 1.10 for the elements that the export uses. */
const dtd = `
<!ELEMENT fcpxml (resources, library)>
<!ATTLIST fcpxml version CDATA #FIXED "1.10">
<!ELEMENT resources (format)*>
<!ELEMENT format EMPTY>
<!ATTLIST format id ID #REQUIRED frameDuration CDATA #IMPLIED width CDATA #IMPLIED height CDATA #IMPLIED>
<!ELEMENT library (event)*>
<!ELEMENT event (project)*>
<!ATTLIST event name CDATA #IMPLIED>
<!ELEMENT project (sequence)>
<!ATTLIST project name CDATA #IMPLIED>
<!ELEMENT sequence (spine)>
<!ATTLIST sequence format IDREF #REQUIRED duration CDATA #IMPLIED tcStart CDATA #IMPLIED tcFormat (DF | NDF) #IMPLIED>
<!ELEMENT spine (gap)*>
<!ELEMENT gap (marker)*>
<!ATTLIST gap name CDATA #IMPLIED offset CDATA #IMPLIED start CDATA #IMPLIED duration CDATA #REQUIRED>
<!ELEMENT marker EMPTY>
<!ATTLIST marker start CDATA #REQUIRED duration CDATA #IMPLIED value CDATA #REQUIRED completed CDATA #IMPLIED
  note CDATA #IMPLIED>`

test('FCPXML: xmllint finds it valid, with comments and without', { skip: without('xmllint') }, () => {
  const rules = saved('fcpxml.dtd', dtd)
  for (const list of [comments, []]) {
    const path = saved('b.fcpxml', writeFcpxml(made('60000/1001', list)))
    execFileSync('xmllint', ['--noout', '--dtdvalid', rules, path], { stdio: 'pipe' })
  }
})

test('SRT: cues follow the format, and no text cuts one short', () => {
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

test('SRT: ffprobe reads every cue with its times', { skip: without('ffprobe') }, () => {
  const path = saved('a.srt', writeSrt(made('25')))
  const shown = execFileSync('ffprobe', ['-v', 'error', '-show_packets', '-of', 'json', path], {
    encoding: 'utf8',
  })
  const packets = JSON.parse(shown).packets as { pts_time: string; duration_time: string }[]
  assert.deepEqual(
    packets.map(({ pts_time, duration_time }) => [Number(pts_time), Number(duration_time)]),
    [
      [0, 2],
      [1, 2],
      [1.2, 2],
      [5, 2],
      [9, 2],
      [61, 1],
    ],
  )
})

test('SRT: ffmpeg converts it to WebVTT with all texts', { skip: without('ffmpeg') }, () => {
  const path = saved('b.srt', writeSrt(made('25')))
  const vtt = execFileSync('ffmpeg', ['-v', 'error', '-i', path, '-f', 'webvtt', '-'], { encoding: 'utf8' })
  assert.match(vtt, /^WEBVTT\n\n00:00\.000 --> 00:02\.000\n/)
  for (const text of ['=HYPERLINK("http://evil")', 'Ann, "A": (a.png)', 'Ann, "A": @Ben: yes', 'Zażółć']) {
    assert.ok(vtt.includes(text), text)
  }
})

test('JSON: the records, with replies inside their parents', () => {
  const { file, comments: threads } = JSON.parse(writeJson(made()))
  assert.deepEqual(file, { id: 'FX', name: 'Cut <3> "ü".mov', frameRate: '30000/1001' })
  const late = threads.at(-1)
  assert.deepEqual(late, { ...comments[0], replies: [comments[6]] })
})

test('a comment without text is exported as a drawing or a marker', () => {
  const pen = { kind: 'pen' as const, points: [[0, 0] as [number, number]], colour: '#ff0000', width: 0.01 }
  const wordless = made('25', [
    comment('drawn', { content: null, frame: 5, annotation: { shapes: [pen] } }),
    comment('marked', { content: null, frame: 9 }),
  ])
  for (const written of [writeSrt(wordless), writeEdl(wordless), writeFcpxml(wordless), writeCsv(wordless)]) {
    assert.match(written, /\(drawing\)[\s\S]*\(marker\)/)
  }
})

test('exports without comments are valid', { skip: without('python3') }, () => {
  const empty = made('24', [])
  assert.equal(writeSrt(empty), '')
  assert.equal(writeCsv(empty).split('\r\n').length, 2)
  assert.match(writeEdl(empty), /^TITLE: .*\r\nFCM: NON-DROP FRAME\r\n\r\n$/)
  const [, , , markers] = python(readMarkers, saved('c.fcpxml', writeFcpxml(empty))) as unknown[]
  assert.deepEqual(markers, [])
})
