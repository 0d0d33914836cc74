// Evaluates a text of a skill: asks it about each example, one after the other, and compares the notes that it finds with the expected
// ones. Each result is committed by itself, so a worker that takes over goes on with the next example. A paid request is made once: SENDING
// is committed before it, and the answer is stored before it is read.
import type { Logger } from 'pino'
import { msToFrame } from '../core/frames.ts'
import { GenerationFailure, TryLater } from '../core/provider.ts'
import { type Database, type Fragment, fragment, type Sql } from '../core/sql.ts'
import { type Storage, StorageUnavailable } from '../core/storage.ts'
import { emit } from '../events/outbox.ts'
import { skillEvaluationData, skillEvent } from '../events/resource-events.ts'
import { retryWrite } from '../generation/retry-write.ts'
import type { ShutdownSignals } from '../generation/step.ts'
import { judgeStored } from '../media/checks/judge-stored.ts'
import { readSkillFrontMatter, SkillFrontMatterError } from '../media/checks/skill-front-matter.ts'
import { MediaFailure } from '../media/processor.ts'
import { addTask } from '../queue/tasks.ts'
import { matchNotes, type PlacedNote, toleranceAt } from '../records/note-matching.ts'

/** Asks the configured model about an example. */
export type AskLive = {
  /** Collects what the model is asked, and reserves the cost. Nothing is sent, and a failure costs nothing. */
  prepare(
    example: { evaluationId: string; position: number; fileId: string; skill: string },
    signal: AbortSignal,
  ): Promise<{
    /** Makes the paid request, and returns the answer as text. */
    ask(signal: AbortSignal): Promise<string>
  }>
  /** Reads an answer that was stored. Throws `GenerationFailure` for one that breaks the rules. */
  read(answer: string, fileId: string): Promise<{ notes: PlacedNote[]; usage: LiveUsage }>
  settle(payment: { evaluationId: string; position: number }, usage: LiveUsage): Promise<void>
}
export type LiveUsage = { inputTokens: number | null; outputTokens: number | null; costUsd: number | null }

export type EvaluateServices = {
  database: Database
  storage: Storage
  /** undefined: no model is configured. */
  live: AskLive | undefined
  logger: Logger
}

type Claim = {
  id: string
  skillId: string
  attempt: number
  source: 'CHECKS' | 'RECORDED' | 'LIVE'
  model: string | null
  hash: Buffer
  content: string
  createdBy: string | null
}

type Example = {
  exampleId: string
  position: number
  state: 'QUEUED' | 'SENDING'
  tries: number
  answer: string | null
  expected: PlacedNote[]
  /** null: the file is in the trash. */
  fileId: string | null
  rate: { num: number; den: number } | null
}

type Run = EvaluateServices & { claim: Claim; shutdown: ShutdownSignals }

const maxTries = 10
const firstWaitSeconds = 15
const storageWaitSeconds = 30

/** The reason why an example has no result. */
class NoResult extends Error {
  readonly code: string
  constructor(code: string, message: string) {
    super(message)
    this.code = code
  }
}

export async function evaluateSkill(
  services: EvaluateServices,
  evaluationId: string,
  shutdown: ShutdownSignals,
): Promise<void> {
  const claim = await claimEvaluation(services.database.sql, evaluationId)
  if (!claim) return
  const run = { ...services, claim, shutdown }
  for (;;) {
    if (shutdown.soon.aborted) return queueAgain(run, 0)
    const example = await nextExample(services.database.sql, claim)
    if (example === 'cancelled') return
    if (!example) return finish(services.database.sql, claim)
    const waits = await evaluate(run, example)
    if (waits !== undefined) return queueAgain(run, waits)
  }
}

/** A claim takes over from a worker that died: its changes come too late. */
async function claimEvaluation(sql: Sql, id: string): Promise<Claim | undefined> {
  const [claim] = await sql<Claim>`
    with claimed as (
      update skill_evaluations set attempt = attempt + 1, state = 'RUNNING' where id = ${id} and state in ('QUEUED', 'RUNNING')
      returning id, skill_id, attempt, source, model, content_hash, content, skill_version_id, created_by
    )
    select c.id, c.skill_id as "skillId", c.attempt, c.source, c.model, c.content_hash as hash,
      coalesce(c.content, v.content) as content, c.created_by as "createdBy"
    from claimed c left join skill_versions v on v.id = c.skill_version_id`
  return claim
}

function held({ id, attempt }: Claim): Fragment {
  return fragment`exists (select from skill_evaluations held where held.id = ${id} and held.attempt = ${attempt} and held.state = 'RUNNING')`
}

async function nextExample(sql: Sql, claim: Claim): Promise<Example | 'cancelled' | undefined> {
  const [row] = await sql<{ held: boolean; example: Omit<Example, 'answer'> | null; answer: string | null }>`
    select ${held(claim)} as held, next.example, convert_from(next.answer, 'UTF8') as answer
    from (select) one left join lateral (
      select r.answer, json_build_object('exampleId', r.example_id, 'position', r.position, 'state', r.state, 'tries', r.tries,
        'expected', r.expected, 'fileId', f.id,
        'rate', case when not m.variable_rate and m.frame_rate_num > 0
          then json_build_object('num', m.frame_rate_num, 'den', m.frame_rate_den) end) as example
      from skill_evaluation_results r join skill_examples e on e.id = r.example_id
      left join files f on f.id = e.file_id left join media m on m.file_id = f.id
      where r.evaluation_id = ${claim.id} and r.state in ('QUEUED', 'SENDING')
      order by r.position limit 1
    ) next on true`
  if (!row?.held) return 'cancelled'
  return row.example ? { ...row.example, answer: row.answer } : undefined
}

/** Returns the seconds after which the example is tried again, or undefined when it has its result. */
async function evaluate(run: Run, example: Example): Promise<number | undefined> {
  const { database, claim, shutdown, logger } = run
  try {
    const { notes, usage } = await notesOf(run, example)
    await retryWrite(shutdown, () => storeResult(database.sql, claim, example, notes, usage))
    return undefined
  } catch (error) {
    const settled = await settle(run, example, error)
    if (settled === 'unknown') {
      logger.warn(
        { evaluationId: claim.id, error: (error as Error).name },
        'an example could not be evaluated',
      )
      throw error
    }
    return settled
  }
}

type Found = { notes: PlacedNote[]; usage?: LiveUsage | undefined }

function notesOf(run: Run, example: Example): Promise<Found> {
  if (example.fileId === null)
    throw new NoResult(
      'file_deleted',
      'The file of this example is in the trash. Restore it, or delete the example.',
    )
  const given = { ...example, fileId: example.fileId }
  if (run.claim.source === 'CHECKS') return checkedNotes(run, given)
  if (run.claim.source === 'RECORDED') return recordedNotes(run, given)
  return liveNotes(run, given)
}

type Given = Example & { fileId: string }

/** The findings that people should act on, as notes. */
async function checkedNotes({ database, storage, claim }: Run, { fileId }: Given): Promise<Found> {
  const { checks } = readSkillFrontMatter(claim.content)
  if (checks === null) throw new NoResult('no_skill_checks', 'The text names no checks.')
  const judged = await judgeStored({ sql: database.sql, storage }, fileId, checks)
  if (judged === 'NOT_MEASURED')
    throw new NoResult('not_measured', 'The file is not measured. Run its checks, then evaluate again.')
  if (judged === 'UNKNOWN_PROFILE')
    throw new NoResult('unknown_check_profile', 'The check profile that the skill names does not exist here.')
  const notes = judged
    .filter(({ level }) => level !== 'INFO')
    .map(({ firstFrame, lastFrame, firstMs, lastMs, page, message }) => ({
      ...{ firstFrame, lastFrame, firstMs, lastMs, page, area: null, text: message },
    }))
  return { notes }
}

async function recordedNotes({ database, claim }: Run, { exampleId }: Given): Promise<Found> {
  const [recording] = await database.sql<{ notes: PlacedNote[] }>`
    select notes from skill_recordings where example_id = ${exampleId} and content_hash = ${claim.hash}`
  if (recording) return recording
  const message = 'No answer is recorded for this text. Run a live evaluation, or record an answer.'
  throw new NoResult('not_recorded', message)
}

async function liveNotes(run: Run, example: Given): Promise<Found> {
  const { database, claim, live, shutdown } = run
  const { fileId, position } = example
  if (!live) throw new NoResult('provider_not_configured', 'No model is configured on this server any more.')
  if (example.answer !== null) return read(live, claim, example, example.answer)
  if (example.state === 'SENDING') throw unknownPayment()
  const skill = claim.content
  const prepared = await live.prepare({ evaluationId: claim.id, position, fileId, skill }, shutdown.soon)
  const sending = await database.sql`
    update skill_evaluation_results r set state = 'SENDING'
    where ${isResult(claim, example)} and r.state = 'QUEUED' and ${held(claim)} returning r.example_id`
  // Cancelled meanwhile: nothing is paid.
  if (sending.length === 0) throw new NoResult('cancelled', 'The evaluation was cancelled.')
  const answer = await prepared.ask(shutdown.now)
  // From here on, the answer survives the worker.
  await retryWrite(shutdown, () => storeAnswer(database.sql, claim, example, answer))
  return read(live, claim, example, answer)
}

async function read(
  live: AskLive,
  claim: Claim,
  { fileId, position }: Given,
  answer: string,
): Promise<Found> {
  const { notes, usage } = await live.read(answer, fileId)
  await live.settle({ evaluationId: claim.id, position }, usage)
  return { notes, usage }
}

function isResult({ id }: Claim, { exampleId }: Example): Fragment {
  return fragment`r.evaluation_id = ${id} and r.example_id = ${exampleId}`
}

async function storeAnswer(sql: Sql, claim: Claim, example: Example, answer: string): Promise<void> {
  await sql`
    update skill_evaluation_results r set answer = ${Buffer.from(answer.toWellFormed())}
    where ${isResult(claim, example)} and r.state = 'SENDING'`
}

/** An answer that was paid for is recorded, so that the same text can be evaluated again for nothing. */
async function storeResult(
  sql: Sql,
  claim: Claim,
  example: Example,
  notes: readonly PlacedNote[],
  usage: LiveUsage | undefined,
): Promise<void> {
  const { rate, expected, exampleId } = example
  const perSecond = rate ? rate.num / rate.den : null
  const matches = matchNotes(
    expected.map((note) => onFrames(note, rate)),
    notes.map((note) => onFrames(note, rate)),
    toleranceAt(perSecond),
  )
  const found = JSON.stringify(notes)
  await sql`
    with result as (
      update skill_evaluation_results r set state = 'READY', answer = null, found = ${found}::jsonb,
        matches = ${JSON.stringify(matches)}::jsonb, input_tokens = ${usage?.inputTokens ?? null},
        output_tokens = ${usage?.outputTokens ?? null}, cost_usd = ${usage?.costUsd ?? null}
      where ${isResult(claim, example)} and r.state in ('QUEUED', 'SENDING')
      returning r.example_id
    )
    insert into skill_recordings (example_id, content_hash, model, notes, created_by)
    select ${exampleId}, ${claim.hash}, ${claim.model}, ${found}::jsonb, ${claim.createdBy} from result where ${claim.source === 'LIVE'}
    on conflict (example_id, content_hash) do update
      set model = excluded.model, notes = excluded.notes, created_by = excluded.created_by, created_at = clock_timestamp()`
}

/** Notes about the sound of a video have times, which are compared as frames. */
function onFrames(note: PlacedNote, rate: Example['rate']): PlacedNote {
  const { firstFrame, firstMs, lastMs } = note
  if (rate === null || firstFrame !== null || firstMs === null) return note
  return {
    ...note,
    firstFrame: msToFrame(firstMs, rate),
    lastFrame: msToFrame(lastMs ?? firstMs, rate),
  }
}

/** Seconds to wait, undefined when the failure is stored, or `unknown` for a defect, after which the queue retries. */
async function settle(run: Run, example: Example, error: unknown): Promise<number | undefined | 'unknown'> {
  const { database, claim, shutdown } = run
  const fail = async (code: string, message: string) => {
    await retryWrite(shutdown, () => failResult(database.sql, claim, example, code, message))
    return undefined
  }
  if (error instanceof NoResult || error instanceof GenerationFailure || error instanceof MediaFailure)
    return fail(error.code, error.message)
  if (error instanceof SkillFrontMatterError) return fail('no_skill_checks', error.message)
  if (error instanceof StorageUnavailable) return storageWaitSeconds
  const [row] = await database.sql<{ state: string; answered: boolean }>`
    select r.state, r.answer is not null as answered from skill_evaluation_results r where ${isResult(claim, example)}`
  if (error instanceof TryLater) {
    if (example.tries + 1 >= maxTries)
      return fail('rate_limited', 'The model refused the request several times. Nothing was charged.')
    await database.sql`
      update skill_evaluation_results r set state = 'QUEUED', tries = r.tries + 1 where ${isResult(claim, example)}`
    return Math.max(error.afterSeconds, firstWaitSeconds * 2 ** Math.min(example.tries, 8))
  }
  if (row?.state === 'SENDING' && !row.answered) {
    const { code, message } = unknownPayment()
    return fail(code, message)
  }
  return shutdown.soon.aborted ? 0 : 'unknown'
}

async function failResult(
  sql: Sql,
  claim: Claim,
  example: Example,
  code: string,
  message: string,
): Promise<void> {
  await sql`
    update skill_evaluation_results r set state = 'FAILED', answer = null, failure_code = ${code}, failure_message = ${message}
    where ${isResult(claim, example)} and r.state in ('QUEUED', 'SENDING')`
}

async function queueAgain({ database, claim }: Run, afterSeconds: number): Promise<void> {
  await database.transaction(async (sql) => {
    const waiting = await sql`
      update skill_evaluations set state = 'QUEUED' where id = ${claim.id} and attempt = ${claim.attempt} and state = 'RUNNING'
      returning id`
    if (waiting.length === 0) return
    const { id } = claim
    await addTask(sql, {
      task: 'evaluate-skill',
      payload: { evaluationId: id },
      key: `evaluate-skill:${id}`,
      afterSeconds,
    })
  })
}

/** An evaluation without a single result has failed, for the reason of its first example. */
async function finish(sql: Sql, claim: Claim): Promise<void> {
  const it = fragment`(select s.id, s.workspace_id, ended.id as evaluation_id from ended join skills s on s.id = ended.skill_id) it`
  await sql`
    with reason as (
      select r.failure_code, r.failure_message from skill_evaluation_results r
      where r.evaluation_id = ${claim.id} and r.state = 'FAILED'
        and not exists (select from skill_evaluation_results x where x.evaluation_id = ${claim.id} and x.state = 'READY')
      order by r.position limit 1
    ), ended as (
      update skill_evaluations e set state = case when exists (select from reason) then 'FAILED' else 'READY' end,
        failure_code = (select failure_code from reason), failure_message = (select failure_message from reason),
        ended_at = clock_timestamp()
      where e.id = ${claim.id} and e.attempt = ${claim.attempt} and e.state = 'RUNNING' returning e.id, e.skill_id
    ), emitted as (${emit(skillEvent('skill.evaluated', null, it, skillEvaluationData))})
    select from ended`
}

function unknownPayment(): GenerationFailure {
  const message =
    'It is unknown whether the model answered: the connection or the server broke before the answer was stored. ' +
    'It was not asked a second time. Check your account there before you evaluate again.'
  return new GenerationFailure('start_unknown', message, true)
}
