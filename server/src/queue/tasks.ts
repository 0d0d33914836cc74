// The queue is graphile-worker's, in its own schema. Tasks are added by SQL, in the transaction of the change
// that needs them: a task exists exactly when its change is committed.
import type { Handle } from '../core/provider.ts'
import { type Fragment, fragment, type Sql } from '../core/sql.ts'

/**
 * Every queued task with its payload. Payloads hold ids only: they are logged and stay in the database for a while.
 * Tasks that a database trigger adds are described in `triggers.ts`.
 */
export type TaskPayloads = {
  /** The next step of a generation: start it, poll it, or fetch its result. */
  generation: { fileId: string; attempt: number; provider: string }
  /** Cancel a generation whose file was deleted, at its provider. */
  'drop-generation': { provider: string; handle: Handle | null }
  /** Previews of a file, one task per lane: see `media-tasks.ts`. */
  media: { fileId: string }
  'media-posters': { fileId: string }
  'media-proxies': { fileId: string }
  /** The other sizes of a video than its proxy: see `rendition-tasks.ts`. */
  renditions: { fileId: string }
  /** The automatic checks of a file: see `check-tasks.ts`. */
  checks: { fileId: string }
  /** A copy of media with a watermark, one task per lane: see `watermark-tasks.ts`. */
  watermark: { watermarkId: string }
  'watermark-long': { watermarkId: string }
  /** The SHA-256 of the originals of a version. */
  'hash-originals': { versionId: string }
  /** Speech-to-text of a file. */
  transcribe: { captionId: string }
  /** A review of a file by a skill. A trigger of the database adds the first task of a run. */
  'review-with-skill': { skillReviewId: string }
  /** An evaluation of a skill with its examples. */
  'evaluate-skill': { evaluationId: string }
  /** The download of a file from its address. */
  'fetch-upload': { fileId: string }
}

export type TaskName = keyof TaskPayloads

export type TaskOptions = {
  /** Replaces a waiting task with the same key; a running one is not disturbed. */
  key?: string
  afterSeconds?: number
  /** Lowest first. */
  priority?: number
}

/** A task to add to the queue; its name decides the type of its payload. */
export type QueuedTask = TaskOptions &
  { [Name in TaskName]: { task: Name; payload: TaskPayloads[Name] } }[TaskName]

export type TaskHandlers = {
  [Name in TaskName]: (payload: TaskPayloads[Name], taskId: string) => Promise<void>
}

export async function addTask(sql: Sql, queued: QueuedTask): Promise<void> {
  await sql`select ${taskAdded(queued)}`
}

/** A call that adds the task, for statements that do more. Postgres leaves it out where nothing reads its result. */
export function taskAdded(queued: QueuedTask): Fragment {
  const { task, payload, key, afterSeconds = 0, priority = 0 } = queued
  return fragment`
    graphile_worker.add_job(${task}, ${JSON.stringify(payload)}::json, job_key := ${key ?? null},
      run_at := clock_timestamp() + make_interval(secs => ${afterSeconds}), priority := ${priority}::integer)`
}
