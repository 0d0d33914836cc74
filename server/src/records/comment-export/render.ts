// Exports the comments on a file for other programs.
import { type FrameRate, parseFrameRate } from '../../core/frames.ts'
import type { Sql } from '../../core/sql.ts'
import { checkedAccess } from '../../core/visibility.ts'
import { authorJoins, type CommentRow, commentRecord, exportedCommentColumns } from '../comment.ts'
import { type FileKind, fileKind } from '../file-kind.ts'
import { notDestroyed } from '../project.ts'
import { writeCsv } from './csv.ts'
import { writeEdl } from './edl.ts'
import { type CommentExport, threadsOf } from './export-thread.ts'
import { writeFcpxml } from './fcpxml.ts'
import { writeOtio } from './otio.ts'
import { writeSrt } from './srt.ts'

const formats = {
  csv: { mimeType: 'text/csv; charset=utf-8', write: writeCsv, timeline: false },
  edl: { mimeType: 'text/plain; charset=utf-8', write: writeEdl, timeline: true },
  fcpxml: { mimeType: 'application/xml; charset=utf-8', write: writeFcpxml, timeline: true },
  otio: { mimeType: 'application/json; charset=utf-8', write: writeOtio, timeline: true },
  srt: { mimeType: 'application/x-subrip; charset=utf-8', write: writeSrt, timeline: true },
  json: { mimeType: 'application/json; charset=utf-8', write: writeJson, timeline: false },
}

export const exportFormats = ['csv', 'edl', 'fcpxml', 'otio', 'srt', 'json'] as const
export type ExportFormat = (typeof exportFormats)[number]

const timed: readonly FileKind[] = ['video', 'audio', 'unknown']

/** Whether anchors on files of this kind are milliseconds. */
export function isTimed(kind: FileKind): boolean {
  return timed.includes(kind)
}

/** Whether the format can be written for files of this kind: some need a timeline. */
export function supportsKind(format: ExportFormat, kind: FileKind): boolean {
  return !formats[format].timeline || isTimed(kind)
}

/** A rate without timecodes, such as that of a slide show, is no better than the default. */
export function exportRate(probed: string | null): FrameRate {
  return parseFrameRate(probed ?? '') ?? { num: 24, den: 1 }
}

type FoundFile = {
  name: string
  kind: FileKind
  workspaceId: string
  width: number | null
  height: number | null
}

export type ExportedFile = { name: string; mimeType: string; content: string }

/** Returns undefined if the file is deleted. */
export async function renderExport(
  sql: Sql,
  fileId: string,
  format: ExportFormat,
  rate: FrameRate,
): Promise<ExportedFile | undefined> {
  const [file] = await sql<FoundFile>`
    select f.name, ${fileKind} as kind, p.workspace_id as "workspaceId", m.width, m.height
    from files f join projects p on p.id = f.project_id left join media m on m.file_id = f.id
    where f.id = ${fileId} and ${notDestroyed}`
  if (!file) return undefined
  const rows = await sql<CommentRow>`
    select ${exportedCommentColumns} from ${checkedAccess(file.workspaceId)} join comments c on c.file_id = ${fileId} ${authorJoins}
    order by c.created_at, c.id`
  const threads = threadsOf(rows.map(commentRecord), rate, isTimed(file.kind))
  const { mimeType, write } = formats[format]
  const { width, height } = file
  const size = width === null || height === null ? null : { width, height }
  const content = write({ fileId, fileName: file.name, rate, size, threads })
  return { name: exportName(file.name, format), mimeType, content }
}

export function exportName(fileName: string, format: ExportFormat): string {
  return `${fileName}.${format}`
}

/** The path and fields of an export URL. The fields are trusted when read back: the URL is signed. */
export function exportPath(fileId: string): string {
  return `/exports/files/${fileId}/comments`
}

export function exportFields(format: ExportFormat, { num, den }: FrameRate): Record<string, string> {
  return { format, rate: `${num}/${den}` }
}

export function readExportFields(fields: Record<string, string>): { format: ExportFormat; rate: FrameRate } {
  return { format: fields.format as ExportFormat, rate: parseFrameRate(fields.rate!)! }
}

/** The records of the API, with replies inside the comment that they reply to. */
export function writeJson({ fileId, fileName, rate, threads }: CommentExport): string {
  const comments = threads.map(({ comment, replies }) => ({ ...comment, replies }))
  const file = { id: fileId, name: fileName, frameRate: `${rate.num}/${rate.den}` }
  return `${JSON.stringify({ file, comments }, null, 2)}\n`
}
