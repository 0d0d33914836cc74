// The states of the renditions of a file: QUEUED → PROCESSING → READY | FAILED. As for previews, every change names its attempt.
import { type Database, type Fragment, fragment, type Sql } from '../../core/sql.ts'
import { emit } from '../../events/outbox.ts'
import { fileEvent } from '../../events/resource-events.ts'
import { renditionTask } from '../../queue/rendition-tasks.ts'
import { addTask } from '../../queue/tasks.ts'
import type { MediaFailure, MediaInfo } from '../processor.ts'
import { type Stored, writeRows } from '../store-derivatives.ts'

/** The renditions of a file that a worker has claimed, with the attempt that the claim is for. */
export type Claim = {
  fileId: string
  attempt: number
  tries: number
  cutOffs: number
  /** Of the media that they are made for. */
  revision: string
  objectId: string
  size: number
  mimeType: string
  info: MediaInfo
}

type ClaimRow = Omit<Claim, 'info'> &
  Omit<MediaInfo, 'frameRate'> & { num: number | null; den: number | null; current: boolean }

/**
 * → PROCESSING. Renditions of media that are being made again are deleted: the new proxy queues them again. Undefined also while
 * the proxy of another file waits; then they are queued for later.
 */
export async function claim(database: Database, fileId: string): Promise<Claim | undefined> {
  const { sql } = database
  if (await proxiesWait(sql)) {
    await postpone(database, fileId)
    return undefined
  }
  const [row] = await sql<ClaimRow>`
    with before as (
      select file_id, (state = 'PROCESSING')::integer as cut from renditions
      where file_id = ${fileId} and state in ('QUEUED', 'PROCESSING') for update
    )
    update renditions r set state = 'PROCESSING', attempt = r.attempt + 1, tries = r.tries + 1 - before.cut,
      cut_offs = r.cut_offs + before.cut
    from before join media m on m.file_id = before.file_id join all_files f on f.id = m.file_id join objects o on o.id = f.object_id
    where r.file_id = before.file_id
    returning r.file_id as "fileId", r.attempt, r.tries, r.cut_offs as "cutOffs", r.revision, o.id as "objectId", o.size,
      f.mime_type as "mimeType", m.kind, m.width, m.height, m.duration_ms as "durationMs", m.frame_rate_num as num,
      m.frame_rate_den as den, m.variable_rate as "variableRate", m.frames, m.pages, m.has_audio as "hasAudio",
      m.revision = r.revision and m.state = 'READY' as current`
  if (!row) return undefined
  const { attempt, tries, cutOffs, revision, objectId, size, mimeType, current, num, den, ...known } = row
  if (!current) {
    await sql`delete from renditions where file_id = ${fileId} and attempt = ${attempt}`
    return undefined
  }
  const frameRate = num === null || den === null ? null : { num, den }
  return {
    ...{ fileId, attempt, tries, cutOffs, revision, objectId, size, mimeType },
    info: { ...known, frameRate },
  }
}

const postponedSeconds = 30

async function proxiesWait(sql: Sql): Promise<boolean> {
  const waiting = await sql`select from media where state = 'PENDING' and lane = 'PROXIES' limit 1`
  return waiting.length > 0
}

async function postpone(database: Database, fileId: string): Promise<void> {
  await database.transaction(async (sql) => {
    const waiting = await sql`
      select from renditions where file_id = ${fileId} and state in ('QUEUED', 'PROCESSING') for update`
    if (waiting.length > 0) await addTask(sql, renditionTask(fileId, { afterSeconds: postponedSeconds }))
  })
}

/** Condition for the row of a claim that is still valid. */
function held({ fileId, attempt }: Claim): Fragment {
  return fragment`file_id = ${fileId} and attempt = ${attempt} and state = 'PROCESSING'`
}

/** Whether the claim is valid, and the media are those that it is for. */
export async function isHeld(sql: Sql, claimed: Claim): Promise<boolean> {
  const rows = await sql`
    select from renditions where ${held(claimed)} and exists (
      select from media m where m.file_id = ${claimed.fileId} and m.revision = ${claimed.revision} and m.state = 'READY')`
  return rows.length === 1
}

export async function setProgress(sql: Sql, claimed: Claim, progress: number): Promise<boolean> {
  await sql`update renditions set progress = ${progress} where ${held(claimed)}`
  return isHeld(sql, claimed)
}

/** → QUEUED: the worker shuts down. */
export async function handBack(sql: Sql, claimed: Claim): Promise<void> {
  await sql`update renditions set state = 'QUEUED', tries = tries - 1 where ${held(claimed)}`
}

/** → QUEUED, to be retried later. `counts`: the file may be at fault, so this counts as one of its tries. */
export async function tryLater(
  database: Database,
  claimed: Claim,
  afterSeconds: number,
  { counts }: { counts: boolean },
): Promise<void> {
  await database.transaction(async (sql) => {
    const waiting = await sql`
      update renditions set state = 'QUEUED', tries = tries - ${counts ? 0 : 1} where ${held(claimed)} returning file_id`
    // Replaces the task that the trigger has added with the state.
    if (waiting.length > 0) await addTask(sql, renditionTask(claimed.fileId, { afterSeconds }))
  })
}

export const renditionsStepName = 'renditions'

/**
 * → READY, with the derivatives. Returns the objects that they replace; undefined when the renditions are no longer wanted. The
 * lock makes a rebuild of the media come before or after.
 */
export function finish(
  database: Database,
  claimed: Claim,
  stored: readonly Stored[],
): Promise<string[] | undefined> {
  return database.transaction(async (sql) => {
    const current = await sql`
      select from media where file_id = ${claimed.fileId} and revision = ${claimed.revision} and state = 'READY' for update`
    const done = await sql`
      with ended as (
        update renditions set state = 'READY', progress = 1, ended_at = clock_timestamp()
        where ${held(claimed)} and ${current.length === 1} returning file_id
      ), emitted as (${emitUpdated})
      select from ended`
    if (done.length === 0) return undefined
    return writeRows(sql, claimed, renditionsStepName, stored)
  })
}

const emitUpdated = emit(
  fileEvent(
    'file.updated',
    null,
    fragment`(select f.id, f.project_id, f.allow_restricted from ended join files f on f.id = ended.file_id) it`,
    { changed: ['renditions'] },
  ),
)

/** → FAILED. The file stays READY: it plays in the size of the proxy. */
export async function fail(
  { sql }: Database,
  claimed: Claim,
  { code, message }: MediaFailure,
): Promise<void> {
  await sql`
    update renditions set state = 'FAILED', ended_at = clock_timestamp(), failure_code = ${code}, failure_message = ${message}
    where ${held(claimed)}`
}
