// The formats of exports, by their names in the API.
import type { FileKind } from '../file-kind.ts'
import { writeAvid, writeAvidXml } from './avid.ts'
import { writeCsv } from './csv.ts'
import { writeEdl } from './edl.ts'
import type { CommentExport } from './export-thread.ts'
import { writeFcpxml } from './fcpxml.ts'
import { writeJson } from './json.ts'
import { writeOtio, writeOtioForRv } from './otio.ts'
import { writeText } from './plain-text.ts'
import { writeSrt, writeVtt } from './subtitles.ts'
import { writeXmeml } from './xmeml.ts'

export const exportFormats = [
  'csv',
  'edl',
  'fcpxml',
  'otio',
  'srt',
  'json',
  'xmeml',
  'avid',
  'avid-xml',
  'otio-rv',
  'vtt',
  'txt',
] as const
export type ExportFormat = (typeof exportFormats)[number]

/** The formats of the API: those that are text, and the report, which is drawn. */
export const downloadFormats = [...exportFormats, 'pdf'] as const
export type DownloadFormat = (typeof downloadFormats)[number]

/** The formats that hold several files in one timeline. */
export const timelineFormats = ['edl', 'otio', 'otio-rv', 'xmeml'] as const

/** The formats of an export of a version. */
export const versionFormats = [...timelineFormats, 'pdf'] as const

type Format = {
  mimeType: string
  /** The extension of the exported file, without its first dot. */
  extension: string
  write(written: CommentExport): string
  /** Whether it needs a timeline; `editor`: of an editing program, which starts at 01:00:00:00. */
  timeline: false | 'player' | 'editor'
}

const [text, xml, json] = [
  'text/plain; charset=utf-8',
  'application/xml; charset=utf-8',
  'application/json; charset=utf-8',
]

const formats: Record<ExportFormat, Format> = {
  csv: { mimeType: 'text/csv; charset=utf-8', extension: 'csv', write: writeCsv, timeline: false },
  edl: { mimeType: text, extension: 'edl', write: writeEdl, timeline: 'editor' },
  fcpxml: { mimeType: xml, extension: 'fcpxml', write: writeFcpxml, timeline: 'editor' },
  otio: { mimeType: json, extension: 'otio', write: writeOtio, timeline: 'editor' },
  srt: {
    mimeType: 'application/x-subrip; charset=utf-8',
    extension: 'srt',
    write: writeSrt,
    timeline: 'player',
  },
  json: { mimeType: json, extension: 'json', write: writeJson, timeline: false },
  xmeml: { mimeType: xml, extension: 'xml', write: writeXmeml, timeline: 'editor' },
  avid: { mimeType: text, extension: 'avid.txt', write: writeAvid, timeline: 'editor' },
  'avid-xml': { mimeType: xml, extension: 'avid.xml', write: writeAvidXml, timeline: 'editor' },
  'otio-rv': { mimeType: json, extension: 'rv.otio', write: writeOtioForRv, timeline: 'editor' },
  vtt: { mimeType: 'text/vtt; charset=utf-8', extension: 'vtt', write: writeVtt, timeline: 'player' },
  txt: { mimeType: text, extension: 'txt', write: writeText, timeline: false },
}

export function formatOf(format: ExportFormat): Format {
  return formats[format]
}

const timed: readonly FileKind[] = ['video', 'audio', 'unknown']

/** Whether anchors on files of this kind are milliseconds. */
export function isTimed(kind: FileKind): boolean {
  return timed.includes(kind)
}

/** Whether the format can be written for files of this kind: some need a timeline. */
export function supportsKind(format: DownloadFormat, kind: FileKind): boolean {
  return format === 'pdf' || formats[format].timeline === false || isTimed(kind)
}

/** Whether timelines of this format start at 01:00:00:00. */
export function isForEditors(format: DownloadFormat): boolean {
  return format !== 'pdf' && formats[format].timeline === 'editor'
}

export function exportName(fileName: string, format: DownloadFormat): string {
  return `${fileName}.${format === 'pdf' ? 'pdf' : formats[format].extension}`
}
