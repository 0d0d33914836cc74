// Exports the comments on a file, or on the files of a version, for other programs.
import { type FrameRate, frameToMs, msToFrame, parseFrameRate } from '../../core/frames.ts'
import { fragment, nothing, type Sql } from '../../core/sql.ts'
import { checkedAccess } from '../../core/visibility.ts'
import {
  authorJoins,
  type Comment,
  type CommentRow,
  commentRecord,
  exportedCommentColumns,
} from '../comment.ts'
import { type FileKind, fileKind } from '../file-kind.ts'
import { notDestroyed } from '../project.ts'
import {
  type ExportOptions,
  type ExportTiming,
  type SourceTiming,
  sourceStart,
  timingOf,
} from './export-options.ts'
import {
  type CommentExport,
  type ExportedClip,
  filterThreads,
  neededLength,
  type Thread,
  type ThreadFilter,
  threadsOf,
} from './export-thread.ts'
import { type ExportFormat, exportName, formatOf, isTimed } from './formats.ts'

export type ExportedFile = { name: string; mimeType: string; content: string }

export type FoundFile = {
  id: string
  name: string
  kind: FileKind
  workspaceId: string
  width: number | null
  height: number | null
  rate: string | null
  frames: number | null
  durationMs: number | null
  startFrame: number | null
  startMs: number | null
  dropFrame: boolean | null
}

/** Selected from `files f`, `projects p` and `media m`. */
export const fileColumns = fragment`f.id, f.name, ${fileKind} as kind, p.workspace_id as "workspaceId", m.width, m.height,
  m.frame_rate_num || '/' || m.frame_rate_den as rate, m.frames, m.duration_ms as "durationMs",
  m.start_frame as "startFrame", m.start_ms as "startMs", m.drop_frame as "dropFrame"`

export const mediaJoins = fragment`join projects p on p.id = f.project_id left join media m on m.file_id = f.id`

/** Returns undefined if the file is deleted. */
export async function renderExport(
  sql: Sql,
  fileId: string,
  options: ExportOptions<ExportFormat>,
): Promise<ExportedFile | undefined> {
  const [file] = await sql<FoundFile>`
    select ${fileColumns} from files f ${mediaJoins} where f.id = ${fileId} and ${notDestroyed}`
  if (!file) return undefined
  return render(sql, file.name, [file], options)
}

/** Returns undefined if the version is deleted. `restricted`: only the files that a restricted reviewer sees. */
export async function renderVersionExport(
  sql: Sql,
  versionId: string,
  restricted: boolean,
  options: ExportOptions<ExportFormat>,
): Promise<ExportedFile | undefined> {
  const seen = restricted ? fragment`and v.allow_restricted and f.allow_restricted` : nothing
  const files = await sql<FoundFile & { title: string }>`
    select v.name as title, ${fileColumns}
    from versions v join version_files vf on vf.version_id = v.id join files f on f.id = vf.file_id ${mediaJoins}
    where v.id = ${versionId} and ${notDestroyed} ${seen} order by vf.position`
  const timed = files.filter(({ kind }) => kind === 'video' || kind === 'audio')
  const [first] = timed
  return first && render(sql, first.title, timed, options)
}

async function render(
  sql: Sql,
  title: string,
  files: readonly FoundFile[],
  options: ExportOptions<ExportFormat>,
): Promise<ExportedFile> {
  const { mimeType, write } = formatOf(options.format)
  const content = write(await load(sql, title, files, options))
  return { name: exportName(title, options.format), mimeType, content }
}

async function load(
  sql: Sql,
  title: string,
  files: readonly FoundFile[],
  options: ExportOptions,
): Promise<CommentExport> {
  const comments = await commentsOn(sql, files)
  const timing = timingOf(options, sourceTiming(files[0]!))
  const found = files.map((file) => ({
    file,
    threads: threadsOn(file, comments.get(file.id) ?? [], timing, options),
  }))
  return commentExport(title, found, timing)
}

/** The comments on these files, of which there is at least one, by the id of the file. */
export async function commentsOn(
  sql: Sql,
  files: readonly FoundFile[],
): Promise<Map<string | undefined, Comment[]>> {
  const ids = files.map(({ id }) => id)
  const rows = await sql<CommentRow>`
    select ${exportedCommentColumns}
    from ${checkedAccess(files[0]!.workspaceId)} join comments c on c.file_id = any(${ids}::text[]) ${authorJoins}
    order by c.created_at, c.id`
  return Map.groupBy(rows.map(commentRecord), ({ file }) => file?.id)
}

export function threadsOn(
  file: FoundFile,
  comments: Comment[],
  { rate }: ExportTiming,
  filter: ThreadFilter,
): Thread[] {
  return filterThreads(threadsOf(comments, rate, isTimed(file.kind), rateOf(file) ?? rate), filter)
}

/** The comments on a file, before they are written. Returns undefined if the file is deleted. */
export async function loadExport(
  sql: Sql,
  fileId: string,
  options: ExportOptions,
): Promise<CommentExport | undefined> {
  const [file] = await sql<FoundFile>`
    select ${fileColumns} from files f ${mediaJoins} where f.id = ${fileId} and ${notDestroyed}`
  return file && load(sql, file.name, [file], options)
}

function commentExport(
  title: string,
  found: readonly { file: FoundFile; threads: Thread[] }[],
  timing: ExportTiming,
): CommentExport {
  const clips: ExportedClip[] = []
  for (const { file, threads } of found) {
    const last = clips.at(-1)
    const offset = last === undefined ? 0 : last.offset + last.length
    clips.push(clipOf(file, threads, offset, timing))
  }
  // A comment after the end of the last file is on the timeline, too. Elsewhere it would move the files that follow.
  const end = clips.at(-1)!
  end.length = Math.max(end.length, neededLength(end.threads))
  return { title, ...timing, clips }
}

function clipOf(file: FoundFile, threads: Thread[], offset: number, { rate }: ExportTiming): ExportedClip {
  const { id, name, kind, width, height } = file
  return {
    fileId: id,
    fileName: name,
    kind: kind === 'audio' ? 'audio' : 'video',
    size: width === null || height === null ? null : { width, height },
    sourceStart: sourceStart(sourceTiming(file), rate),
    offset,
    length: framesOf(file, rate) ?? neededLength(threads),
    threads,
  }
}

/** Null if the length of the file is unknown; at least one. */
function framesOf(file: FoundFile, rate: FrameRate): number | null {
  const own = rateOf(file)
  if (file.frames !== null && own !== null) return Math.max(1, convert(file.frames, own, rate))
  return file.durationMs === null ? null : Math.max(1, msToFrame(Math.round(file.durationMs), rate))
}

function convert(frames: number, from: FrameRate, to: FrameRate): number {
  return from.num === to.num && from.den === to.den ? frames : msToFrame(frameToMs(frames, from), to)
}

export function rateOf({ rate }: FoundFile): FrameRate | null {
  return parseFrameRate(rate ?? '') ?? null
}

export function sourceTiming(file: FoundFile): SourceTiming {
  const { startFrame, startMs, dropFrame } = file
  return { rate: rateOf(file), startFrame, startMs, dropFrame }
}

/** The paths of export URLs. */
export function exportPath(fileId: string): string {
  return `/exports/files/${fileId}/comments`
}

export function versionExportPath(versionId: string): string {
  return `/exports/versions/${versionId}/comments`
}
