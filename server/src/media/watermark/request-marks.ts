// The media that guests of a share with a watermark get: watermarked copies, and until these exist, how far they
// are. A copy is queued when a guest asks for it for the first time.
import { createHash } from 'node:crypto'
import type { Caller, GuestOfShare, ShareWatermark } from '../../core/access.ts'
import { newUuid } from '../../core/ids.ts'
import { fragment, type Sql } from '../../core/sql.ts'
import type { Derivative } from '../../records/media.ts'
import { type MarkedMedia, type Marks, noMarks } from '../../records/media-for.ts'
import { markText, namesGuest } from './mark.ts'
import type { Part } from './parts.ts'

/** `list`: the small images are enough. `file`: somebody has opened it. */
export type Purpose = 'list' | 'file'

const wanted: Record<Purpose, readonly Part[]> = {
  list: ['STILLS'],
  file: ['STILLS', 'PAGES', 'PROXY'],
}

/** Copies that one call queues. A page that asks again queues the next. */
const mostAtOnce = 200
/** Unfinished copies of one share: its guests must not fill the queue. */
const mostUnfinished = { QUICK: 500, LONG: 100 }
/** More pages than this take minutes. */
const manyPages = 100

/** The marks of these files for the caller. Without a watermark there are none, and nothing is read. */
export async function requestMarks(
  sql: Sql,
  caller: Caller,
  fileIds: readonly string[],
  purpose: Purpose,
): Promise<Marks> {
  const { share } = caller
  if (share?.watermark == null || fileIds.length === 0) return noMarks
  const copy = copyFor(share, share.watermark)
  const rows = await readCopies(sql, copy, fileIds, purpose)
  await recordUse(sql, copy, rows, purpose)
  const byFile = Map.groupBy(rows, ({ fileId }) => fileId)
  return (fileId) => {
    const parts = byFile.get(fileId)
    return parts && markedMedia(parts)
  }
}

/** The facts by which the copies of a share differ: its watermark, and the guest whom it names. */
type Copy = {
  shareId: string
  guestId: string
  watermark: ShareWatermark
  guestName: string | null
  guestEmail: string | null
  mark: string
  text: string
}

function copyFor(share: GuestOfShare, watermark: ShareWatermark): Copy {
  const named = namesGuest(watermark.text)
  const guestName = named ? share.guestName : null
  const guestEmail = watermark.text.includes('{email}') ? share.guestEmail : null
  const { text, position, size, opacity } = watermark
  const names = {
    name: share.guestName,
    email: share.guestEmail,
    date: new Date().toISOString().slice(0, 10),
  }
  return {
    ...{ shareId: share.id, guestId: share.guestId, watermark, guestName, guestEmail },
    text: markText(text, names),
    mark: createHash('sha256')
      .update(JSON.stringify([text, position, size, opacity, guestName, guestEmail]))
      .digest('hex'),
  }
}

type CopyRow = {
  fileId: string
  part: Part
  /** Whether the media are complete, so that a copy can be made. */
  complete: boolean
  /** null: it was never asked for. */
  id: string | null
  state: 'QUEUED' | 'PROCESSING' | 'READY' | 'FAILED' | null
  progress: number | null
  position: number | null
  retryable: boolean | null
  failureCode: string | null
  /** The use of the last hour is not recorded. */
  stale: boolean
  /** It failed long enough ago to be tried again. */
  retry: boolean
  /** It waits behind others, and should not when somebody opens the file. */
  late: boolean
  derivatives: Derivative[] | null
}

const partsOfMedia = fragment`(
  values ('STILLS', true), ('PAGES', m.kind = 'DOCUMENT'), ('PROXY', m.kind = 'VIDEO')) as part (name, needed)`

function readCopies(
  sql: Sql,
  { shareId, mark }: Copy,
  fileIds: readonly string[],
  purpose: Purpose,
): Promise<CopyRow[]> {
  return sql<CopyRow>`
    select m.file_id as "fileId", part.name as part, m.state in ('READY', 'FAILED') as complete, w.id, w.state, w.progress,
      case when ${purpose === 'file'} and w.state = 'QUEUED' then (select count(*)::integer from watermarks before
        where before.state = 'QUEUED' and before.lane = w.lane
          and (before.priority, before.queued_at, before.id) < (w.priority, w.queued_at, w.id)) end as position,
      w.failure_code as "failureCode", w.failure_retryable as retryable,
      coalesce(w.used_at < now() - interval '1 hour', false) as stale,
      coalesce(w.failure_retryable and w.ended_at < now() - interval '10 minutes', false) as retry,
      coalesce(w.state = 'QUEUED' and w.lane = 'QUICK' and w.priority > 0, false) as late,
      case when w.state = 'READY' then (
        select json_agg(json_build_object('name', d.name, 'objectId', d.object_id, 'mimeType', o.mime_type, 'size', o.size))
        from watermark_derivatives d join objects o on o.id = d.object_id
        where d.watermark_id = w.id and d.name not like '%/%') end as derivatives
    from unnest(${fileIds}::text[]) with ordinality as asked (file_id, place)
    join media m on m.file_id = asked.file_id cross join lateral ${partsOfMedia}
    left join watermarks w on w.share_id = ${shareId} and w.file_id = m.file_id and w.part = part.name
      and w.mark = ${mark} and w.revision = m.revision
    where part.needed and part.name = any(${wanted[purpose]})
    order by asked.place`
}

/** Most calls find everything as it should be, and write nothing. */
async function recordUse(sql: Sql, copy: Copy, rows: readonly CopyRow[], purpose: Purpose): Promise<void> {
  const missing = rows.filter(({ id, complete }) => id === null && complete).slice(0, mostAtOnce)
  if (missing.length > 0) await queueCopies(sql, copy, missing)
  const ids = (which: (row: CopyRow) => boolean) =>
    rows.flatMap((row) => (which(row) && row.id ? [row.id] : []))
  const used = ids(({ stale }) => stale)
  if (used.length > 0) await sql`update watermarks set used_at = now() where id = any(${used}::uuid[])`
  const failed = ids(({ retry }) => retry)
  if (failed.length > 0)
    await sql`
      update watermarks set state = 'QUEUED', tries = 0, cut_offs = 0, attempt = attempt + 1, progress = null,
        failure_code = null, failure_message = null, failure_retryable = null, queued_at = clock_timestamp()
      where id = any(${failed}::uuid[]) and state = 'FAILED'`
  const opened = purpose === 'file' ? ids(({ late }) => late) : []
  // The trigger replaces the waiting task.
  if (opened.length > 0)
    await sql`
      update watermarks set state = 'QUEUED', priority = 0 where id = any(${opened}::uuid[]) and state = 'QUEUED'`
}

/**
 * The more copies of a share wait, the later is the next: one share with many guests does not hold back the others, and in the
 * lane of stills it does not hold back those of new files. Copies of earlier media are deleted. The lock makes the end of the
 * share, or of the guest, come before or after: afterwards nothing is queued, and before that it deletes what is.
 */
async function queueCopies(
  sql: Sql,
  { shareId, guestId, watermark, guestName, guestEmail, mark, text }: Copy,
  rows: readonly CopyRow[],
): Promise<void> {
  const ids = rows.map(() => newUuid())
  await sql`
    with share as materialized (
      select s.id, s.watermark from shares s join share_guests g on g.share_id = s.id and g.id = ${guestId}
      where s.id = ${shareId} and s.ended_at is null and g.ended_at is null
        and s.watermark = ${JSON.stringify(watermark)}::jsonb
      for share of s, g
    ), asked as (
      select asked.id, asked.part, asked.place, m.file_id, m.revision,
        case when asked.part = 'PROXY' or (asked.part = 'PAGES' and m.pages > ${manyPages}) then 'LONG' else 'QUICK' end as lane
      from unnest(${ids}::uuid[], ${rows.map(({ fileId }) => fileId)}::text[], ${rows.map(({ part }) => part)}::text[])
        with ordinality as asked (id, file_id, part, place)
      join media m on m.file_id = asked.file_id
    ), numbered as (
      select asked.*, (select count(*) from watermarks w where w.share_id = ${shareId} and w.lane = asked.lane
          and w.state in ('QUEUED', 'PROCESSING')) + row_number() over (partition by asked.lane order by asked.place) - 1 as ahead
      from asked
    ), outdated as (
      delete from watermarks w using asked
      where w.share_id = ${shareId} and w.file_id = asked.file_id and w.revision <> asked.revision
    )
    insert into watermarks (id, share_id, file_id, part, watermark, guest_name, guest_email, mark, text, revision, lane, priority)
    select n.id, share.id, n.file_id, n.part, share.watermark, ${guestName}, ${guestEmail}, ${mark}, ${text}, n.revision, n.lane,
      case n.lane when 'QUICK' then least(n.ahead, 9) else least(n.ahead, 100) end
    from numbered n cross join share
    where n.ahead < case n.lane when 'QUICK' then ${mostUnfinished.QUICK}::integer else ${mostUnfinished.LONG}::integer end
    order by n.place
    on conflict on constraint watermarks_copy_key do nothing`
}

const stage = 'watermark'

/** The parts of a copy as one. Parts that are ready are shown at once. */
function markedMedia(parts: readonly CopyRow[]): MarkedMedia {
  const derivatives = parts.flatMap((part) => part.derivatives ?? [])
  const failed = parts.find(({ state }) => state === 'FAILED')
  const nothing = { progress: null, stage: null, position: null, failure: null }
  if (failed) return { ...nothing, derivatives, state: 'FAILED', failure: failureFor(failed) }
  if (parts.every(({ state }) => state === 'READY'))
    return { ...nothing, derivatives, state: 'READY', progress: 1 }
  const longest = parts.find(({ part, state }) => part !== 'STILLS' && state !== 'READY') ?? parts[0]!
  const { state, progress, position } = longest
  if (state === null || state === 'QUEUED')
    return { ...nothing, derivatives, state: 'PENDING', stage, position: position ?? 0 }
  return { ...nothing, derivatives, state: 'PROCESSING', stage, progress: progress ?? 0 }
}

/** The reason is for the people who run the server, and is in their log. */
function failureFor({ failureCode, retryable }: CopyRow): MarkedMedia['failure'] {
  const message = retryable
    ? 'The watermark of this file could not be drawn. Open the file again in a few minutes.'
    : 'The watermark of this file could not be drawn. Ask the person who shared it with you.'
  return { code: failureCode ?? 'tool_failed', message, retryable: retryable ?? false }
}
