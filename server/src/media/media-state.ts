// The states of a file's previews: PENDING → PROCESSING → READY | FAILED. Every change names its attempt, so that a late
// change, from a worker that was taken for dead or after a deletion, has no effect.
import type { FrameRate } from '../core/frames.ts'
import { type Database, type Fragment, fragment, type Sql } from '../core/sql.ts'
import { emit, restrictedIf } from '../events/outbox.ts'
import { type Lane, mediaTask } from '../queue/media-tasks.ts'
import { addTask } from '../queue/tasks.ts'
import { checksAreOn, queuedAgain, settingJoins } from './checks/check-rows.ts'
import type { MediaFailure, MediaInfo, MediaKind } from './processor.ts'
import { noTimecode } from './source-timecode.ts'

/** A file that a worker has claimed, with the attempt that the claim is for. */
export type Claim = {
  fileId: string
  attempt: number
  tries: number
  /** How often workers were killed during the work, without a stored step in between. */
  cutOffs: number
  /** Whether the previous attempt was interrupted. */
  wasCutOff: boolean
  revision: string
  lane: Lane
  priority: number
  objectId: string
  size: number
  mimeType: string
  done: string[]
  /** Result of the probe of an earlier attempt. */
  info: MediaInfo | null
}

/** Name of the probe among the finished steps. */
export const probeStep = 'probe'

type ClaimRow = Omit<Claim, 'info'> &
  Omit<MediaInfo, 'kind' | 'frameRate' | 'variableRate' | 'technical' | 'timecode' | 'originalPlays'> & {
    kind: MediaKind | null
    num: number | null
    den: number | null
    variableRate: boolean
  }

/** → PROCESSING. A file that is already PROCESSING was interrupted, or is interrupted by this claim. */
export async function claim(sql: Sql, fileId: string): Promise<Claim | undefined> {
  const [row] = await sql<ClaimRow>`
    with before as (
      select file_id, (state = 'PROCESSING')::integer as cut from media
      where file_id = ${fileId} and state in ('PENDING', 'PROCESSING') for update
    )
    update media m set state = 'PROCESSING', attempt = m.attempt + 1, tries = m.tries + 1 - before.cut,
      cut_offs = m.cut_offs + before.cut, started_at = coalesce(m.started_at, clock_timestamp())
    from before join all_files f on f.id = before.file_id join objects o on o.id = f.object_id
    where m.file_id = before.file_id
    returning m.file_id as "fileId", m.attempt, m.tries, m.cut_offs as "cutOffs", before.cut = 1 as "wasCutOff", m.revision, m.lane, m.priority, m.done, o.id as "objectId", o.size,
      f.mime_type as "mimeType", m.kind, m.width, m.height, m.duration_ms as "durationMs", m.frame_rate_num as num,
      m.frame_rate_den as den, m.variable_rate as "variableRate", m.frames, m.pages, m.has_audio as "hasAudio", m.caption_tracks as "captionTracks", m.audio_tracks as "audioTracks"`
  if (!row) return undefined
  const {
    kind,
    width,
    height,
    durationMs,
    num,
    den,
    variableRate,
    frames,
    pages,
    hasAudio,
    captionTracks,
    audioTracks,
    ...claimed
  } = row
  const probed = kind !== null && row.done.includes(probeStep)
  const frameRate: FrameRate | null = num === null || den === null ? null : { num, den }
  return {
    ...claimed,
    info: probed
      ? {
          kind,
          width,
          height,
          durationMs,
          frameRate,
          variableRate,
          frames,
          pages,
          hasAudio,
          captionTracks,
          audioTracks,
        }
      : null,
  }
}

/** Condition for the row of a claim that is still valid. */
export function held({ fileId, attempt }: Claim): Fragment {
  return fragment`file_id = ${fileId} and attempt = ${attempt} and state = 'PROCESSING'`
}

export async function isHeld(sql: Sql, claimed: Claim): Promise<boolean> {
  return (await sql`select from media where ${held(claimed)}`).length === 1
}

export async function setProgress(sql: Sql, claimed: Claim, stage: string, progress: number) {
  const rows = await sql`
    update media set stage = ${stage}, progress = ${progress} where ${held(claimed)} returning file_id`
  return rows.length === 1
}

export async function setInfo(sql: Sql, claimed: Claim, info: MediaInfo): Promise<boolean> {
  const { kind, width, height, durationMs, frameRate, variableRate, frames, pages, hasAudio } = info
  const technical = info.technical ? JSON.stringify(info.technical) : null
  const { startFrame, dropFrame, startMs, startSample } = info.timecode ?? noTimecode
  const rows = await sql`
    update media set kind = ${kind}, width = ${width}, height = ${height}, duration_ms = ${durationMs},
      frame_rate_num = ${frameRate?.num ?? null}, frame_rate_den = ${frameRate?.den ?? null},
      variable_rate = ${variableRate ?? false}, frames = ${frames},
      pages = ${pages}, has_audio = ${hasAudio}, technical = ${technical}::jsonb,
      start_frame = ${startFrame}, drop_frame = ${dropFrame}, start_ms = ${startMs}, start_sample = ${startSample},
      caption_tracks = ${info.captionTracks ?? null}, original_plays = ${info.originalPlays ?? null},
      audio_tracks = ${info.audioTracks ? JSON.stringify(info.audioTracks) : null}::jsonb,
      done = array_append(done, ${probeStep}), cut_offs = 0
    where ${held(claimed)} returning file_id`
  return rows.length === 1
}

/** → PENDING: the worker shuts down, or the task was queued in another lane. */
export async function handBack(sql: Sql, claimed: Claim): Promise<void> {
  await sql`update media set state = 'PENDING', tries = tries - 1, stage = null where ${held(claimed)}`
}

/** → PENDING in the lane for long steps. Emits an event for the thumbnail that the file has by now: lists show it. */
export async function handOver(sql: Sql, claimed: Claim, progress: number): Promise<void> {
  await sql`
    with moved as (
      update media set state = 'PENDING', lane = 'PROXIES', tries = 0, cut_offs = 0, stage = null,
        progress = ${progress}, queued_at = clock_timestamp()
      where ${held(claimed)} returning file_id
    ), emitted as (${emitThumbnail})
    select from moved`
}

const emitThumbnail = emit({
  type: 'file.updated',
  actor: null,
  from: fragment`moved join files f on f.id = moved.file_id and f.has_thumbnail join projects p on p.id = f.project_id`,
  project: fragment`f.project_id`,
  workspace: fragment`p.workspace_id`,
  audience: restrictedIf(fragment`f.allow_restricted`),
  file: fragment`f.id`,
  data: { file: { id: fragment`f.id` }, changed: ['thumbnail'] },
})

/** → PENDING, to be retried later. `counts`: the file may be at fault, so this counts as one of its tries. */
export async function tryLater(
  database: Database,
  claimed: Claim,
  afterSeconds: number,
  { counts }: { counts: boolean },
): Promise<void> {
  const { fileId, priority, lane } = claimed
  await database.transaction(async (sql) => {
    const waiting = await sql`
      update media set state = 'PENDING', stage = null, tries = tries - ${counts ? 0 : 1}
      where ${held(claimed)} returning file_id`
    if (waiting.length === 0) return
    // Replaces the task that the trigger has added with the state.
    await addTask(sql, mediaTask(lane, fileId, { afterSeconds, priority }))
  })
}

export type Finish = {
  /** The names of all steps. */
  steps: readonly string[]
  /** Of the original. */
  sha256: string
  /** Whether renditions are to be made. */
  renditions: boolean
  /** Whether the file is to be checked. */
  checks: boolean
}

/**
 * → READY, and queues the renditions and the checks. Deletes derivatives of other steps, such as earlier renditions, and returns
 * their objects.
 */
export async function finish(
  sql: Sql,
  claimed: Claim,
  { steps, sha256, renditions, checks }: Finish,
): Promise<string[]> {
  const rows = await sql<{ objectId: string | null }>`
    with ended as (
      update media set state = 'READY', stage = null, progress = 1, sha256 = ${sha256}, ended_at = clock_timestamp()
      where ${held(claimed)} returning file_id, state, revision
    ), emitted as (${emitProcessed}), queued as (
      insert into renditions as r (file_id, revision) select file_id, revision from ended where ${renditions}
      on conflict on constraint renditions_pkey do update set revision = excluded.revision, state = 'QUEUED',
        attempt = r.attempt + 1, tries = 0, cut_offs = 0, progress = null, failure_code = null, failure_message = null,
        queued_at = excluded.queued_at, ended_at = null
    ), to_check as (
      insert into checks as c (file_id, revision)
      select ended.file_id, ended.revision from ended join all_files f on f.id = ended.file_id ${settingJoins}
      where ${checks} and ${checksAreOn}
      on conflict on constraint checks_pkey do update set ${queuedAgain}
    ), dropped as (
      delete from media_derivatives d using ended where d.file_id = ended.file_id and d.step <> all(${steps})
      returning d.object_id
    )
    select object_id as "objectId" from dropped`
  return rows.map(({ objectId }) => objectId!)
}

/** → FAILED. Derivatives of finished steps stay; parts of an unfinished one are deleted, and their objects returned. */
export async function fail(sql: Sql, claimed: Claim, failure: MediaFailure): Promise<string[]> {
  const { code, message, retryable } = failure
  const rows = await sql<{ objectId: string }>`
    with ended as (
      update media set state = 'FAILED', stage = null, ended_at = clock_timestamp(), failure_code = ${code},
        failure_message = ${message}, failure_retryable = ${retryable}
      where ${held(claimed)} returning file_id, state
    ), emitted as (${emitProcessed}), dropped as (
      delete from media_derivatives d using ended where d.file_id = ended.file_id and d.name like 'parts/%'
      returning d.object_id
    )
    select object_id as "objectId" from dropped`
  return rows.map(({ objectId }) => objectId)
}

const emitProcessed = emit({
  type: 'file.processed',
  actor: null,
  from: fragment`ended join files f on f.id = ended.file_id join projects p on p.id = f.project_id`,
  project: fragment`f.project_id`,
  workspace: fragment`p.workspace_id`,
  audience: restrictedIf(fragment`f.allow_restricted`),
  file: fragment`f.id`,
  data: { file: { id: fragment`f.id` }, media: { state: fragment`ended.state` } },
})

/** Deletes the row of a file whose type has no previews in this release. */
export async function forget(sql: Sql, claimed: Claim): Promise<void> {
  await sql`delete from media where ${held(claimed)}`
}
