// The content of a report: the comments on a file or on the files of a version, and the state of its reviews.
import { ApiError } from '../../core/errors.ts'
import { fragment, nothing, type Sql } from '../../core/sql.ts'
import { notDestroyed } from '../project.ts'
import { type Receipt, writeReceipt } from '../receipt.ts'
import { type ExportOptions, type ExportTiming, isStartTimecode, timingOf } from './export-options.ts'
import { commentBody, type Thread } from './export-thread.ts'
import {
  commentsOn,
  type ExportedFile,
  type FoundFile,
  fileColumns,
  mediaJoins,
  sourceTiming,
  threadsOn,
} from './render.ts'

export type ReportSource = { of: 'file' | 'version'; id: string; restricted: boolean }

export type ReportRequest = {
  source: ReportSource
  options: ExportOptions
  userId: string
  /** Aborted when the client is gone. */
  signal: AbortSignal
}

export type Report = Omit<ExportedFile, 'content'> & { content: Buffer }

/** Returns undefined if the file or the version is deleted. */
export type MakeReport = (request: ReportRequest) => Promise<Report | undefined>

export type ReportedFile = {
  file: FoundFile & { revision: number }
  timing: ExportTiming
  threads: Thread[]
}

export type LoadedReport = {
  title: string
  project: string
  files: ReportedFile[]
  reviews: Receipt[]
  /** The threads that the options choose, also those that are left out. */
  total: { open: number; resolved: number }
  /** How many threads are left out because of the limits. */
  leftOut: number
}

/** Beyond these a report shows the first threads, and says so. */
export const reportLimits = { threads: 500, comments: 2_000, characters: 400_000, stills: 200 }

/** More comments than this are not read: they would take too much memory. */
const maxReportComments = 20_000

/** A file can be under review in several versions; the newest are shown. */
const maxReviews = 5

type Row = FoundFile & { revision: number; title: string; project: string }

/** Returns undefined if the file or the version is deleted. */
export async function loadReport(
  sql: Sql,
  source: ReportSource,
  options: ExportOptions,
): Promise<LoadedReport | undefined> {
  const rows = await (source.of === 'file' ? fileRows(sql, source) : versionRows(sql, source))
  const [first] = rows
  if (!first) return undefined
  const files = rows.filter(({ id }) => id !== null)
  const ids = files.map(({ id }) => id)
  await requireFewComments(sql, ids)
  const comments = files.length === 0 ? new Map() : await commentsOn(sql, files)
  const loaded = files.map((file) => {
    const timing = timingOf(fitting(options, file), sourceTiming(file))
    const threads = threadsOn(file, comments.get(file.id) ?? [], timing, options)
    return { file, timing, threads: threads.filter(hasWords) }
  })
  const chosen = within(loaded)
  const all = loaded.flatMap(({ threads }) => threads)
  const resolved = all.filter(({ comment }) => comment.resolvedAt !== null).length
  return {
    ...{ title: first.title, project: first.project, files: chosen.files, leftOut: chosen.leftOut },
    reviews: await reviewsOf(sql, source),
    total: { open: all.length - resolved, resolved },
  }
}

export async function requireFewComments(sql: Sql, fileIds: readonly string[]): Promise<void> {
  const [found] = await sql<{ count: number }>`
    select count(*)::integer as count from (
      select from comments where file_id = any(${fileIds}::text[]) limit ${maxReportComments + 1}) counted`
  if (found!.count > maxReportComments) throw new ApiError('report_too_large')
}

function fileRows(sql: Sql, { id }: ReportSource): Promise<Row[]> {
  return sql<Row>`
    select ${fileColumns}, f.stack_number as revision, f.name as title, p.name as project
    from files f ${mediaJoins} where f.id = ${id} and ${notDestroyed}`
}

/** A version without files is one row without a file. */
function versionRows(sql: Sql, { id, restricted }: ReportSource): Promise<Row[]> {
  const seen = restricted ? fragment`and f.allow_restricted` : nothing
  const visible = restricted ? fragment`and v.allow_restricted` : nothing
  return sql<Row>`
    select ${fileColumns}, f.stack_number as revision, v.name as title, p.name as project
    from versions v join projects p on p.id = v.project_id
    left join (version_files vf join files f on f.id = vf.file_id ${seen} left join media m on m.file_id = f.id)
      on vf.version_id = v.id
    where v.id = ${id} and ${notDestroyed} ${visible} order by vf.position`
}

async function reviewsOf(sql: Sql, { of, id, restricted }: ReportSource): Promise<Receipt[]> {
  const role = restricted ? 'PROJECT_RESTRICTED_REVIEWER' : 'PROJECT_REVIEWER'
  const visible = restricted ? fragment`and v.allow_restricted` : nothing
  const versions =
    of === 'version'
      ? [{ id }]
      : await sql<{ id: string }>`
          select v.id from version_files vf join versions v on v.id = vf.version_id
          where vf.file_id = ${id} ${visible} order by v.created_at desc, v.id limit ${maxReviews}`
  const receipts: (Receipt | undefined)[] = []
  for (const version of versions) receipts.push(await writeReceipt(sql, '', version.id, role))
  return receipts.filter((receipt) => receipt !== undefined)
}

/** The files of a version have different rates: a start timecode counts where it exists. */
function fitting(options: ExportOptions, file: FoundFile): ExportOptions {
  const { startTimecode } = options
  const rate = options.rate ?? sourceTiming(file).rate
  if (startTimecode === null || rate === null || isStartTimecode(startTimecode, rate)) return options
  return { ...options, startTimecode: null }
}

/** A deleted comment without replies says nothing. */
function hasWords({ comment, replies }: Thread): boolean {
  return [comment, ...replies].some((part) => commentBody(part) !== '')
}

/** The first threads that are within the limits, and how many are not. */
function within(files: ReportedFile[]): { files: ReportedFile[]; leftOut: number } {
  const left = { ...reportLimits }
  let leftOut = 0
  const fits = (thread: Thread) => {
    const parts = [thread.comment, ...thread.replies]
    const characters = parts.reduce((sum, { content }) => sum + (content?.length ?? 0), 0)
    if (leftOut > 0 || left.threads < 1 || left.comments < parts.length || left.characters < characters) {
      leftOut++
      return false
    }
    left.threads--
    left.comments -= parts.length
    left.characters -= characters
    return true
  }
  return { files: files.map((one) => ({ ...one, threads: one.threads.filter(fits) })), leftOut }
}
