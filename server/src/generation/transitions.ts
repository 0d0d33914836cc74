// Every change of a generation's state, each committed with the job that goes on from there. All of them name the state
// and the attempt that they start from: what comes too late, from an earlier attempt or after a cancellation, changes
// nothing.
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
import type { StoredOutput } from './store-output.ts'

/** A result that exists is paid for: it gets a day to be fetched and stored, so that an outage of hours does not cost it. */
const fetchSeconds = 24 * 60 * 60

/** The next step of a generation, now or later. There is one at most: it replaces one that waits. */
export async function queueStep(sql: Sql, attempt: Attempt, afterSeconds = 0): Promise<void> {
  const { fileId, attempt: number, provider } = attempt
  await addTask(sql, {
    task: 'generation',
    payload: { fileId, attempt: number, provider },
    key: `generation:${fileId}`,
    afterSeconds,
  })
}

/** Starts and ends of one provider's jobs are decided one after the other, on all nodes. */
export async function lockProvider(sql: Sql, provider: string): Promise<void> {
  await sql`select pg_advisory_xact_lock(hashtextextended(${`dailies generation ${provider}`}, 0))`
}

/** Lets the first of the queue try. Whoever gets a place wakes the next, so that no place stays empty. */
export async function wakeNext(sql: Sql, provider: string): Promise<void> {
  const [next] = await sql<Attempt>`
    select file_id as "fileId", attempt, provider from generations
    where provider = ${provider} and state = 'QUEUED' and (not_before is null or not_before <= clock_timestamp())
    order by queued_at, file_id limit 1`
  if (next) await queueStep(sql, next)
}

export async function wake(database: Database, provider: string): Promise<void> {
  await database.transaction(async (sql) => {
    await lockProvider(sql, provider)
    await wakeNext(sql, provider)
  })
}

/** QUEUED → STARTING, where the provider has a place left. Our reference is committed before the paid call. */
export async function claim(
  database: Database,
  { fileId, attempt, provider }: Attempt,
  { concurrency, deadlineSeconds }: { concurrency: number; deadlineSeconds: number },
  jobId: string,
): Promise<string | undefined> {
  const clientReference = newUuid()
  return database.transaction(async (sql) => {
    await lockProvider(sql, provider)
    const claimed = await sql`
      update generations set state = 'STARTING', client_reference = ${clientReference}, not_before = null, starting_job = ${jobId},
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
 * Two jobs can be about one generation, when it is woken just as it starts. Whether the paid call that it stands at is
 * made by a job other than this one, which is at it still: else it was cut off.
 */
export async function isStarting(sql: Sql, { fileId, attempt }: Attempt, jobId: string): Promise<boolean> {
  const rows = await sql`
    select from generations g join graphile_worker.jobs j on j.id = g.starting_job
    where g.file_id = ${fileId} and g.attempt = ${attempt} and g.state = 'STARTING'
      and g.starting_job <> ${jobId} and j.locked_at is not null`
  return rows.length > 0
}

/** The state stays, and the next worker goes on at once. */
export async function handBack(database: Database, attempt: Attempt): Promise<void> {
  await database.transaction(async (sql) => {
    const active = await sql`
      update generations set starting_job = null
      where file_id = ${attempt.fileId} and attempt = ${attempt.attempt}
        and state in ('QUEUED', 'STARTING', 'RUNNING', 'FETCHING') returning file_id`
    if (active.length > 0) await queueStep(sql, attempt)
  })
}

/** What was adjusted for the provider, before anything is sent. */
export async function recordAdjustments(sql: Sql, attempt: Attempt, adjustments: Adjustment[]) {
  await sql`
    update generations set adjustments = ${JSON.stringify(adjustments)}::jsonb
    where file_id = ${attempt.fileId} and attempt = ${attempt.attempt} and state = 'STARTING'`
}

/** STARTING → QUEUED: the provider surely has not begun it, and asks for patience. Its place in the queue stays. */
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
 * STARTING → RUNNING, with the provider's name for the job. False: it is not wanted any more. It may be repeated when
 * the answer to a commit was lost.
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

/** RUNNING → STARTING: the next stage is to be paid for. The handle stays that of the stage before. */
export async function startNext(sql: Sql, { fileId, attempt }: Attempt, jobId: string): Promise<boolean> {
  const starting = await sql`
    update generations set state = 'STARTING', starting_job = ${jobId}
    where file_id = ${fileId} and attempt = ${attempt} and state = 'RUNNING' returning file_id`
  return starting.length > 0
}

/** STARTING → RUNNING: the next stage surely has not begun, and the provider asks for patience. */
export async function lookLater(database: Database, attempt: Attempt, afterSeconds: number): Promise<void> {
  await database.transaction(async (sql) => {
    const running = await sql`
      update generations set state = 'RUNNING', tries = tries + 1
      where file_id = ${attempt.fileId} and attempt = ${attempt.attempt} and state = 'STARTING' returning file_id`
    if (running.length > 0) await queueStep(sql, attempt, afterSeconds)
  })
}

/** RUNNING stays RUNNING: what was seen, and the next look. */
export async function lookAgain(
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

/** The state stays: nothing came of this try. */
export async function tryAgain(database: Database, attempt: Attempt, afterSeconds: number): Promise<void> {
  await database.transaction(async (sql) => {
    const active = await sql`
      update generations set tries = tries + 1, starting_job = null
      where file_id = ${attempt.fileId} and attempt = ${attempt.attempt}
        and state in ('STARTING', 'RUNNING', 'FETCHING') returning file_id`
    if (active.length > 0) await queueStep(sql, attempt, afterSeconds)
  })
}

/** RUNNING → FETCHING. The job at hand goes on with it. */
export async function startFetching(sql: Sql, attempt: Attempt, handle: Handle | undefined) {
  const fetching = await sql`
    update generations set state = 'FETCHING', progress = 1, tries = 0,
      handle = coalesce(${handle === undefined ? null : JSON.stringify(handle)}::jsonb, handle),
      deadline_at = greatest(deadline_at, clock_timestamp() + make_interval(secs => ${fetchSeconds}))
    where file_id = ${attempt.fileId} and attempt = ${attempt.attempt} and state = 'RUNNING' returning file_id`
  return fetching.length > 0
}

/**
 * STARTING → FETCHING, with the result on the disk of the node that got it. False: it is not wanted any more. It may be
 * repeated when the answer to a commit was lost.
 */
export async function keepResult(sql: Sql, { fileId, attempt }: Attempt, handle: Handle): Promise<boolean> {
  const kept = await sql`
    update generations set state = 'FETCHING', progress = 1, tries = 0, handle = ${JSON.stringify(handle)},
      deadline_at = clock_timestamp() + make_interval(secs => ${fetchSeconds})
    where file_id = ${fileId} and attempt = ${attempt}
      and (state = 'STARTING' or state = 'FETCHING' and handle = ${JSON.stringify(handle)}::jsonb) returning file_id`
  return kept.length > 0
}

/**
 * → DONE: the object, the file and the generation in one. False: it is not wanted any more. It may be repeated when the
 * answer to a commit was lost: then the object is in use.
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

/** → CANCELLED, from any state before the end. False: it has ended by itself. */
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

/** The end of an attempt, unless it has ended already. Whoever waits for the place may have it. */
async function end(sql: Sql, { fileId, attempt, provider }: Attempt, state: 'DONE' | 'FAILED' | 'CANCELLED') {
  await lockProvider(sql, provider)
  // The file before its generation, as a deletion takes them: else the two could wait for each other.
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
