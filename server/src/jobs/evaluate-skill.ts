// Evaluates a text of a skill: asks it about each example, one after the other, and compares the notes that it finds with the expected
// ones. Each result is committed by itself, so a worker that takes over goes on with the next example. A paid request is made once: SENDING
// is committed before it, and the answer is stored before it is read.
import type { Logger } from 'pino'
import { ApiError } from '../core/errors.ts'
import { isOutage, outageWaitSeconds } from '../core/outage.ts'
import { GenerationFailure, TryLater } from '../core/provider.ts'
import type { Database } from '../core/sql.ts'
import type { Storage } from '../core/storage.ts'
import { retryWrite } from '../generation/retry-write.ts'
import type { ShutdownSignals } from '../generation/step.ts'
import { isWorthNote, judgeStored } from '../media/checks/judge-stored.ts'
import { readSkillFrontMatter, SkillFrontMatterError } from '../media/checks/skill-front-matter.ts'
import { MediaFailure } from '../media/processor.ts'
import type { PlacedNote } from '../records/note-matching.ts'
import {
  type LiveServices,
  type LiveUsage,
  paidUsage,
  prepareQuestion,
  readNotes,
} from './ask-about-example.ts'
import {
  type Claim,
  claimEvaluation,
  type Example,
  failResult,
  finish,
  isWithoutAnswer,
  nextExample,
  queueAgain,
  startSending,
  storeAnswer,
  storeResult,
  waitForModel,
} from './evaluation-rows.ts'
import { releasePayment } from './review-payments.ts'

export type EvaluateServices = {
  database: Database
  storage: Storage
  /** undefined: no model is configured. */
  live: LiveServices | undefined
  logger: Logger
}

type Run = EvaluateServices & { claim: Claim; shutdown: ShutdownSignals }

const maxTries = 10
const firstWaitSeconds = 15

/** Failures after which the model may have done its work: what is reserved stays reserved. */
const maybePaid = ['start_unknown', 'provider_invalid_answer']

const budgetReached =
  'This request could cost more than the project of the file has left of its budget for this month. Nothing was charged.'
const noPrices =
  'The project of the file has a budget, and the server does not know the prices of its model. Nothing was charged.'

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
  const { fileId, projectId } = example
  if (fileId === null || projectId === null)
    throw new NoResult(
      'file_deleted',
      'The file of this example is in the trash. Restore it, or delete the example.',
    )
  const given = { ...example, fileId, projectId }
  if (run.claim.source === 'CHECKS') return checkedNotes(run, given)
  if (run.claim.source === 'RECORDED') return recordedNotes(run, given)
  return liveNotes(run, given)
}

type Given = Example & { fileId: string; projectId: string }

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
    .filter(isWorthNote)
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
  if (live?.reviewModel.name !== claim.model || !live)
    throw new NoResult('provider_not_configured', 'The model is no longer configured. Nothing was charged.')
  if (example.answer !== null) return read(run, live, example, example.answer)
  if (example.state === 'SENDING') throw unknownPayment()
  const { skillId, content: skillMarkdown } = claim
  const question = { name: `${claim.id}.${claim.attempt}.${position}`, fileId, skillId, skillMarkdown }
  const prepared = await prepareQuestion({ ...live, sql: database.sql }, question, shutdown.soon)
  const sending = await startSending(run, example, prepared.mostUsd)
  if (sending === 'BUDGET') throw new NoResult('budget_reached', budgetReached)
  if (sending === 'NO_PRICES') throw new NoResult('prices_unknown', noPrices)
  // Cancelled meanwhile: nothing is paid.
  if (sending === 'GONE') throw new NoResult('cancelled', 'The evaluation was cancelled.')
  const answer = await prepared.ask(shutdown.now)
  // From here on, the answer survives the worker.
  await retryWrite(shutdown, () => storeAnswer(database.sql, claim, example, answer, paidUsage(live, answer)))
  return read(run, live, example, answer)
}

async function read({ database }: Run, live: LiveServices, example: Given, answer: string): Promise<Found> {
  const { storage } = live
  const notes = await readNotes({ sql: database.sql, storage }, example.fileId, answer)
  return { notes, usage: paidUsage(live, answer) }
}

/** Seconds to wait, undefined when the failure is stored, or `unknown` for a defect, after which the queue retries. */
async function settle(run: Run, example: Example, error: unknown): Promise<number | undefined | 'unknown'> {
  const { database, claim, shutdown } = run
  const fail = async (code: string, message: string) => {
    await retryWrite(shutdown, () => failResult(database.sql, claim, example, code, message))
    return undefined
  }
  const release = () => releasePayment(database.sql, { id: claim.id, run: example.position })
  if (error instanceof GenerationFailure && !maybePaid.includes(error.code)) await release()
  if (error instanceof NoResult || error instanceof GenerationFailure || error instanceof MediaFailure)
    return fail(error.code, error.message)
  // Before the errors of the API, to which an outage of the database belongs. A request without a stored answer is not repeated: the
  // next run finds SENDING.
  if (isOutage(error)) return outageWaitSeconds
  if (error instanceof ApiError) return fail('nothing_to_review', error.message)
  if (error instanceof SkillFrontMatterError) return fail('no_skill_checks', error.message)
  const isUnknown = await isWithoutAnswer(database.sql, claim, example)
  if (error instanceof TryLater) {
    if (example.tries + 1 >= maxTries) {
      await release()
      return fail('rate_limited', 'The model refused the request several times. Nothing was charged.')
    }
    await waitForModel(database, claim, example)
    return Math.max(error.afterSeconds, firstWaitSeconds * 2 ** Math.min(example.tries, 8))
  }
  if (isUnknown) {
    const { code, message } = unknownPayment()
    return fail(code, message)
  }
  return shutdown.soon.aborted ? 0 : 'unknown'
}

function unknownPayment(): GenerationFailure {
  const message =
    'It is unknown whether the model answered: the connection or the server broke before the answer was stored. ' +
    'It was not asked a second time. Check your account there before you evaluate again.'
  return new GenerationFailure('start_unknown', message, true)
}
