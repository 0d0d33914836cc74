// Transcribes a file: QUEUED → SENDING → READY | FAILED. SENDING is committed before the paid request, and only an answer that says that
// nothing was done leads back to QUEUED. The answer is stored as it came before it is read. A worker that finds SENDING takes over from
// one that died: with an answer it goes on from there; without one the request may have been paid, so it fails, and a person decides
// whether to pay again.
import { mkdir } from 'node:fs/promises'
import { join } from 'node:path'
import type { Logger } from 'pino'
import type { DiskSpace } from '../core/disk-space.ts'
import { isOutage, outageWaitSeconds } from '../core/outage.ts'
import { GenerationFailure, TryLater } from '../core/provider.ts'
import { type Database, type Fragment, fragment, type Sql } from '../core/sql.ts'
import type { Storage } from '../core/storage.ts'
import { emit } from '../events/outbox.ts'
import { fileEvent } from '../events/resource-events.ts'
import { rateLimited } from '../generation/generation-failures.ts'
import { retryWrite } from '../generation/retry-write.ts'
import type { ShutdownSignals } from '../generation/step.ts'
import { readTranscript, type Transcriber, type Transcript } from '../generation/transcriber.ts'
import { extractSpeech } from '../media/audio/speech.ts'
import type { FindTools } from '../media/children/find-tools.ts'
import { MediaFailure } from '../media/processor.ts'
import { fetchObject, removeScratch, sweepFolders } from '../media/scratch.ts'
import { addTask } from '../queue/tasks.ts'
import { insertCues } from '../records/captions/captions.ts'
import { type Cue, inOrder, maxCues } from '../records/captions/cue.ts'
import { languageNamed } from '../records/captions/language-names.ts'

export type TranscribeServices = {
  database: Database
  storage: Storage
  /** undefined: speech-to-text is no longer configured. */
  transcriber: Transcriber | undefined
  findTools: FindTools
  scratch: string
  space: DiskSpace
  limits: { diskBytes: number }
  logger: Logger
}

type Claim = {
  id: string
  attempt: number
  tries: number
  state: 'QUEUED' | 'SENDING'
  language: string
  /** The stored answer to the paid request. */
  answer: string | null
  proxy: { objectId: string; size: number; mimeType: string } | null
  durationMs: number | null
}

const maxTries = 10
const firstWaitSeconds = 15

export async function transcribe(
  services: TranscribeServices,
  captionId: string,
  shutdown: ShutdownSignals,
): Promise<void> {
  const { database, transcriber, scratch } = services
  const claim = await claimCaptions(database.sql, captionId)
  if (!claim) return
  if (claim.answer !== null) return use(services, claim, claim.answer, shutdown)
  if (claim.state === 'SENDING') return fail(database.sql, claim, unknownPayment())
  if (shutdown.soon.aborted) return queueAgain(database, claim, 0)
  if (!transcriber) return fail(database.sql, claim, notConfigured())
  const folder = join(scratch, `${claim.id}.${claim.attempt}`)
  await mkdir(folder, { recursive: true, mode: 0o700 })
  try {
    const audio = await speechOf(services, claim, folder, shutdown.soon)
    const sending = await database.sql`
      update captions set state = 'SENDING', updated_at = clock_timestamp() where ${held(claim, 'QUEUED')} returning id`
    // Deleted meanwhile: nothing is paid.
    if (sending.length === 0) return
    const language = claim.language === 'und' ? undefined : claim.language
    const answer = await transcriber.ask(audio, language, shutdown.now)
    // From here on, the answer survives the worker. Deleted meanwhile: nobody wants it.
    if (await retryWrite(shutdown, () => storeAnswer(database.sql, claim, answer)))
      await use(services, claim, answer, shutdown)
  } catch (error) {
    await settle(services, claim, error, shutdown)
  } finally {
    await removeScratch(folder)
  }
}

/** A claim takes over from a worker that died: its changes come too late. */
async function claimCaptions(sql: Sql, id: string): Promise<Claim | undefined> {
  const [claim] = await sql<Claim>`
    with claimed as (
      update captions set attempt = attempt + 1 where id = ${id} and state in ('QUEUED', 'SENDING')
      returning id, file_id, attempt, tries, state, language, answer
    )
    select c.id, c.attempt, c.tries, c.state, c.language, convert_from(c.answer, 'UTF8') as answer, m.duration_ms as "durationMs", (
        select json_build_object('objectId', d.object_id, 'size', o.size, 'mimeType', o.mime_type)
        from media_derivatives d join objects o on o.id = d.object_id
        where d.file_id = c.file_id and d.name like 'proxy.%'
      ) as proxy
    from claimed c left join media m on m.file_id = c.file_id`
  return claim
}

/** One statement: only a worker that dies between the last byte of the answer and this commit loses a paid answer. */
async function storeAnswer(sql: Sql, claim: Claim, answer: string): Promise<boolean> {
  const bytes = Buffer.from(answer.toWellFormed())
  const stored = await sql`
    update captions set answer = ${bytes} where ${held(claim, 'SENDING')} returning id`
  return stored.length === 1
}

/** Turns a stored answer into cues. A worker that takes over does so again, without a request. */
async function use(
  { database }: TranscribeServices,
  claim: Claim,
  answer: string,
  shutdown: ShutdownSignals,
): Promise<void> {
  try {
    const transcript = readTranscript(answer)
    await retryWrite(shutdown, () => finish(database.sql, claim, transcript))
  } catch (error) {
    if (!(error instanceof GenerationFailure)) throw error
    await retryWrite(shutdown, () => fail(database.sql, claim, error))
  }
}

function held({ id, attempt }: Claim, ...states: string[]): Fragment {
  return fragment`id = ${id} and attempt = ${attempt} and state = any(${states})`
}

async function speechOf(
  { storage, findTools, space, limits }: TranscribeServices,
  { proxy, durationMs }: Claim,
  folder: string,
  signal: AbortSignal,
): Promise<string> {
  if (!proxy || durationMs === null)
    throw new MediaFailure('unreadable', 'The file has no proxy to transcribe: its previews are missing.')
  const { mimeType } = proxy
  const fetching = { maxBytes: limits.diskBytes, space, signal }
  const source = await fetchObject(storage, proxy, join(folder, 'source'), fetching)
  return extractSpeech(findTools, { source, mimeType, durationMs, folder, signal })
}

async function settle(
  { database, logger }: TranscribeServices,
  claim: Claim,
  error: unknown,
  shutdown: ShutdownSignals,
): Promise<void> {
  const { sql } = database
  const [row] = await sql<{ state: string; answered: boolean }>`
    select state, answer is not null as answered from captions where id = ${claim.id}`
  const wasSent = row?.state === 'SENDING'
  if (error instanceof GenerationFailure || error instanceof MediaFailure) return fail(sql, claim, error)
  if (error instanceof TryLater) {
    if (claim.tries + 1 >= maxTries) return fail(sql, claim, rateLimited())
    const wait = Math.max(error.afterSeconds, firstWaitSeconds * 2 ** Math.min(claim.tries, 8))
    return queueAgain(database, claim, wait, { counts: true })
  }
  logger.warn({ captionId: claim.id, error: (error as Error).name }, 'a transcription failed')
  // The answer is stored, and only its cues are not: the queue runs the task again, which asks nobody.
  if (row?.answered) throw error
  if (wasSent) return fail(sql, claim, unknownPayment())
  if (shutdown.soon.aborted) return queueAgain(database, claim, 0)
  if (isOutage(error)) return queueAgain(database, claim, outageWaitSeconds)
  if (claim.tries + 1 >= maxTries) return fail(sql, claim, notPrepared())
  return queueAgain(database, claim, firstWaitSeconds * 2 ** Math.min(claim.tries, 8), { counts: true })
}

/** → QUEUED: nothing was paid. */
async function queueAgain(database: Database, claim: Claim, afterSeconds: number, { counts = false } = {}) {
  await database.transaction(async (sql) => {
    const waiting = await sql`
      update captions set state = 'QUEUED', tries = tries + ${counts ? 1 : 0}
      where ${held(claim, 'QUEUED', 'SENDING')} returning id`
    if (waiting.length === 0) return
    const { id } = claim
    await addTask(sql, {
      task: 'transcribe',
      payload: { captionId: id },
      key: `transcribe:${id}`,
      afterSeconds,
    })
  })
}

async function finish(sql: Sql, claim: Claim, { segments, language }: Transcript): Promise<void> {
  const cues = cuesOf(segments)
  if (cues.length === 0) return fail(sql, claim, nothingSaid())
  const tag = claim.language === 'und' ? languageNamed(language) : claim.language
  await sql`
    with ended as (
      update captions set state = 'READY', language = ${tag}, cue_count = ${cues.length}, answer = null, updated_at = clock_timestamp()
      where ${held(claim, 'SENDING')} returning id, file_id
    ), cues as (${insertCues(fragment`ended.id`, cues)} cross join ended), emitted as (${emitChanged})
    select from ended`
}

/** A segment of no length is shown for a moment. */
function cuesOf(segments: Transcript['segments']): Cue[] {
  return inOrder(
    segments.map(({ startMs, endMs, text }) => ({ startMs, endMs: Math.max(endMs, startMs + 1), text })),
  ).slice(0, maxCues)
}

async function fail(
  sql: Sql,
  claim: Claim,
  { code, message }: { code: string; message: string },
): Promise<void> {
  await sql`
    with ended as (
      update captions set state = 'FAILED', failure_code = ${code}, failure_message = ${message}, answer = null,
        updated_at = clock_timestamp()
      where ${held(claim, 'QUEUED', 'SENDING')} returning id, file_id
    ), emitted as (${emitChanged})
    select from ended`
}

const emitChanged = emit(
  fileEvent(
    'file.updated',
    null,
    fragment`(select f.id, f.project_id, f.allow_restricted from ended join files f on f.id = ended.file_id) it`,
    { changed: ['captions'] },
  ),
)

/** Removes the folders that dead workers have left. */
export function sweepTranscriptions(sql: Sql, scratch: string): Promise<void> {
  return sweepFolders(scratch, async (names) => {
    const running = await sql<{ name: string }>`
      select id || '.' || attempt as name from captions where state in ('QUEUED', 'SENDING')
        and id || '.' || attempt = any(${names})`
    return running.map(({ name }) => name)
  })
}

function unknownPayment(): GenerationFailure {
  const message =
    'It is unknown whether the transcription service did the work: the connection or the server broke before its answer was stored. ' +
    'It was not asked a second time. Check your account there before you try again.'
  return new GenerationFailure('start_unknown', message, true)
}

function notConfigured(): GenerationFailure {
  const message = 'Speech-to-text is no longer configured on this server. Nothing was charged.'
  return new GenerationFailure('provider_not_configured', message, true)
}

function notPrepared(): GenerationFailure {
  const message = 'The audio could not be prepared after several attempts. Nothing was charged; try again.'
  return new GenerationFailure('provider_failed', message, true)
}

function nothingSaid(): GenerationFailure {
  return new GenerationFailure(
    'provider_failed',
    'The transcription service heard no words in this file.',
    true,
  )
}
