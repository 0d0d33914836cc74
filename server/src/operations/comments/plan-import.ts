// The plan of an import of markers to a file: which markers become comments, where, and which are there already.
import {
  type FrameRate,
  frameToMs,
  msToFrame,
  parseFrameRate,
  parseTimecode,
  timecode,
} from '../../core/frames.ts'
import { type Fragment, fragment, type Sql } from '../../core/sql.ts'
import { exportRate, sourceStart } from '../../records/comment-export/export-options.ts'
import { authorName, type CommentExport } from '../../records/comment-export/export-thread.ts'
import { formatOf, isTimed } from '../../records/comment-export/formats.ts'
import { loadExport } from '../../records/comment-export/render.ts'
import { type FileKind, fileKind } from '../../records/file-kind.ts'
import { type ImportFormat, importFormatOf, type Loss } from '../../records/marker-import/formats.ts'
import { convertFrame, type ReadMarker } from '../../records/marker-import/marker.ts'
import {
  candidateNames,
  likelyStart,
  markerKey,
  type NameUse,
  type Origin,
  originOf,
  type PlannedComment,
  plannedComment,
  relativeTo,
} from '../../records/marker-import/plan.ts'
import { statedRate } from '../../records/marker-import/stated-rate.ts'
import { exportOptions, refusal } from './export-input.ts'

export type ImportSettings = {
  format: ImportFormat
  frameRate?: string | null | undefined
  startTimecode?: string | null | undefined
  dropFrame?: boolean | null | undefined
  names: NameUse
  resolvedColour: string | null
}

export type ImportedFile = {
  id: string
  kind: FileKind
  /** The constant rate of a probed video; null otherwise, when comments have no frames. */
  rate: FrameRate | null
  frames: number | null
  durationMs: number | null
  startFrame: number | null
  startMs: number | null
}

export type PlannedMarker = Omit<PlannedComment, 'frame'> & {
  /** null unless the file is a video with a known, constant frame rate. */
  frame: number | null
  state: 'NEW' | 'EXISTS' | 'OUTSIDE'
  anchor: number
  duration: number | null
  timecode: string
}

export type ImportPlan = {
  rate: FrameRate
  dropFrame: boolean
  start: number
  markers: PlannedMarker[]
  ignored: number
  loses: readonly Loss[]
}

/** Returns undefined if the file does not exist. */
export async function loadImportedFile(
  sql: Sql,
  access: Fragment,
  fileId: string,
): Promise<ImportedFile | undefined> {
  const [file] = await sql<Omit<ImportedFile, 'rate'> & { rate: string | null }>`
    select f.id, ${fileKind} as kind, m.frames, m.duration_ms as "durationMs", m.start_frame as "startFrame",
      m.start_ms as "startMs", case when m.kind = 'VIDEO' and not m.variable_rate
        then m.frame_rate_num || '/' || m.frame_rate_den end as rate
    from ${access} join files f on f.id = ${fileId} left join media m on m.file_id = f.id`
  return file && { ...file, rate: parseFrameRate(file.rate ?? '') ?? null }
}

export async function planImport(
  sql: Sql,
  access: Fragment,
  file: ImportedFile,
  content: string,
  settings: ImportSettings,
): Promise<ImportPlan> {
  if (!isTimed(file.kind)) throw refusal(noTimeline)
  const { read, named, loses, writtenAs } = importFormatOf(settings.format)
  const { names, resolvedColour } = settings
  const probed = file.rate ?? statedRate(settings.format, content) ?? exportRate(null)
  const options = exportOptions({ ...settings, format: writtenAs }, probed)
  const rate = options.rate ?? probed
  // A file without frames has the markers at their exact time.
  const own = file.rate ?? rate
  const { markers: found, dropFrame, ignored } = read(content, { rate, dropFrame: options.dropFrame })
  const origin = originAt(found, file, rate, dropFrame, settings)
  const there = await loadExport(sql, file.id, {
    ...options,
    rate: own,
    startTimecode: null,
    dropFrame: null,
  })
  const keys = await existingKeys(sql, file.id, there, settings.format)
  const known = await knownNames(sql, access, candidateNames(found), there)
  const markers = found.map((marker): PlannedMarker => {
    const relative = relativeTo(origin, marker)
    const planned = plannedComment(atRate(relative, rate, own), { named, names, known, resolvedColour })
    const place = placeOf(planned, own)
    const state = isOutside(file, place, planned.frame) ? 'OUTSIDE' : keys.has(planned.key) ? 'EXISTS' : 'NEW'
    // A marker that is in the file twice becomes one comment.
    keys.add(planned.key)
    const at = timecode(Math.max(0, relative.frame), rate, { dropFrame, start: origin.start })
    return { ...planned, ...place, frame: file.rate === null ? null : planned.frame, state, timecode: at }
  })
  return { rate, dropFrame, start: origin.start, markers, ignored, loses }
}

function originAt(
  markers: readonly ReadMarker[],
  file: ImportedFile,
  rate: FrameRate,
  dropFrame: boolean,
  { format, startTimecode }: ImportSettings,
): Origin {
  const choice = {
    ...{ rate, dropFrame, clock: format === 'srt' },
    sourceStart: sourceStart({ ...file, dropFrame }, rate),
    frames: lengthAt(file, rate),
  }
  const given = startTimecode == null ? undefined : parseTimecode(startTimecode, rate, { dropFrame })
  return originOf(given ?? likelyStart(markers, choice), choice)
}

function lengthAt({ frames, rate: own, durationMs }: ImportedFile, rate: FrameRate): number | null {
  if (frames !== null && own !== null) return convertFrame(frames, own, rate)
  return durationMs === null ? null : msToFrame(Math.ceil(durationMs), rate) + 1
}

/** The timecodes of a marker file may count at another rate than the video. */
function atRate(marker: ReadMarker, from: FrameRate, to: FrameRate): ReadMarker {
  if (marker.frame < 0) return marker
  const frame = convertFrame(marker.frame, from, to)
  const end = convertFrame(marker.frame + marker.length, from, to)
  return { ...marker, frame, length: marker.length === 1 ? 1 : Math.max(1, end - frame) }
}

function placeOf({ frame, length }: PlannedComment, rate: FrameRate) {
  const first = Math.max(0, frame)
  const anchor = frameToMs(first, rate)
  return { anchor, duration: length === 1 ? null : frameToMs(first + length, rate) - anchor }
}

function isOutside(
  { frames, durationMs, rate }: ImportedFile,
  { anchor }: { anchor: number },
  frame: number,
): boolean {
  if (frame < 0) return true
  if (rate !== null && frames !== null) return frame >= frames
  return durationMs !== null && anchor > durationMs
}

/**
 * The keys of markers that are on the file already: imported ones, and those that an export in this format would have. Both
 * sides lose the same, so an export that comes back brings nothing new.
 */
async function existingKeys(
  sql: Sql,
  fileId: string,
  there: CommentExport | undefined,
  format: ImportFormat,
): Promise<Set<string>> {
  const imported = await sql<{ key: string }>`
    select i.key from comment_imports i where i.file_id = ${fileId}`
  const { writtenAs } = importFormatOf(format)
  const keys = new Set(imported.map(({ key }) => key))
  if (there === undefined || there.clips.every(({ threads }) => threads.length === 0)) return keys
  const { rate, dropFrame, start } = there
  // A marker list of Premiere Pro has the texts of its XML.
  const reader = importFormatOf(format === 'premiere-csv' ? 'xmeml' : format)
  const { markers } = reader.read(formatOf(writtenAs).write(there), { rate, dropFrame, own: true })
  const origin = originOf(format === 'srt' ? 0 : start, { rate, dropFrame, clock: format === 'srt' })
  for (const marker of markers) keys.add(markerKey(relativeTo(origin, marker)))
  return keys
}

/** Of these names, those of members of the project and of authors of comments on the file. */
async function knownNames(
  sql: Sql,
  access: Fragment,
  candidates: readonly string[],
  there: CommentExport | undefined,
): Promise<Set<string>> {
  const name = fragment`coalesce(w.display_name, u.name)`
  const members = await sql<{ name: string }>`
    select ${name} as name from ${access} join project_members m on m.project_id = access.project_id
    join users u on u.id = m.user_id
    left join workspace_members w on w.workspace_id = access.workspace_id and w.user_id = u.id
    where ${name} = any(${candidates}::text[])`
  const threads = there?.clips.flatMap((clip) => clip.threads) ?? []
  const authors = threads.flatMap(({ comment, replies }) => [comment, ...replies].map(authorName))
  return new Set([...members.map((member) => member.name), ...authors])
}

const noTimeline = {
  path: '/fileId',
  code: 'unexpected',
  message: 'This kind of file has no timeline. Markers can be imported to video and audio.',
}
