// The states of a watermarked copy: QUEUED → PROCESSING → READY | FAILED. As for previews, every change names its attempt. A copy
// that is no longer wanted is deleted at any moment, with its share, guest or file, and the worker notices that it is gone.
import type { ShareWatermark } from '../../core/access.ts'
import type { FrameRate } from '../../core/frames.ts'
import { type Database, type Fragment, fragment, type Sql } from '../../core/sql.ts'
import { addTask } from '../../queue/tasks.ts'
import { type WatermarkLane, watermarkTask } from '../../queue/watermark-tasks.ts'
import type { MediaFailure } from '../processor.ts'
import type { Stored } from '../store-derivatives.ts'
import type { Mark } from './mark.ts'
import { type Part, partOf } from './parts.ts'

/** A derivative of the file that the copy is made of. */
export type SourceObject = { name: string; objectId: string; mimeType: string; size: number }

/** A copy that a worker has claimed, with the attempt that the claim is for. */
export type Claim = {
  id: string
  attempt: number
  tries: number
  cutOffs: number
  wasCutOff: boolean
  lane: WatermarkLane
  priority: number
  part: Part
  mark: Mark
  durationMs: number | null
  frames: number | null
  frameRate: FrameRate | null
  sources: SourceObject[]
}

type ClaimRow = Omit<Claim, 'mark' | 'frameRate'> & {
  watermark: ShareWatermark
  text: string
  num: number | null
  den: number | null
  current: boolean
}

/** → PROCESSING. A copy of media that were made again meanwhile is deleted: nobody asks for it any more. */
export async function claim(sql: Sql, id: string): Promise<Claim | undefined> {
  const [row] = await sql<ClaimRow>`
    with before as (
      select id, (state = 'PROCESSING')::integer as cut from watermarks
      where id = ${id} and state in ('QUEUED', 'PROCESSING') for update
    )
    update watermarks w set state = 'PROCESSING', attempt = w.attempt + 1, tries = w.tries + 1 - before.cut,
      cut_offs = w.cut_offs + before.cut
    from before, media m where w.id = before.id and m.file_id = w.file_id
    returning w.id, w.attempt, w.tries, w.cut_offs as "cutOffs", before.cut = 1 as "wasCutOff", w.lane, w.priority, w.part,
      w.watermark, w.text, m.duration_ms as "durationMs", m.frames, m.frame_rate_num as num, m.frame_rate_den as den,
      m.revision = w.revision and m.state in ('READY', 'FAILED') as current,
      (select coalesce(json_agg(json_build_object('name', d.name, 'objectId', d.object_id, 'mimeType', o.mime_type,
          'size', o.size) order by d.name), '[]')
        from media_derivatives d join objects o on o.id = d.object_id where d.file_id = w.file_id) as sources`
  if (!row) return undefined
  const { watermark, text, num, den, current, sources, ...claimed } = row
  if (!current) {
    await sql`delete from watermarks where id = ${id} and attempt = ${row.attempt}`
    return undefined
  }
  return {
    ...claimed,
    mark: { ...watermark, text },
    frameRate: num === null || den === null ? null : { num, den },
    sources: sources.filter((source) => partOf(source) === row.part),
  }
}

/** Condition for the row of a claim that is still valid. */
function held({ id, attempt }: Claim): Fragment {
  return fragment`id = ${id} and attempt = ${attempt} and state = 'PROCESSING'`
}

export async function isHeld(sql: Sql, claimed: Claim): Promise<boolean> {
  return (await sql`select from watermarks where ${held(claimed)}`).length === 1
}

export async function setProgress(sql: Sql, claimed: Claim, progress: number): Promise<boolean> {
  const rows = await sql`update watermarks set progress = ${progress} where ${held(claimed)} returning id`
  return rows.length === 1
}

/** → QUEUED: the worker shuts down, or the task was queued in another lane. */
export async function handBack(sql: Sql, claimed: Claim): Promise<void> {
  await sql`update watermarks set state = 'QUEUED', tries = tries - 1 where ${held(claimed)}`
}

/** → QUEUED, to be retried later. `counts`: the file may be at fault, so this counts as one of its tries. */
export async function tryLater(
  database: Database,
  claimed: Claim,
  afterSeconds: number,
  { counts }: { counts: boolean },
): Promise<void> {
  const { id, lane, priority } = claimed
  await database.transaction(async (sql) => {
    const waiting = await sql`
      update watermarks set state = 'QUEUED', tries = tries - ${counts ? 0 : 1} where ${held(claimed)} returning id`
    if (waiting.length === 0) return
    // Replaces the task that the trigger has added with the state.
    await addTask(sql, watermarkTask(lane, id, { afterSeconds, priority }))
  })
}

/** → READY, with its objects. False when the copy is no longer wanted: nothing refers to the objects then. */
export async function finish(
  database: Database,
  claimed: Claim,
  stored: readonly Stored[],
): Promise<boolean> {
  const column = <K extends keyof Stored>(key: K) => stored.map((one) => one[key])
  return database.transaction(async (sql) => {
    const done = await sql`
      update watermarks set state = 'READY', progress = 1, ended_at = clock_timestamp() where ${held(claimed)} returning id`
    if (done.length === 0) return false
    await sql`
      with made as (
        select * from unnest(${column('id')}::uuid[], ${column('name')}::text[], ${column('size')}::bigint[],
          ${column('mimeType')}::text[]) as made (id, name, size, mime_type)
      ), object as (
        insert into objects (id, upload_id, size, part_size, mime_type, stored_at)
        select id, 'derived', size, size, mime_type, now() from made returning id
      )
      insert into watermark_derivatives (watermark_id, name, object_id)
      select ${claimed.id}, made.name, object.id from made join object on object.id = made.id`
    return true
  })
}

/** → FAILED. */
export async function fail({ sql }: Database, claimed: Claim, failure: MediaFailure): Promise<void> {
  const { code, message, retryable } = failure
  await sql`
    update watermarks set state = 'FAILED', ended_at = clock_timestamp(), failure_code = ${code},
      failure_message = ${message}, failure_retryable = ${retryable}
    where ${held(claimed)}`
}
