// Reviews a file with a skill. SENDING is committed before the paid request, and only an answer that says that nothing was done leads
// back to QUEUED. The answer is stored as it came before it is read. A worker that finds SENDING takes over from one that died: with
// an answer it goes on from there; without one the request may have been paid, so it fails, and a person decides whether to pay
// again. The result is draft notes and nothing else: no path leads from here to comments or verdicts.
import type { Logger } from 'pino'
import { ApiError } from '../core/errors.ts'
import { isOutage, outageWaitSeconds } from '../core/outage.ts'
import { GenerationFailure, TryLater } from '../core/provider.ts'
import type { Database, Sql } from '../core/sql.ts'
import { rateLimited } from '../generation/generation-failures.ts'
import { retryWrite } from '../generation/retry-write.ts'
import { readAnswer, usageOf } from '../generation/review-answer.ts'
import { mostTokens, type ReviewModel } from '../generation/review-model.ts'
import { reviewRequest } from '../generation/review-prompt.ts'
import type { ShutdownSignals } from '../generation/step.ts'
import { SkillFrontMatterError } from '../media/checks/skill-front-matter.ts'
import { MediaFailure } from '../media/processor.ts'
import { sweepFolders } from '../media/scratch.ts'
import { reviewByChecks } from './review-by-checks.ts'
import { collectMaterial, type MaterialServices } from './review-material.ts'
import {
  claimReview,
  failReview,
  finishReview,
  queueAgain,
  type ReviewClaim,
  type ReviewFailure,
  startPreparing,
  startSending,
  storeAnswer,
  waitForChecks,
} from './review-rows.ts'

export type ReviewServices = Omit<MaterialServices, 'sql'> & {
  database: Database
  /** undefined: no vision model is configured. */
  reviewModel: ReviewModel | undefined
  logger: Logger
}

const maxTries = 10
const firstWaitSeconds = 15

const unpaid = { isPaid: false }

export async function reviewWithSkill(
  services: ReviewServices,
  skillReviewId: string,
  shutdown: ShutdownSignals,
): Promise<void> {
  const { database } = services
  const claim = await claimReview(database.sql, skillReviewId)
  if (!claim) return
  if (claim.answer !== null) return use(services, claim, claim.answer, shutdown)
  if (claim.state === 'SENDING') return failReview(database, claim, unknownPayment(), { isPaid: true })
  if (shutdown.soon.aborted) return queueAgain(database, claim, 0)
  if (claim.state === 'QUEUED' && (await waitForChecks(database, claim))) return
  try {
    await review(services, claim, shutdown)
  } catch (error) {
    await settle(services, claim, error, shutdown)
  }
}

type PublishedSkill = { name: string; id: string | null; version: number; markdown: string }

async function review(
  services: ReviewServices,
  claim: ReviewClaim,
  shutdown: ShutdownSignals,
): Promise<void> {
  const { database, reviewModel } = services
  const skill = await publishedSkill(database.sql, claim.skillId)
  if ('code' in skill) return failReview(database, claim, skill, unpaid)
  if (!(await startPreparing(database.sql, claim, skill))) return
  const { fileId, skillId, brief, model } = claim
  const { markdown } = skill
  const reading = { ...services, sql: database.sql }
  if (model === null) {
    const result = await reviewByChecks(reading, { fileId, skillId, markdown })
    if ('code' in result) return failReview(database, claim, result, unpaid)
    return finishReview(database, claim, result)
  }
  if (reviewModel?.name !== model) return failReview(database, claim, notConfigured(model), unpaid)
  const name = `${claim.id}.${claim.attempt}`
  const asked = { fileId, name, skillId, skillMarkdown: markdown, brief }
  const material = await collectMaterial(reading, asked, shutdown.soon)
  const request = reviewRequest(material)
  const context = { file: material.file, openNotes: material.openNotes.map(({ id }) => id) }
  const mostUsd = reviewModel.costOf(mostTokens(request))
  const sending = await startSending(database, claim, { frames: material.numbers, context, mostUsd })
  // Cancelled meanwhile: nothing is paid.
  if (sending === 'GONE') return
  if (sending !== 'SENDING')
    return failReview(database, claim, sending === 'BUDGET' ? budgetReached() : noPrices(), unpaid)
  const answer = await reviewModel.ask(request, shutdown.now)
  const usage = usageOf(answer)
  const cost = reviewModel.costOf(usage)
  // From here on, the answer survives the worker. Cancelled meanwhile: nobody wants it, but it was paid.
  if (await retryWrite(shutdown, () => storeAnswer(database.sql, claim, answer, usage, cost)))
    await use(services, { ...claim, context }, answer, shutdown)
}

/** The default version, as it is when the run is prepared. */
async function publishedSkill(
  sql: Sql,
  skillId: string,
): Promise<(PublishedSkill & { id: string }) | ReviewFailure> {
  const [skill] = await sql<PublishedSkill>`
    select s.name, v.id, v.version, v.content as markdown
    from skills s left join skill_versions v on v.id = s.default_version_id and not v.draft where s.id = ${skillId}`
  if (!skill) return skillGone
  return skill.id === null ? skillUnpublished : { ...skill, id: skill.id }
}

/** Turns a stored answer into draft notes. A worker that takes over does so again, without a request. */
async function use(
  { database }: ReviewServices,
  claim: ReviewClaim,
  answer: string,
  shutdown: ShutdownSignals,
): Promise<void> {
  try {
    const { file, openNotes } = claim.context!
    const result = readAnswer(answer, file, openNotes)
    await retryWrite(shutdown, () => finishReview(database, claim, result))
  } catch (error) {
    if (!(error instanceof GenerationFailure)) throw error
    await retryWrite(shutdown, () => failReview(database, claim, error, { isPaid: true }))
  }
}

/** After these the model has done nothing. */
const refusals = ['provider_rejected_key', 'provider_balance', 'content_policy', 'provider_refused']

async function settle(
  { database, logger }: ReviewServices,
  claim: ReviewClaim,
  error: unknown,
  shutdown: ShutdownSignals,
): Promise<void> {
  const [row] = await database.sql<{ state: string; answered: boolean }>`
    select state, answer is not null as answered from skill_reviews where id = ${claim.id}`
  const wasSent = row?.state === 'SENDING'
  if (error instanceof GenerationFailure) {
    const isPaid = wasSent && !refusals.includes(error.code)
    return failReview(database, claim, isPaid ? maybePaid(error) : error, { isPaid })
  }
  if (error instanceof TryLater) {
    if (claim.tries + 1 >= maxTries) return failReview(database, claim, rateLimited(), unpaid)
    const wait = Math.max(error.afterSeconds, firstWaitSeconds * 2 ** Math.min(claim.tries, 8))
    return queueAgain(database, claim, wait, { counts: true })
  }
  // Names and codes only: a message could repeat what was sent.
  logger.warn({ skillReviewId: claim.id, error: (error as Error).name }, 'a review by a skill failed')
  // The answer is stored, and only its notes are not: the queue runs the task again, which asks nobody.
  if (row?.answered) throw error
  if (wasSent) return failReview(database, claim, unknownPayment(), { isPaid: true })
  if (shutdown.soon.aborted) return queueAgain(database, claim, 0)
  if (isOutage(error)) return queueAgain(database, claim, outageWaitSeconds)
  const final = finalFailure(error)
  if (final) return failReview(database, claim, final, unpaid)
  if (claim.tries + 1 >= maxTries) return failReview(database, claim, notPrepared(), unpaid)
  return queueAgain(database, claim, firstWaitSeconds * 2 ** Math.min(claim.tries, 8), { counts: true })
}

/** Failures that a retry by the worker does not mend. */
function finalFailure(error: unknown): ReviewFailure | undefined {
  if (error instanceof SkillFrontMatterError)
    return { code: 'skill_invalid', message: error.message, retryable: true }
  if (error instanceof MediaFailure)
    return { code: 'nothing_to_review', message: error.message, retryable: error.retryable }
  if (error instanceof ApiError && ['not_found', 'not_viewable', 'file_not_ready'].includes(error.code))
    return { code: 'nothing_to_review', message: error.message, retryable: true }
  return undefined
}

/** Removes the folders that dead workers have left. */
export function sweepReviews(sql: Sql, scratch: string): Promise<void> {
  return sweepFolders(scratch, async (names) => {
    const running = await sql<{ name: string }>`
      select id || '.' || attempt as name from skill_reviews where state in ('QUEUED', 'PREPARING', 'SENDING')
        and id || '.' || attempt = any(${names})`
    return running.map(({ name }) => name)
  })
}

function unknownPayment(): GenerationFailure {
  const message =
    'It is unknown whether the model did the work: the connection or the server broke before its answer was stored. ' +
    'It was not asked a second time. Check your account there before you try again.'
  return new GenerationFailure('start_unknown', message, true)
}

/** The answer came, and could not be read at all. */
function maybePaid({ code, message, retryable }: GenerationFailure): ReviewFailure {
  return { code, message: `${message} The request was probably charged.`, retryable }
}

function notConfigured(model: string): ReviewFailure {
  const message = `The model ${model} is no longer configured on this server. Nothing was charged. Choose the model of the server for this skill reviewer.`
  return { code: 'provider_not_configured', message, retryable: true }
}

function budgetReached(): ReviewFailure {
  const message =
    'This review could cost more than the project has left of its budget for this month. Nothing was charged. A manager can raise the budget.'
  return { code: 'budget_reached', message, retryable: true }
}

function noPrices(): ReviewFailure {
  const message =
    'The project has a budget, and the server does not know the prices of its model (REVIEW_PRICE_INPUT, REVIEW_PRICE_OUTPUT). Nothing was charged.'
  return { code: 'prices_unknown', message, retryable: true }
}

function notPrepared(): ReviewFailure {
  const message = 'The review could not be prepared after several attempts. Nothing was charged; try again.'
  return { code: 'provider_failed', message, retryable: true }
}

const skillGone: ReviewFailure = {
  code: 'skill_unavailable',
  message: 'The skill was deleted. Nothing was charged. Restore it, or remove the skill reviewer.',
  retryable: true,
}
const skillUnpublished: ReviewFailure = {
  code: 'skill_unavailable',
  message: 'The skill has no published version. Nothing was charged. Publish one, then retry.',
  retryable: true,
}
