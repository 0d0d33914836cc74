// A file as a view needs it: its previews, its timeline and the places of its comments.
import { json } from 'node:stream/consumers'
import { accessRelation, anyRole, type Caller } from '../../core/access.ts'
import { ApiError, unknownReference } from '../../core/errors.ts'
import { type FrameRate, frameToMs, msToFrame, type TimecodeOptions, timecode } from '../../core/frames.ts'
import { type Fragment, fragment, type Sql } from '../../core/sql.ts'
import { reachStorage, type Storage } from '../../core/storage.ts'
import type { Annotation } from '../../records/annotation.ts'

type Row = {
  id: string
  mode: string
  ready: boolean
  revision: number
  mimeType: string
  objectId: string | null
  size: number | null
  state: 'PENDING' | 'PROCESSING' | 'READY' | 'FAILED' | null
  kind: 'VIDEO' | 'AUDIO' | 'IMAGE' | 'DOCUMENT' | 'MODEL' | null
  width: number | null
  height: number | null
  durationMs: number | null
  num: number | null
  den: number | null
  variableRate: boolean | null
  startFrame: number | null
  dropFrame: boolean | null
  frames: number | null
  pages: number | null
  progress: number | null
  failure: string | null
  derivatives: { name: string; objectId: string }[]
}

/** The place of a top-level comment. */
export type PlacedComment = {
  id: string
  anchor: number | null
  duration: number | null
  frame: number | null
  drawn: boolean
}

export type ViewedFile = Row & {
  kind: NonNullable<Row['kind']>
  timeline: Timeline | null
  comments: readonly PlacedComment[]
  /** The object of a preview by its name up to the dot; throws where it does not exist. */
  preview(stem: string): string
}

/** More comments than this are not looked at. */
const maxComments = 2_000

const columns = fragment`f.id, f.mode, f.status = 'UPLOADED' as ready, f.stack_number as revision, f.mime_type as "mimeType",
  f.object_id as "objectId", o.size, m.state, m.kind, m.width, m.height, m.duration_ms as "durationMs",
  m.frame_rate_num as num, m.frame_rate_den as den, m.variable_rate as "variableRate", m.start_frame as "startFrame",
  m.drop_frame as "dropFrame", m.frames, m.pages, m.progress,
  m.failure_message as failure, coalesce((
    select json_agg(json_build_object('name', d.name, 'objectId', d.object_id))
    from media_derivatives d where d.file_id = f.id and d.name not like '%/%'), '[]') as derivatives`

const joins = fragment`left join media m on m.file_id = f.id left join objects o on o.id = f.object_id`

export type Viewing = { sql: Sql; storage: Storage; caller: Caller }

/** The file of the path, which the access of the call leads to. */
export async function viewedFile(viewing: Viewing, fileId: string, access: Fragment): Promise<ViewedFile> {
  const [row] = await viewing.sql<Row>`
    select ${columns} from ${access} join files f on f.id = ${fileId} ${joins}`
  if (!row) throw new ApiError('not_found')
  return withFacts(viewing, row)
}

/** Another file, which the caller must be allowed to see as well. */
export async function comparedFile(viewing: Viewing, fileId: string): Promise<ViewedFile> {
  const access = accessRelation('fileId', fileId, viewing.caller, { roles: anyRole })
  const [row] = await viewing.sql<Row>`
    select ${columns} from ${access} join files f on f.id = ${fileId} ${joins}`
  if (!row) throw new ApiError('invalid_request', { errors: [unknownReference('/compareWith/id')] })
  return withFacts(viewing, row)
}

/** A file whose right was checked before, without the places of its comments. */
export async function checkedFile(
  { sql, storage }: Pick<Viewing, 'sql' | 'storage'>,
  fileId: string,
): Promise<ViewedFile> {
  const [row] = await sql<Row>`select ${columns} from files f ${joins} where f.id = ${fileId}`
  if (!row) throw new ApiError('not_found')
  return withPreviews(storage, row, [])
}

async function withFacts({ sql, storage, caller }: Viewing, row: Row): Promise<ViewedFile> {
  if (row.kind === null) throw missingPreview(row)
  const comments = caller.scopes.has('comments:read')
    ? await sql<PlacedComment>`
        select c.id, c.anchor, c.duration, c.frame, c.annotation is not null as drawn from comments c
        where c.file_id = ${row.id} and c.parent_id is null and c.deleted_at is null
        order by c.created_at, c.id limit ${maxComments}`
    : []
  return withPreviews(storage, row, comments)
}

async function withPreviews(
  storage: Storage,
  row: Row,
  comments: readonly PlacedComment[],
): Promise<ViewedFile> {
  const { kind } = row
  if (kind === null) throw missingPreview(row)
  const preview = (stem: string) => {
    const found = row.derivatives.find(({ name }) => name.startsWith(`${stem}.`))
    if (!found) throw missingPreview(row)
    return found.objectId
  }
  if (kind === 'VIDEO') preview('proxy')
  const timeline = kind === 'VIDEO' ? await timelineOf(storage, row) : null
  if (kind === 'VIDEO' && timeline === null) throw missingPreview(row)
  return { ...row, kind, timeline, comments, preview }
}

function missingPreview({ mode, ready, state, progress, failure }: Row): ApiError {
  if (mode === 'YOUTUBE')
    return new ApiError('not_viewable', {
      message: 'The video is on YouTube, which this server cannot read.',
    })
  if (!ready)
    return new ApiError('file_not_ready', {
      message: 'The upload or generation of this file is not finished.',
    })
  if (state === 'PENDING' || state === 'PROCESSING') {
    const done = progress === null ? '' : ` (${Math.floor(progress * 100)} % done)`
    const message = `The previews of this file are still being made${done}. Try again in a moment.`
    return new ApiError('file_not_ready', { message })
  }
  return new ApiError(
    'not_viewable',
    failure === null ? {} : { message: `There is no image of this file: ${failure}` },
  )
}

export type Timeline = {
  frames: number
  /** Frames between two key frames of the proxy. */
  group: number
  rate: FrameRate | null
  /** In milliseconds. */
  startOf(frame: number): number
  frameAt(ms: number): number
  /** How timecodes are counted: as the source timecode. */
  counting: TimecodeOptions
  /** null where the frame rate varies. */
  timecode(frame: number): string | null
}

async function timelineOf(
  storage: Storage,
  { frames, num, den, variableRate, startFrame, dropFrame, derivatives }: Row,
): Promise<Timeline | null> {
  if (frames === null) return null
  const rate = num === null || den === null ? null : { num, den }
  // As the proxy is encoded: see `media/video/proxy.ts`.
  const group = Math.max(1, Math.round((rate ? rate.num / rate.den : 1) / 2))
  if (rate && !variableRate) {
    const counting = { start: startFrame ?? undefined, dropFrame: dropFrame ?? undefined }
    return {
      ...{ frames, group, rate, counting },
      startOf: (frame) => frameToMs(frame, rate),
      frameAt: (ms) => msToFrame(ms, rate),
      timecode: (frame) => timecode(frame, rate, counting),
    }
  }
  const table = derivatives.find(({ name }) => name === 'frames.json')
  if (!table) return null
  const { starts } = (await json(await reachStorage(() => storage.read(table.objectId)))) as {
    starts: number[]
  }
  const frameAt = (ms: number) =>
    Math.max(
      0,
      starts.findLastIndex((start) => start <= ms),
    )
  return {
    ...{ frames, group, rate: null, counting: {}, frameAt },
    startOf: (frame) => starts[frame]!,
    timecode: () => null,
  }
}

/** The drawings of these comments, by id. */
export async function drawingsOf(sql: Sql, ids: readonly string[]): Promise<Map<string, Annotation>> {
  if (ids.length === 0) return new Map()
  const rows = await sql<{ id: string; annotation: Annotation }>`
    select c.id, c.annotation from comments c
    where c.id = any(${ids}::uuid[]) and c.deleted_at is null and c.annotation is not null`
  return new Map(rows.map(({ id, annotation }) => [id, annotation]))
}

/** The images of these pages of a document, by page. */
export async function pageImages(
  sql: Sql,
  fileId: string,
  pages: readonly number[],
): Promise<Map<number, string>> {
  const rows = await sql<{ name: string; objectId: string }>`
    select d.name, d.object_id as "objectId" from media_derivatives d
    where d.file_id = ${fileId} and d.name = any(${pages.map((page) => `pages/${page}.webp`)})`
  return new Map(rows.map(({ name, objectId }) => [Number(/\d+/.exec(name)![0]), objectId]))
}
