// spec/markers: marker files with known frames. `cases.json` says what each file means; the files are written by the export, except
// those of Premiere's marker list, which Dailies only reads.
import {
  type FrameRate,
  frameToMs,
  isDropFrame,
  parseFrameRate,
  parseTimecode,
  timecode,
  timecodeBase,
} from '../../server/src/core/frames.ts'
import { Comment } from '../../server/src/records/comment.ts'
import { type CommentExport, threadsOf } from '../../server/src/records/comment-export/export-thread.ts'
import { type ExportFormat, formatOf } from '../../server/src/records/comment-export/formats.ts'
import { markersOf } from '../../server/src/records/comment-export/markers.ts'

type CaseMarker = { frame: number; length: number; author: string; text: string; resolved: boolean }
export type Case = {
  name: string
  frameRate: string
  dropFrame: boolean
  start: string
  markers: CaseMarker[]
}

const rates = [
  ['23.976', '24000/1001'],
  ['24', '24/1'],
  ['25', '25/1'],
  ['29.97', '30000/1001'],
  ['30', '30/1'],
  ['47.952', '48000/1001'],
  ['50', '50/1'],
  ['59.94', '60000/1001'],
  ['60', '60/1'],
  ['119.88', '120000/1001'],
  ['120', '120/1'],
] as const

const formats = {
  edl: 'edl',
  xmeml: 'xml',
  'premiere-csv': 'csv',
  avid: 'txt',
  'avid-xml': 'xml',
  fcpxml: 'fcpxml',
  otio: 'otio',
  srt: 'srt',
} as const

/** Maps each path, relative to the root of the repository, to its content. */
export function markerFiles(): Map<string, string> {
  const cases = allCases()
  const files = new Map<string, string>([
    ['spec/markers/cases.json', `${JSON.stringify(described(cases), null, 2)}\n`],
  ])
  for (const one of cases) {
    for (const [format, extension] of Object.entries(formats)) {
      files.set(
        `spec/markers/${format}/${one.name}.${extension}`,
        markerFile(one, format as keyof typeof formats),
      )
    }
  }
  return files
}

/** The case in a format, as Dailies exports it, or as Premiere Pro writes its marker list. */
export function markerFile(one: Case, format: ExportFormat | 'premiere-csv'): string {
  const written = exportOf(one)
  return format === 'premiere-csv' ? premiereCsv(written) : formatOf(format).write(written)
}

/** Every rate, with and without drop frames, from each start: more than the corpus has, for tests. */
export function caseMatrix(): Case[] {
  return rates.flatMap(([name, frameRate]) =>
    (isDropFrame(parseFrameRate(frameRate)!) ? [false, true] : [false]).flatMap((dropFrame) =>
      ['00:00:00:00', '01:00:00:00', '10:00:00:00', '23:59:50:00'].map((start) =>
        rateCase(`${name}-${dropFrame ? 'df' : 'ndf'}-${start.slice(0, 2)}`, frameRate, dropFrame, start),
      ),
    ),
  )
}

function allCases(): Case[] {
  const byRate = rates.flatMap(([name, frameRate]) => {
    const rate = parseFrameRate(frameRate)!
    const plain = rateCase(`${name}-ndf`, frameRate, false, '01:00:00:00')
    return isDropFrame(rate) ? [plain, rateCase(`${name}-df`, frameRate, true, '01:00:00;00')] : [plain]
  })
  const starts = ['00:00:00:00', '10:00:00:00', '23:59:50:00'].flatMap((start) => {
    const hour = start.slice(0, 2)
    return [
      rateCase(`25-start-${hour}`, '25/1', false, start),
      rateCase(`29.97-df-start-${hour}`, '30000/1001', true, start.replace(/:(\d\d)$/, ';$1')),
    ]
  })
  return [...byRate, ...starts, ...textCases()]
}

/** Frames around the borders of seconds, minutes, ten minutes and the hour. */
function rateCase(name: string, frameRate: string, dropFrame: boolean, start: string): Case {
  const base = timecodeBase(parseFrameRate(frameRate)!)
  const minute = 60 * base
  const frames = [
    0,
    1,
    base - 1,
    base,
    minute - 1,
    minute,
    minute + 1,
    10 * minute - 1,
    10 * minute,
    60 * minute,
  ]
  const markers = frames.map((frame, i) => ({
    frame,
    length: i % 3 === 2 ? 2 * base + 1 : 1,
    author: i % 2 === 0 ? 'Ann' : 'Ben',
    text: `Note ${i + 1}`,
    resolved: i % 4 === 3,
  }))
  return { name, frameRate, dropFrame, start, markers }
}

function textCases(): Case[] {
  const at25 = { frameRate: '25/1', dropFrame: false, start: '01:00:00:00' }
  const marker = (frame: number, text: string, more: Partial<CaseMarker> = {}) => ({
    ...{ frame, length: 1, author: 'Ann', text, resolved: false },
    ...more,
  })
  return [
    {
      name: 'merge',
      ...at25,
      markers: [
        marker(50, 'Too dark', { resolved: true }),
        marker(50, 'Brighter', { author: 'Ben', length: 25 }),
        marker(75, 'Done', { resolved: true }),
        marker(75, 'Also done', { author: 'Ben', resolved: true }),
        marker(100, 'Alone'),
      ],
    },
    {
      name: 'unicode',
      ...at25,
      markers: [
        marker(0, 'Zażółć gęślą jaźń', { author: 'Łukasz' }),
        marker(10, '日本語のコメント', { author: '田中' }),
        marker(20, 'تعليق من اليمين إلى اليسار', { author: 'سارة' }),
        marker(30, '👩‍🎬 🎬 e\u0301', { author: 'Zoë' }),
        marker(40, '<b>"quoted" & \'single\'</b> ]]> &amp;'),
        marker(50, '2 frames too long'),
        marker(60, '* not a statement'),
        marker(70, '100 % | a bar'),
        marker(80, 'first line\nsecond line'),
        marker(90, '=1+1'),
      ],
    },
    {
      name: 'long',
      ...at25,
      markers: [marker(0, `${'A long note. '.repeat(380)}End.`), marker(25, 'Short')],
    },
  ]
}

/** The cases as others read them, with timecodes and the names of the files. */
export function described(cases: readonly Case[]) {
  return cases.map(({ name, frameRate, dropFrame, start, markers }) => {
    const rate = parseFrameRate(frameRate)!
    const first = parseTimecode(start, rate, { dropFrame })!
    return {
      name,
      frameRate,
      dropFrame,
      startTimecode: start,
      startFrame: first,
      markers: markers.map(({ frame, length, ...rest }) => ({
        frame,
        timecode: timecode(frame, rate, { dropFrame, start: first }),
        length,
        ...rest,
      })),
      files: Object.entries(formats).map(([format, extension]) => `${format}/${name}.${extension}`),
    }
  })
}

const nulls: unknown = Object.fromEntries(Object.keys(Comment.shape).map((field) => [field, null]))

function exportOf({ name, frameRate, dropFrame, start, markers }: Case): CommentExport {
  const rate = parseFrameRate(frameRate)!
  const threads = threadsOf(
    markers.map((marker, i) => commentOf(marker, i, rate)),
    rate,
    true,
  )
  const clip = {
    ...{ fileId: 'FX0000000000000000000000', fileName: `${name}.mov`, kind: 'video' as const },
    ...{ size: { width: 1920, height: 1080 }, sourceStart: null, offset: 0 },
    ...{ length: 3700 * timecodeBase(rate), threads },
  }
  const first = parseTimecode(start, rate, { dropFrame })!
  return { title: name, rate, dropFrame, start: first, clips: [clip] }
}

function commentOf(
  { frame, length, author, text, resolved }: CaseMarker,
  i: number,
  rate: FrameRate,
): Comment {
  const anchor = frameToMs(frame, rate)
  const createdAt = '2026-01-31 09:05:00.120000'
  return {
    ...(nulls as Comment),
    ...{
      id: `00000000-0000-7000-8000-${String(i).padStart(12, '0')}`,
      content: text,
      frame,
      anchor,
      createdAt,
    },
    duration: length === 1 ? null : frameToMs(frame + length, rate) - anchor,
    author: { id: author, name: author, avatarUrl: null },
    ...{ attachments: [], mentions: [], resolvedAt: resolved ? createdAt : null },
  }
}

/** As Premiere Pro writes it, except for its encoding, UTF-16. */
function premiereCsv(written: CommentExport): string {
  const { rate, dropFrame, start } = written
  const code = (frame: number) => timecode(frame, rate, { dropFrame, start })
  const cell = (text: string) => (/["\t\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text)
  const rows = markersOf(written).map(({ start: at, length, threads: [thread] }) => {
    const lasts = length === 1 ? 0 : length
    const { author, content } = thread!.comment
    const duration = timecode(lasts, rate, { dropFrame })
    return [author!.name, content!, code(at), code(at + lasts), duration, 'Comment'].map(cell)
  })
  const header = ['Marker Name', 'Description', 'In', 'Out', 'Duration', 'Marker Type']
  return [header, ...rows].map((cells) => `${cells.join('\t')}\n`).join('')
}
