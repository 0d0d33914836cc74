// The states of a review by a skill: QUEUED → PREPARING → SENDING → READY | FAILED, and CANCELLED by a person. Every change names the
// claim of its worker: a change by an earlier one has no effect.
import { type Database, type Fragment, fragment, type Sql } from '../core/sql.ts'
import { emit } from '../events/outbox.ts'
import { fileEvent } from '../events/resource-events.ts'
import type { DraftedNote, ReviewResult, Usage } from '../generation/review-answer.ts'
import type { ReviewedFile } from '../generation/review-prompt.ts'
import { addTask } from '../queue/tasks.ts'
import { budgetFault, releasePayment, reservePayment } from './review-payments.ts'

export type ReviewFailure = { code: string; message: string; retryable: boolean }

/** The frames, pages and notes that the answer may name. */
export type AnswerContext = { file: ReviewedFile; openNotes: string[] }

export type ReviewClaim = {
  id: string
  projectId: string
  fileId: string
  skillId: string
  model: string | null
  brief: string | null
  state: 'QUEUED' | 'PREPARING' | 'SENDING'
  run: number
  attempt: number
  tries: number
  context: AnswerContext | null
  /** The stored answer to the paid request. */
  answer: string | null
}

/** Takes over from a worker that died: its changes come too late. */
export async function claimReview(sql: Sql, id: string): Promise<ReviewClaim | undefined> {
  const [claim] = await sql<ReviewClaim>`
    with claimed as (
      update skill_reviews set attempt = attempt + 1 where id = ${id} and state in ('QUEUED', 'PREPARING', 'SENDING') returning *
    )
    select c.id, c.project_id as "projectId", c.file_id as "fileId", c.skill_id as "skillId", c.model, r.brief, c.state, c.run,
      c.attempt, c.tries, c.context, convert_from(c.answer, 'UTF8') as answer
    from claimed c left join skill_reviewers r on r.id = c.skill_reviewer_id`
  return claim
}

function held({ id, attempt }: ReviewClaim, ...states: string[]): Fragment {
  return fragment`id = ${id} and attempt = ${attempt} and state = any(${states})`
}

/** The longest that a run waits for the checks. */
const checksSeconds = 3_600

/** Waits for checks that are under way; their end adds the task again. false: there is nothing to wait for. */
export function waitForChecks(database: Database, claim: ReviewClaim): Promise<boolean> {
  return database.transaction(async (sql) => {
    // The lock makes the checks end after this commit, so that the task that they add is the last one.
    const waiting = await sql`
      select from checks c join skill_reviews r on r.file_id = c.file_id
      where c.file_id = ${claim.fileId} and c.state in ('QUEUED', 'MEASURING') and r.id = ${claim.id} and r.state = 'QUEUED'
        and r.created_at > now() - make_interval(secs => ${checksSeconds}) for share of c`
    if (waiting.length === 0) return false
    await queueTask(sql, claim.id, checksSeconds)
    return true
  })
}

/** Returns false if the run was cancelled meanwhile. */
export async function startPreparing(
  sql: Sql,
  claim: ReviewClaim,
  version: { id: string; version: number; name: string },
): Promise<boolean> {
  const preparing = await sql`
    update skill_reviews set state = 'PREPARING', skill_version_id = ${version.id}, skill_version = ${version.version},
      skill_name = ${version.name}
    where ${held(claim, 'QUEUED', 'PREPARING')} returning id`
  return preparing.length > 0
}

export type Reservation = { frames: readonly number[]; context: AnswerContext; mostUsd: number | null }

/**
 * Commits SENDING and reserves the most that the request can cost. Runs of a project reserve one after another, so that they
 * cannot pass the budget together. The primary key of the payment allows one for each run.
 */
export function startSending(
  database: Database,
  claim: ReviewClaim,
  { frames, context, mostUsd }: Reservation,
): Promise<'SENDING' | 'GONE' | 'BUDGET' | 'NO_PRICES'> {
  const { projectId, id, run } = claim
  return database.transaction(async (sql) => {
    const fault = await budgetFault(sql, { projectId, mostUsd })
    if (fault) return fault
    const sending = await sql`
      update skill_reviews set state = 'SENDING', frames = ${frames}::integer[], context = ${JSON.stringify(context)}::jsonb
      where ${held(claim, 'PREPARING')} returning id`
    if (sending.length === 0) return 'GONE'
    await reservePayment(sql, { id, run, projectId, mostUsd })
    return 'SENDING'
  })
}

/**
 * One statement: only a worker that dies between the last byte of the answer and this commit loses a paid answer. The cost is
 * stored in any case; the answer only if the run still wants it.
 */
export async function storeAnswer(
  sql: Sql,
  claim: ReviewClaim,
  answer: string,
  { inputTokens, outputTokens }: Usage,
  costUsd: number | null,
): Promise<boolean> {
  const bytes = Buffer.from(answer.toWellFormed())
  const stored = await sql`
    with paid as (
      update review_payments set cost_usd = ${costUsd}::numeric where skill_review_id = ${claim.id} and run = ${claim.run}
    )
    update skill_reviews set answer = ${bytes}, input_tokens = ${inputTokens}, output_tokens = ${outputTokens}
    where ${held(claim, 'SENDING')} returning id`
  return stored.length > 0
}

/** → QUEUED: nothing was paid. */
export async function queueAgain(
  database: Database,
  claim: ReviewClaim,
  afterSeconds: number,
  { counts = false } = {},
): Promise<void> {
  await database.transaction(async (sql) => {
    await releasePayment(sql, claim)
    const waiting = await sql`
      update skill_reviews set state = 'QUEUED', tries = tries + ${counts ? 1 : 0}, context = null
      where ${held(claim, 'QUEUED', 'PREPARING', 'SENDING')} returning id`
    if (waiting.length > 0) await queueTask(sql, claim.id, afterSeconds)
  })
}

function queueTask(sql: Sql, skillReviewId: string, afterSeconds: number): Promise<void> {
  const key = `review-with-skill:${skillReviewId}`
  return addTask(sql, { task: 'review-with-skill', payload: { skillReviewId }, key, afterSeconds })
}

/** → READY, with its draft notes. Only members see these until a person accepts them. */
export async function finishReview(
  database: Database,
  claim: ReviewClaim,
  { notes, outcomes }: ReviewResult,
): Promise<void> {
  const stored = outcomes.map(({ id, outcome, reason }) => ({ comment: { id }, outcome, reason }))
  await database.transaction(async (sql) => {
    const ended = await sql`
      update skill_reviews set state = 'READY', notes = ${JSON.stringify(stored)}::jsonb, answer = null, context = null,
        ended_at = clock_timestamp()
      where ${held(claim, 'PREPARING', 'SENDING')} returning id`
    if (ended.length === 0) return
    await insertDrafts(sql, claim, notes)
    await sql`${endEvents(claim.id, 'READY')}`
  })
}

async function insertDrafts(sql: Sql, claim: ReviewClaim, notes: readonly DraftedNote[]): Promise<void> {
  const rows = notes.map((note, position) => ({ ...note, position }))
  await sql`
    insert into draft_notes (id, project_id, file_id, skill_review_id, run, position, first_frame, last_frame, first_ms, last_ms,
      page, area, content, confidence)
    select gen_random_uuid(), ${claim.projectId}, ${claim.fileId}, ${claim.id}, ${claim.run}, n.position, n."firstFrame",
      n."lastFrame", n."firstMs", n."lastMs", n.page, nullif(n.area, 'null'::jsonb), n.text, n.confidence
    from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as n (position integer, "firstFrame" bigint, "lastFrame" bigint,
      "firstMs" bigint, "lastMs" bigint, page integer, area jsonb, text text, confidence real)`
}

/** `isPaid` false: the reservation is given back. A request that may have been paid stays reserved. */
export async function failReview(
  database: Database,
  claim: ReviewClaim,
  { code, message, retryable }: ReviewFailure,
  { isPaid }: { isPaid: boolean },
): Promise<void> {
  await database.transaction(async (sql) => {
    if (!isPaid) await releasePayment(sql, claim)
    const ended = await sql`
      update skill_reviews set state = 'FAILED', failure_code = ${code}, failure_message = ${message},
        failure_retryable = ${retryable}, answer = null, context = null, ended_at = clock_timestamp()
      where ${held(claim, 'QUEUED', 'PREPARING', 'SENDING')} returning id`
    if (ended.length > 0) await sql`${endEvents(claim.id, 'FAILED')}`
  })
}

function endEvents(id: string, state: 'READY' | 'FAILED'): Fragment {
  const from = fragment`(select f.id, f.project_id, f.allow_restricted, r.id as skill_review_id
    from skill_reviews r join files f on f.id = r.file_id where r.id = ${id}) it`
  const skillReview = { id: fragment`it.skill_review_id`, state }
  return emit(
    fileEvent('file.updated', null, from, { changed: ['skillReviews'] }),
    fileEvent('file.reviewed_by_skill', null, from, { skillReview }),
  )
}
