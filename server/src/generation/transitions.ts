// Every change of a generation's state, each committed with the queued task that continues from there. Every
// statement names the state and the attempt that it starts from: a late result, of an earlier attempt or
// after a cancellation, changes nothing.
import { newUuid } from '../core/ids.ts'
import { isLive } from '../core/installation.ts'
import type { GenerationFailure, Handle } from '../core/provider.ts'
import { type Database, fragment, type Sql } from '../core/sql.ts'
import { emit } from '../events/outbox.ts'
import { type Actor, fileEvent } from '../events/resource-events.ts'
import { queueMedia } from '../queue/media-tasks.ts'
import { addTask } from '../queue/tasks.ts'
import type { Adjustment } from '../records/generation.ts'
import { withExtension } from './file-name.ts'
import type { Attempt } from './generation-row.ts'
import { lockProvider, queueStep, wakeNext } from './provider-queue.ts'
import type { StoredOutput } from './store-output.ts'

/**
 * An existing result is paid for: it gets a day to be fetched and stored, so that an outage of hours does not
 * lose it.
 */
const fetchSeconds = 24 * 60 * 60

/**
 * QUEUED → STARTING, if the provider has a free slot. The client reference is committed before the paid call.
 */
export async function claim(
  database: Database,
  { fileId, attempt, provider }: Attempt,
  { concurrency, deadlineSeconds }: { concurrency: number; deadlineSeconds: number },
  taskId: string,
): Promise<string | undefined> {
  const clientReference = newUuid()
  return database.transaction(async (sql) => {
    await lockProvider(sql, provider)
    const claimed = await sql`
      update generations set state = 'STARTING', client_reference = ${clientReference}, not_before = null, starting_job = ${taskId},
        started_at = clock_timestamp(), deadline_at = clock_timestamp() + make_interval(secs => ${deadlineSeconds})
      where file_id = ${fileId} and attempt = ${attempt} and state = 'QUEUED' and ${isLive}
        and (not_before is null or not_before <= clock_timestamp())
        and ${concurrency} > (select count(*) from generations
          where provider = ${provider} and state in ('STARTING', 'RUNNING', 'FETCHING'))
      returning file_id`
    if (claimed.length === 0) return undefined
    await wakeNext(sql, provider)
    return clientReference
  })
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
    await lockProvider(sql, attempt.provider)
    const postponed = await sql`
      update generations set state = 'QUEUED', tries = tries + 1, client_reference = null, deadline_at = null,
        not_before = clock_timestamp() + make_interval(secs => ${afterSeconds})
      where file_id = ${attempt.fileId} and attempt = ${attempt.attempt} and state = 'STARTING' returning file_id`
    if (postponed.length > 0) await queueStep(sql, attempt, afterSeconds)
    await wakeNext(sql, attempt.provider)
  })
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
 * generation was cancelled or replaced. Safe to repeat when the answer to a commit was lost.
 */
export async function recordSpooled(
  sql: Sql,
  { fileId, attempt }: Attempt,
  handle: Handle,
): Promise<boolean> {
  const rows = await sql`
    update generations set state = 'FETCHING', progress = 1, tries = 0, handle = ${JSON.stringify(handle)},
      deadline_at = clock_timestamp() + make_interval(secs => ${fetchSeconds})
    where file_id = ${fileId} and attempt = ${attempt}
      and (state = 'STARTING' or state = 'FETCHING' and handle = ${JSON.stringify(handle)}::jsonb) returning file_id`
  return rows.length > 0
}

/**
 * → DONE: writes the object, the file and the generation in one transaction. Returns false when the
 * generation was cancelled or replaced. Safe to repeat when the answer to a commit was lost: then the object
 * is already in use.
 */
export async function finish(
  database: Database,
  attempt: Attempt,
  { objectId, size, mimeType, extension }: StoredOutput,
  expectedEnding: string,
): Promise<boolean> {
  return database.transaction(async (sql) => {
    const file = await end(sql, attempt, 'DONE')
    if (!file) return isStored(sql, objectId)
    await sql`
      insert into objects (id, upload_id, size, part_size, mime_type, stored_at, workspace_id, uploader_id)
      select ${objectId}, 'generated', ${size}, ${size}, ${mimeType}, now(), p.workspace_id, f.author_id
      from files f join projects p on p.id = f.project_id where f.id = ${attempt.fileId}`
    await sql`
      with generated as (
        update files set status = 'UPLOADED', object_id = ${objectId}, size = ${size}, mime_type = ${mimeType},
          name = ${withExtension(file.name, expectedEnding, extension)}, updated_at = now()
        where id = ${attempt.fileId}
        returning id, project_id, allow_restricted, mime_type
      ), queued as (${queueMedia(fragment`generated`)})
      ${emit(fileEvent('file.generated', null, fragment`generated it`))}`
    return true
  })
}

async function isStored(sql: Sql, objectId: string): Promise<boolean> {
  const rows = await sql`select from objects where id = ${objectId}`
  return rows.length > 0
}

export async function fail(database: Database, attempt: Attempt, failure: GenerationFailure): Promise<void> {
  await database.transaction(async (sql) => {
    if (await end(sql, attempt, 'FAILED')) await failFile(sql, null, attempt.fileId, failure)
  })
}

/** → CANCELLED, from any state before the end. Returns false when the generation has already ended. */
export async function cancel(
  sql: Sql,
  caller: Actor,
  attempt: Attempt,
  failure: GenerationFailure,
): Promise<boolean> {
  const file = await end(sql, attempt, 'CANCELLED')
  if (!file) return false
  await failFile(sql, caller, attempt.fileId, failure)
  if (file.handle !== null) {
    await addTask(sql, {
      task: 'drop-generation',
      payload: { provider: attempt.provider, handle: file.handle },
    })
  }
  return true
}

/** Ends an attempt, unless it has ended already, and frees its slot for the next in the queue. */
async function end(sql: Sql, { fileId, attempt, provider }: Attempt, state: 'DONE' | 'FAILED' | 'CANCELLED') {
  await lockProvider(sql, provider)
  // Lock the file before its generation, in the same order as a deletion does; otherwise the two could
  // deadlock.
  const [file] = await sql<{ name: string }>`select name from files where id = ${fileId} for no key update`
  const [ended] = await sql<{ handle: Handle | null }>`
    update generations set state = ${state}, ended_at = clock_timestamp(), not_before = null,
      progress = case when ${state} = 'DONE' then 1 else progress end
    where file_id = ${fileId} and attempt = ${attempt}
      and state in ('QUEUED', 'STARTING', 'RUNNING', 'FETCHING') returning handle`
  if (!ended || !file) return undefined
  await wakeNext(sql, provider)
  return { ...file, ...ended }
}

async function failFile(sql: Sql, caller: Actor, fileId: string, failure: GenerationFailure) {
  const { code, message, retryable } = failure
  const why = { failure: { code: fragment`it.failure_code` } }
  await sql`
    with failed as (
      update files set status = 'FAILED', failure_code = ${code}, failure_message = ${message},
        failure_retryable = ${retryable}, updated_at = now()
      where id = ${fileId}
      returning id, project_id, allow_restricted, failure_code
    )
    ${emit(fileEvent('file.failed', caller, fragment`failed it`, why))}`
}
