// The states of the checks of a file: QUEUED → MEASURING → READY | FAILED. As for previews, every change names its attempt.
import { type Database, type Fragment, fragment, type Sql } from '../../core/sql.ts'
import { checkTask } from '../../queue/check-tasks.ts'
import { addTask } from '../../queue/tasks.ts'
import type { MediaFailure, MediaInfo } from '../processor.ts'
import { type Stored, writeRows } from '../store-derivatives.ts'
import { numbersName } from './numbers-file.ts'
import { emitChecked, type Results, replaceFindings, resultColumns } from './store-results.ts'

/** The checks of a file that a worker has claimed, with the attempt that the claim is for. */
export type Claim = {
  fileId: string
  attempt: number
  tries: number
  cutOffs: number
  /** Of the media that are checked. */
  revision: string
  objectId: string
  size: number
  mimeType: string
  /** The object with the numbers, if the file was measured before. */
  numbers: { objectId: string; size: number } | null
  info: MediaInfo
}

type ClaimRow = Omit<Claim, 'info'> &
  Omit<MediaInfo, 'frameRate'> & { num: number | null; den: number | null; current: boolean }

/**
 * → MEASURING. Checks of media that are being made again are deleted: the new previews queue them again. Undefined also while
 * people wait for other work, for which they are queued later, and for a file in the trash, for which `resumeChecks` queues them
 * when it is restored.
 */
export async function claim(database: Database, fileId: string): Promise<Claim | undefined> {
  const { sql } = database
  if (await othersWait(sql)) {
    await postpone(database, fileId)
    return undefined
  }
  const [row] = await sql<ClaimRow>`
    with before as (
      select file_id, (state = 'MEASURING')::integer as cut from checks
      where file_id = ${fileId} and state in ('QUEUED', 'MEASURING') for update
    )
    update checks c set state = 'MEASURING', attempt = c.attempt + 1, tries = c.tries + 1 - before.cut,
      cut_offs = c.cut_offs + before.cut
    from before join media m on m.file_id = before.file_id join files f on f.id = m.file_id join objects o on o.id = f.object_id
    where c.file_id = before.file_id
    returning c.file_id as "fileId", c.attempt, c.tries, c.cut_offs as "cutOffs", c.revision,
      o.id as "objectId", o.size, f.mime_type as "mimeType", m.kind, m.width,
      m.height, m.duration_ms as "durationMs", m.frame_rate_num as num, m.frame_rate_den as den,
      m.variable_rate as "variableRate", m.frames, m.pages, m.has_audio as "hasAudio", m.caption_tracks as "captionTracks",
      m.audio_tracks as "audioTracks", m.technical, m.original_plays as "originalPlays", ${numbersColumn} as numbers,
      m.revision = c.revision and m.state = 'READY' as current`
  if (!row) return undefined
  const { attempt, tries, cutOffs, revision, objectId, size, mimeType, ...rest } = row
  const { numbers, current, num, den, fileId: _, ...known } = rest
  const claimed = { fileId, attempt, tries, cutOffs, revision, objectId, size, mimeType, numbers }
  if (!current) {
    await forget(sql, claimed)
    return undefined
  }
  return { ...claimed, info: { ...known, frameRate: num === null || den === null ? null : { num, den } } }
}

/** Of the media `m`. */
export const numbersColumn: Fragment = fragment`(
  select json_build_object('objectId', d.object_id, 'size', n.size) from media_derivatives d join objects n on n.id = d.object_id
  where d.file_id = m.file_id and d.name = ${numbersName})`

const postponedSeconds = 30

/** Whether people wait for previews or renditions. Those that failed and are retried do not count: they may take hours. */
async function othersWait(sql: Sql): Promise<boolean> {
  const waiting = await sql`
    (select from media where state = 'PENDING' and tries = 0 limit 1)
    union all (select from renditions where state = 'QUEUED' and tries = 0 limit 1)`
  return waiting.length > 0
}

async function postpone(database: Database, fileId: string): Promise<void> {
  await database.transaction(async (sql) => {
    const waiting = await sql`
      select from checks where file_id = ${fileId} and state in ('QUEUED', 'MEASURING') for update`
    if (waiting.length > 0) await addTask(sql, checkTask(fileId, { afterSeconds: postponedSeconds }))
  })
}

/** The id of the check profile that somebody asked for; null for none. */
export async function requestedProfile(sql: Sql, claimed: Claim): Promise<string | null> {
  const [row] = await sql<{ id: string | null }>`
    select requested_profile_id as id from checks where ${held(claimed)}`
  return row?.id ?? null
}

/** Condition for the row of a claim that is still valid. */
function held({ fileId, attempt }: Pick<Claim, 'fileId' | 'attempt'>): Fragment {
  return fragment`file_id = ${fileId} and attempt = ${attempt} and state = 'MEASURING'`
}

/** Condition for media that the checks are for, of a file that is not in the trash. */
function isCurrent({ fileId, revision }: Claim): Fragment {
  return fragment`exists (
    select from media m join files f on f.id = m.file_id
    where m.file_id = ${fileId} and m.revision = ${revision} and m.state = 'READY')`
}

export async function isHeld(sql: Sql, claimed: Claim): Promise<boolean> {
  return (await sql`select from checks where ${held(claimed)} and ${isCurrent(claimed)}`).length === 1
}

export async function setProgress(sql: Sql, claimed: Claim, progress: number): Promise<boolean> {
  await sql`update checks set progress = ${progress} where ${held(claimed)}`
  return isHeld(sql, claimed)
}

/** → QUEUED: the worker shuts down, or the file is in the trash. */
export async function handBack(sql: Sql, claimed: Claim): Promise<void> {
  await sql`update checks set state = 'QUEUED', tries = tries - 1, progress = null where ${held(claimed)}`
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
      update checks set state = 'QUEUED', progress = null, tries = tries - ${counts ? 0 : 1}
      where ${held(claimed)} returning file_id`
    // Replaces the task that the trigger has added with the state.
    if (waiting.length > 0) await addTask(sql, checkTask(claimed.fileId, { afterSeconds }))
  })
}

export const checksStepName = 'checks'

/**
 * → READY, with the numbers and the findings. Returns the objects that the numbers replace; undefined when the checks are no longer
 * wanted. The lock makes a rebuild of the media come before or after. Without `stored`, the numbers of before stay.
 */
export function finish(
  database: Database,
  claimed: Claim,
  results: Results,
  stored: Stored | undefined,
): Promise<string[] | undefined> {
  const { fileId, revision } = claimed
  return database.transaction(async (sql) => {
    const current = await sql`
      select from media m join files f on f.id = m.file_id
      where m.file_id = ${fileId} and m.revision = ${revision} and m.state = 'READY' for update of m`
    const measured = stored ? fragment`, measured_at = clock_timestamp()` : fragment``
    const done = await sql`
      update checks set state = 'READY', progress = null, ended_at = clock_timestamp(), ${resultColumns(results)} ${measured}
      where ${held(claimed)} and ${current.length === 1} returning file_id`
    if (done.length === 0) return undefined
    const replaced = stored ? await writeRows(sql, claimed, checksStepName, [stored]) : []
    await replaceFindings(sql, fileId, results.findings)
    await emitChecked(sql, fileId, null)
    return replaced
  })
}

/** → FAILED. The results of an earlier run stay. */
export async function fail(
  database: Database,
  claimed: Claim,
  { code, message, retryable }: MediaFailure,
): Promise<void> {
  await database.transaction(async (sql) => {
    const failed = await sql`
      update checks set state = 'FAILED', progress = null, ended_at = clock_timestamp(), failure_code = ${code},
        failure_message = ${message}, failure_retryable = ${retryable}
      where ${held(claimed)} returning file_id`
    if (failed.length === 0) return
    await emitChecked(sql, claimed.fileId, null)
  })
}

/** The checks are not wanted any more: of other media, or turned off. */
export async function forget(sql: Sql, claimed: Pick<Claim, 'fileId' | 'attempt'>): Promise<void> {
  await sql`delete from checks where ${held(claimed)}`
}
