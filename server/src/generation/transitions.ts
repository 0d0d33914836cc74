// Every change of a generation's state, each committed with the queued task that continues from there. Every
// statement names the state and the attempt that it starts from: a late result, of an earlier attempt or
// after a cancellation, changes nothing.
import { newUuid } from '../core/ids.ts'
import { GenerationFailure, type Handle } from '../core/provider.ts'
import { type Database, type Fragment, fragment, type Sql } from '../core/sql.ts'
import { emit } from '../events/outbox.ts'
import { type Actor, fileEvent, notInTrash } from '../events/resource-events.ts'
import { queueMedia } from '../queue/media-tasks.ts'
import { addTask } from '../queue/tasks.ts'
import type { Adjustment } from '../records/generation.ts'
import { withExtension } from './file-name.ts'
import type { Attempt } from './generation-row.ts'
import { queueStep, wakeNext, withoutFlush } from './provider-queue.ts'
import type { StoredOutput } from './store-output.ts'

/**
 * An existing result is paid for: it gets a day to be fetched and stored, so that an outage of hours does not
 * lose it.
 */
const fetchSeconds = 24 * 60 * 60

/**
 * QUEUED → STARTING, if the provider has a free slot: see migration 33. The commit of the claim is not flushed; call
 * `confirm` before the paid call.
 */
export async function claim(
  sql: Sql,
  { fileId, attempt, provider }: Attempt,
  { concurrency, deadlineSeconds }: { concurrency: number; deadlineSeconds: number },
  taskId: string,
): Promise<string | undefined> {
  const clientReference = newUuid()
  const [row] = await sql<{ claimed: boolean }>`
    select claim_generation(${fileId}, ${attempt}, ${provider}, ${concurrency}, ${deadlineSeconds}, ${taskId},
      ${clientReference}) as claimed`
  return row!.claimed ? clientReference : undefined
}

/**
 * Returns whether the claim still holds. This change is flushed, and with it the claim: a provider is never paid for a
 * start that a crash of the database can undo.
 */
export async function confirm(sql: Sql, { fileId, attempt }: Attempt, clientReference: string) {
  const rows = await sql`
    update generations set started_at = clock_timestamp()
    where file_id = ${fileId} and attempt = ${attempt} and state = 'STARTING' and client_reference = ${clientReference}
    returning file_id`
  return rows.length > 0
}

/**
 * Two tasks can run for one generation, when it is woken just as it starts. Returns whether another task is
 * still making the paid call; otherwise the start was interrupted.
 */
export async function isStarting(sql: Sql, { fileId, attempt }: Attempt, taskId: string): Promise<boolean> {
  const rows = await sql`
    select from generations g join graphile_worker.jobs j on j.id = g.starting_job
    where g.file_id = ${fileId} and g.attempt = ${attempt} and g.state = 'STARTING'
      and g.starting_job <> ${taskId} and j.locked_at is not null`
  return rows.length > 0
}

/** The state stays, and the next worker continues at once. */
export async function handBack(database: Database, attempt: Attempt): Promise<void> {
  await database.transaction(async (sql) => {
    const active = await sql`
      update generations set starting_job = null
      where file_id = ${attempt.fileId} and attempt = ${attempt.attempt}
        and state in ('QUEUED', 'STARTING', 'RUNNING', 'FETCHING') returning file_id`
    if (active.length > 0) await queueStep(sql, attempt)
  })
}

/** Records the adjustments for the provider before anything is sent. */
export async function recordAdjustments(sql: Sql, attempt: Attempt, adjustments: Adjustment[]) {
  await sql`
    update generations set adjustments = ${JSON.stringify(adjustments)}::jsonb
    where file_id = ${attempt.fileId} and attempt = ${attempt.attempt} and state = 'STARTING'`
}

/**
 * STARTING → QUEUED: the provider has certainly not started it and asks to wait. Its position in the queue
 * stays.
 */
export async function postpone(database: Database, attempt: Attempt, afterSeconds: number): Promise<void> {
  await database.transaction(async (sql) => {
    const postponed = await sql`
      update generations set state = 'QUEUED', tries = tries + 1, client_reference = null, deadline_at = null,
        not_before = clock_timestamp() + make_interval(secs => ${afterSeconds})
      where file_id = ${attempt.fileId} and attempt = ${attempt.attempt} and state = 'STARTING' returning file_id`
    if (postponed.length > 0) await queueStep(sql, attempt, afterSeconds)
  })
  await wakeNext(database.sql, attempt.provider)
}

/**
 * STARTING → RUNNING, with the provider's handle. Returns false when the generation was cancelled or
 * replaced. Safe to repeat when the answer to a commit was lost.
 */
export async function run(database: Database, attempt: Attempt, handle: Handle, afterSeconds: number) {
  return database.transaction(async (sql) => {
    const running = await sql`
      update generations set state = 'RUNNING', handle = ${JSON.stringify(handle)}, tries = 0
      where file_id = ${attempt.fileId} and attempt = ${attempt.attempt} and state = 'STARTING' returning file_id`
    if (running.length === 0) return isUnderWay(sql, attempt, handle)
    await queueStep(sql, attempt, afterSeconds)
    return true
  })
}

async function isUnderWay(sql: Sql, { fileId, attempt }: Attempt, handle: Handle): Promise<boolean> {
  const rows = await sql`
    select from generations where file_id = ${fileId} and attempt = ${attempt}
      and state in ('RUNNING', 'FETCHING', 'DONE') and handle = ${JSON.stringify(handle)}`
  return rows.length > 0
}

/**
 * RUNNING → STARTING: the next stage is about to be paid for. The handle stays that of the previous stage.
 */
export async function startNext(sql: Sql, { fileId, attempt }: Attempt, taskId: string): Promise<boolean> {
  const starting = await sql`
    update generations set state = 'STARTING', starting_job = ${taskId}
    where file_id = ${fileId} and attempt = ${attempt} and state = 'RUNNING' returning file_id`
  return starting.length > 0
}

/** STARTING → RUNNING: the next stage has certainly not started, and the provider asks to wait. */
export async function returnToPolling(
  database: Database,
  attempt: Attempt,
  afterSeconds: number,
): Promise<void> {
  await database.transaction(async (sql) => {
    const running = await sql`
      update generations set state = 'RUNNING', tries = tries + 1
      where file_id = ${attempt.fileId} and attempt = ${attempt.attempt} and state = 'STARTING' returning file_id`
    if (running.length > 0) await queueStep(sql, attempt, afterSeconds)
  })
}

/** RUNNING stays RUNNING: stores the progress and queues the next poll. */
export async function recordProgress(
  database: Database,
  attempt: Attempt,
  { progress, handle = null }: { progress: number | null; handle?: Handle | null | undefined },
  afterSeconds: number,
): Promise<void> {
  await database.transaction(async (sql) => {
    const running = await sql`
      update generations set progress = ${progress}, tries = 0,
        handle = coalesce(${handle === null ? null : JSON.stringify(handle)}::jsonb, handle)
      where file_id = ${attempt.fileId} and attempt = ${attempt.attempt} and state = 'RUNNING' returning file_id`
    if (running.length > 0) await queueStep(sql, attempt, afterSeconds)
  })
}

/** The state stays: this try had no result. */
export async function retryLater(database: Database, attempt: Attempt, afterSeconds: number): Promise<void> {
  await database.transaction(async (sql) => {
    const active = await sql`
      update generations set tries = tries + 1, starting_job = null
      where file_id = ${attempt.fileId} and attempt = ${attempt.attempt}
        and state in ('STARTING', 'RUNNING', 'FETCHING') returning file_id`
    if (active.length > 0) await queueStep(sql, attempt, afterSeconds)
  })
}

/** RUNNING → FETCHING. The current task continues with it. */
export async function startFetching(sql: Sql, attempt: Attempt, handle: Handle | undefined) {
  const fetching = await sql`
    update generations set state = 'FETCHING', progress = 1, tries = 0,
      handle = coalesce(${handle === undefined ? null : JSON.stringify(handle)}::jsonb, handle),
      deadline_at = greatest(deadline_at, clock_timestamp() + make_interval(secs => ${fetchSeconds}))
    where file_id = ${attempt.fileId} and attempt = ${attempt.attempt} and state = 'RUNNING' returning file_id`
  return fetching.length > 0
}

/**
 * STARTING → FETCHING, with the result on the disk of the node that received it. Returns false when the
 * generation was cancelled or replaced. Safe to repeat when the answer to a commit was lost. Not flushed: when the
 * database loses it, this node still has the result, and stores it.
 */
export async function recordSpooled(
  sql: Sql,
  { fileId, attempt }: Attempt,
  handle: Handle,
): Promise<boolean> {
  const rows = await sql`
    with recorded as (
      update generations set state = 'FETCHING', progress = 1, tries = 0, handle = ${JSON.stringify(handle)},
        deadline_at = clock_timestamp() + make_interval(secs => ${fetchSeconds})
      where file_id = ${fileId} and attempt = ${attempt}
        and (state = 'STARTING' or state = 'FETCHING' and handle = ${JSON.stringify(handle)}::jsonb) returning file_id
    )
    select file_id, ${withoutFlush} from recorded`
  return rows.length > 0
}

/**
 * → DONE: writes the object, the file and the generation in one statement. Returns false when the
 * generation was cancelled or replaced. Safe to repeat when the answer to a commit was lost: then the object
 * is already in use. The caller wakes the next generation.
 */
export async function finish(
  sql: Sql,
  attempt: Attempt,
  { objectId, size, mimeType, extension }: StoredOutput,
  expectedEnding: string,
): Promise<boolean> {
  const generated = await sql`
    with ended as (${endOf(attempt, 'DONE')}), stored as (
      insert into objects (id, upload_id, size, part_size, mime_type, stored_at, workspace_id, uploader_id)
      select ${objectId}, 'generated', ${size}::bigint, ${size}::bigint, ${mimeType}, now(), p.workspace_id, f.author_id
      from ended join all_files f on f.id = ended.file_id join projects p on p.id = f.project_id
    ), generated as (
      update all_files f set status = 'UPLOADED', object_id = ${objectId}, size = ${size}, mime_type = ${mimeType},
        name = ${withExtension(fragment`f.name`, expectedEnding, extension)}, updated_at = now()
      from ended where f.id = ended.file_id
      returning f.id, f.project_id, f.allow_restricted, f.mime_type, f.trash_id
    ), queued as (${queueMedia(fragment`generated`)}),
    emitted as (${emit(fileEvent('file.generated', null, notInTrash('generated')))})
    select id from generated`
  return generated.length > 0 || isStored(sql, objectId)
}

async function isStored(sql: Sql, objectId: string): Promise<boolean> {
  const rows = await sql`select from objects where id = ${objectId}`
  return rows.length > 0
}

export async function fail(database: Database, attempt: Attempt, failure: GenerationFailure): Promise<void> {
  await database.transaction(async (sql) => {
    if (await end(sql, attempt, 'FAILED')) await failFile(sql, null, attempt.fileId, failure)
  })
  await wakeNext(database.sql, attempt.provider)
}

/**
 * → CANCELLED, as long as there is no result. Returns false when there is one, even if it is not stored yet: it is paid for. A
 * queued task frees its slot after the commit.
 */
export async function cancel(
  sql: Sql,
  caller: Actor,
  attempt: Attempt,
  failure: GenerationFailure,
): Promise<boolean> {
  const ended = await end(sql, attempt, 'CANCELLED')
  if (!ended) return false
  await failFile(sql, caller, attempt.fileId, failure)
  const { provider } = attempt
  if (ended.active)
    await addTask(sql, { task: 'drop-generation', payload: { provider, handle: ended.handle } })
  return true
}

/**
 * Cancels the generations of files that were just moved to the trash, as long as there is no result: nothing more is paid. A
 * result that is paid for is stored in the trash.
 */
export async function cancelInTrash(sql: Sql, which: Fragment): Promise<void> {
  const { code, message, retryable } = cancelled
  const ended = await sql<Ended & { provider: string }>`
    with ended as (
      update generations g set state = 'CANCELLED', ended_at = clock_timestamp(), not_before = null
      from all_files f
      where ${which} and f.trash_id is not null and g.file_id = f.id and g.state in ('QUEUED', 'STARTING', 'RUNNING')
      returning g.file_id, g.provider, g.handle, g.client_reference is not null as active
    ), failed as (
      update all_files f set status = 'FAILED', failure_code = ${code}, failure_message = ${message},
        failure_retryable = ${retryable}, updated_at = now()
      from ended where f.id = ended.file_id
    )
    select provider, handle, active from ended`
  for (const { provider, handle, active } of ended) {
    if (active) await addTask(sql, { task: 'drop-generation', payload: { provider, handle } })
  }
}

/** The failure of a generation that a person has cancelled. */
export const cancelled = new GenerationFailure('cancelled', 'The generation was cancelled.', true)

type Ended = {
  handle: Handle | null
  /** Whether it had a slot of its provider. */
  active: boolean
}

/** Ends an attempt, unless it has ended already. Wake the next generation after the commit. */
async function end(sql: Sql, attempt: Attempt, state: 'FAILED' | 'CANCELLED'): Promise<Ended | undefined> {
  const [ended] = await sql<Ended>`${endOf(attempt, state)}`
  return ended
}

function endOf({ fileId, attempt }: Attempt, state: 'DONE' | 'FAILED' | 'CANCELLED'): Fragment {
  // Locks the file before its generation, in the same order as a deletion does; otherwise the two could deadlock.
  return fragment`
    update generations set state = ${state}, ended_at = clock_timestamp(), not_before = null,
      progress = case when ${state} = 'DONE' then 1 else progress end
    where file_id = (select id from all_files where id = ${fileId} for no key update) and attempt = ${attempt}
      and (state in ('QUEUED', 'STARTING', 'RUNNING') or state = 'FETCHING' and ${state} <> 'CANCELLED')
    returning file_id, handle, client_reference is not null as active`
}

async function failFile(sql: Sql, caller: Actor, fileId: string, failure: GenerationFailure) {
  const { code, message, retryable } = failure
  const why = { failure: { code: fragment`it.failure_code` } }
  await sql`
    with failed as (
      update all_files set status = 'FAILED', failure_code = ${code}, failure_message = ${message},
        failure_retryable = ${retryable}, updated_at = now()
      where id = ${fileId}
      returning id, project_id, allow_restricted, failure_code, trash_id
    )
    ${emit(fileEvent('file.failed', caller, notInTrash('failed'), why))}`
}
