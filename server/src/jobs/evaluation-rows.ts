// The rows of an evaluation of a skill: QUEUED → RUNNING → READY | FAILED, and CANCELLED by a person. Every change names the claim of its
// worker: a change by an earlier one has no effect.
import { msToFrame } from '../core/frames.ts'
import { type Database, type Fragment, fragment, type Sql } from '../core/sql.ts'
import { emit } from '../events/outbox.ts'
import { skillEvaluationData, skillEvent } from '../events/resource-events.ts'
import { sweepFolders } from '../media/scratch.ts'
import { addTask } from '../queue/tasks.ts'
import { matchNotes, type PlacedNote, toleranceAt } from '../records/note-matching.ts'
import type { LiveUsage } from './ask-about-example.ts'
import { budgetFault, releasePayment, reservePayment } from './review-payments.ts'

type Held = { database: Database; claim: Claim }

export type Claim = {
  id: string
  skillId: string
  attempt: number
  source: 'CHECKS' | 'RECORDED' | 'LIVE'
  model: string | null
  hash: Buffer
  content: string
  createdBy: string | null
}

export type Example = {
  exampleId: string
  position: number
  state: 'QUEUED' | 'SENDING'
  tries: number
  answer: string | null
  expected: PlacedNote[]
  /** null: the file is in the trash. */
  fileId: string | null
  projectId: string | null
  rate: { num: number; den: number } | null
}

/** A claim takes over from a worker that died: its changes come too late. */
export async function claimEvaluation(sql: Sql, id: string): Promise<Claim | undefined> {
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

export async function nextExample(sql: Sql, claim: Claim): Promise<Example | 'cancelled' | undefined> {
  const [row] = await sql<{ held: boolean; example: Omit<Example, 'answer'> | null; answer: string | null }>`
    select ${held(claim)} as held, next.example, convert_from(next.answer, 'UTF8') as answer
    from (select) one left join lateral (
      select r.answer, json_build_object('exampleId', r.example_id, 'position', r.position, 'state', r.state, 'tries', r.tries,
        'expected', r.expected, 'fileId', f.id, 'projectId', f.project_id,
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

/** Commits SENDING, and reserves the most that the request can cost of the budget of the file's project. */
export function startSending(
  { database, claim }: Held,
  example: Example & { projectId: string },
  mostUsd: number | null,
): Promise<'SENDING' | 'GONE' | 'BUDGET' | 'NO_PRICES'> {
  const { projectId, position } = example
  return database.transaction(async (sql) => {
    const fault = await budgetFault(sql, { projectId, mostUsd })
    if (fault) return fault
    const sending = await sql`
      update skill_evaluation_results r set state = 'SENDING'
      where ${isResult(claim, example)} and r.state = 'QUEUED' and ${held(claim)} returning r.example_id`
    if (sending.length === 0) return 'GONE'
    await reservePayment(sql, { id: claim.id, run: position, projectId, mostUsd })
    return 'SENDING'
  })
}

function isResult({ id }: Claim, { exampleId }: Example): Fragment {
  return fragment`r.evaluation_id = ${id} and r.example_id = ${exampleId}`
}

/** The cost is stored in any case; the answer only while it is waited for. */
export async function storeAnswer(
  sql: Sql,
  claim: Claim,
  example: Example,
  answer: string,
  { costUsd }: LiveUsage,
): Promise<void> {
  await sql`
    with paid as (
      update review_payments set cost_usd = ${costUsd}::numeric
      where skill_review_id = ${claim.id} and run = ${example.position}
    )
    update skill_evaluation_results r set answer = ${Buffer.from(answer.toWellFormed())}
    where ${isResult(claim, example)} and r.state = 'SENDING'`
}

/** An answer that was paid for is recorded, so that the same text can be evaluated again for nothing. */
export async function storeResult(
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

/** Whether a request was made, and its answer is not stored. */
export async function isWithoutAnswer(sql: Sql, claim: Claim, example: Example): Promise<boolean> {
  const [row] = await sql<{ lost: boolean }>`
    select r.state = 'SENDING' and r.answer is null as lost from skill_evaluation_results r where ${isResult(claim, example)}`
  return row?.lost ?? false
}

/** → QUEUED: the model has done nothing. */
export function waitForModel(database: Database, claim: Claim, example: Example): Promise<void> {
  return database.transaction(async (sql) => {
    await releasePayment(sql, { id: claim.id, run: example.position })
    await sql`
      update skill_evaluation_results r set state = 'QUEUED', tries = r.tries + 1 where ${isResult(claim, example)}`
  })
}

export async function failResult(
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

export async function queueAgain({ database, claim }: Held, afterSeconds: number): Promise<void> {
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
export async function finish(sql: Sql, claim: Claim): Promise<void> {
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

/** Removes the folders that dead workers have left. */
export function sweepEvaluations(sql: Sql, scratch: string): Promise<void> {
  return sweepFolders(scratch, async (names) => {
    const running = await sql<{ name: string }>`
      select name from unnest(${names}::text[]) name join skill_evaluations e on e.state = 'RUNNING'
        and starts_with(name, e.id || '.' || e.attempt || '.')`
    return running.map(({ name }) => name)
  })
}
