// The marker files that can be imported, by their names in the API.
import type { ExportFormat } from '../comment-export/formats.ts'
import { readAvid, readAvidXml } from './avid-reader.ts'
import { readEdl } from './edl-reader.ts'
import { readFcpxml } from './fcpxml-reader.ts'
import type { MarkerReader } from './marker.ts'
import { readOtio } from './otio-reader.ts'
import { readPremiereCsv } from './premiere-csv-reader.ts'
import { readSrt } from './srt-reader.ts'
import { readXmeml } from './xmeml-reader.ts'

export const importFormats = [
  'edl',
  'xmeml',
  'premiere-csv',
  'avid',
  'avid-xml',
  'fcpxml',
  'otio',
  'srt',
] as const
export type ImportFormat = (typeof importFormats)[number]

/** The parts of a comment that a format can lose. */
export const losses = [
  'AUTHORS',
  'RESOLVED',
  'LINE_BREAKS',
  'REPLIES',
  'DRAWINGS',
  'ATTACHMENTS',
  'ONE_PER_FRAME',
  'SINGLE_FRAMES',
] as const
export type Loss = (typeof losses)[number]

type Format = {
  read: MarkerReader
  /** The export that has the same texts, by which comments that exist already are recognised. */
  writtenAs: ExportFormat
  /** Whether positions are timecodes, which need to know the start. */
  timecodes: boolean
  /** Whether the name and the note of a marker are fields of their own; otherwise `Ann: text` is one text. */
  named: boolean
  loses: readonly Loss[]
}

const always = ['REPLIES', 'ATTACHMENTS'] as const

const formats: Record<ImportFormat, Format> = {
  edl: {
    ...{ read: readEdl, writtenAs: 'edl', timecodes: true, named: true },
    loses: ['LINE_BREAKS', ...always, 'DRAWINGS', 'ONE_PER_FRAME'],
  },
  xmeml: {
    ...{ read: readXmeml, writtenAs: 'xmeml', timecodes: false, named: true },
    loses: [...always, 'DRAWINGS'],
  },
  'premiere-csv': {
    ...{ read: readPremiereCsv, writtenAs: 'xmeml', timecodes: true, named: true },
    loses: ['RESOLVED', ...always, 'DRAWINGS'],
  },
  avid: {
    ...{ read: readAvid, writtenAs: 'avid', timecodes: true, named: true },
    loses: ['LINE_BREAKS', ...always, 'DRAWINGS', 'ONE_PER_FRAME'],
  },
  'avid-xml': {
    ...{ read: readAvidXml, writtenAs: 'avid-xml', timecodes: true, named: true },
    loses: ['LINE_BREAKS', ...always, 'DRAWINGS', 'ONE_PER_FRAME'],
  },
  fcpxml: {
    ...{ read: readFcpxml, writtenAs: 'fcpxml', timecodes: false, named: false },
    loses: ['AUTHORS', ...always, 'DRAWINGS'],
  },
  otio: { read: readOtio, writtenAs: 'otio', timecodes: false, named: false, loses: always },
  srt: {
    ...{ read: readSrt, writtenAs: 'srt', timecodes: true, named: false },
    loses: ['AUTHORS', 'RESOLVED', ...always, 'DRAWINGS', 'SINGLE_FRAMES'],
  },
}

export function importFormatOf(format: ImportFormat): Format {
  return formats[format]
}

/** The format of a text by its beginning; undefined if it looks like none. */
export function detectFormat(text: string): ImportFormat | undefined {
  const head = text
    .slice(0, 20_000)
    .replace(/^\ufeff/, '')
    .trimStart()
  if (head.startsWith('<')) {
    const root = /<(xmeml|fcpxml|Avid:StreamItems)[\s/>]/.exec(head)?.[1]
    return root === 'Avid:StreamItems'
      ? 'avid-xml'
      : (importFormats.find((format) => format === root) ?? undefined)
  }
  if (head.startsWith('{')) return 'otio'
  if (/\d\d:\d\d[,.]\d{3}\s-->/.test(head)) return 'srt'
  if (/^TITLE:|^FCM:|\|[CMD]:|^\*\s?LOC:/m.test(head)) return 'edl'
  if (/^[^\t\n]*\t\d\d[:;.]\d\d[:;.]\d\d[:;.]\d{2,4}\t[A-Z]{1,4}\d{0,3}\t/m.test(head)) return 'avid'
  return /^[^\r\n]*[\t,;]/.test(head) ? 'premiere-csv' : undefined
}
