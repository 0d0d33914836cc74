import { z } from 'zod'
import { contributors } from '../../core/access.ts'
import { ApiError } from '../../core/errors.ts'
import { defineOperation } from '../../core/operation.ts'
import { SkillReviewId } from '../../core/schemas.ts'
import { fragment } from '../../core/sql.ts'
import { emit } from '../../events/outbox.ts'
import { fileEvent } from '../../events/resource-events.ts'
import { addTask } from '../../queue/tasks.ts'
import { SkillReview } from '../../records/skill-review.ts'
import { findSkillReview } from './find-skill-review.ts'
import { readBudget } from './read-budget.ts'
import { requireReviewModel } from './require-review-model.ts'

type Ended = { model: string | null; state: string; charged: boolean }

export const retrySkillReview = defineOperation({
  http: 'POST /api/skill-reviews/:skillReviewId/retry',
  client: 'skillReviews.retry',
  summary: 'Retry a review by a skill that failed or was cancelled, with the current version of the skill.',

  scope: 'ai:generate',
  project: 'skillReviewId',
  roles: contributors,
  power: 'spend',
  tier: 2,

  input: z.strictObject({
    skillReviewId: SkillReviewId,
    payAgain: z.boolean().nullish().describe('true: also after a request that may have been charged.'),
  }),
  output: [202, SkillReview],

  violations: { skill_reviews_running_idx: 'skill_review_running' },
  conflicts: [
    'review_budget_reached',
    'review_may_be_charged',
    'review_model_unavailable',
    'skill_review_not_failed',
    'skill_review_running',
  ],

  transaction: true,
  async handler({ skillReviewId, payAgain }, context) {
    const { sql, caller, projectId, requireLive } = context
    requireLive()
    const [ended] = await sql<Ended>`
      select r.model, r.state, exists (
        select from review_payments p where p.skill_review_id = r.id and p.run = r.run) as charged
      from skill_reviews r where r.id = ${skillReviewId} for update`
    if (!ended) throw new ApiError('not_found')
    if (ended.state !== 'FAILED' && ended.state !== 'CANCELLED') throw new ApiError('skill_review_not_failed')
    requireReviewModel(ended.model, context)
    if (ended.charged && !payAgain) throw new ApiError('review_may_be_charged')
    if (ended.model !== null) {
      const { monthlyUsd, spentUsd } = await readBudget(sql, projectId)
      if (monthlyUsd !== null && spentUsd >= monthlyUsd) throw new ApiError('review_budget_reached')
    }
    await sql`
      with retried as (
        update skill_reviews set state = 'QUEUED', run = run + 1, tries = 0, failure_code = null, failure_message = null,
          failure_retryable = null, ended_at = null, answer = null, context = null, frames = '{}', notes = '[]'
        where id = ${skillReviewId} returning file_id
      ), changed as (
        select f.id, f.project_id, f.allow_restricted from retried join files f on f.id = retried.file_id
      )
      ${emit(fileEvent('file.updated', caller, fragment`changed it`, { changed: ['skillReviews'] }))}`
    const key = `review-with-skill:${skillReviewId}`
    await addTask(sql, { task: 'review-with-skill', payload: { skillReviewId }, key })
    return findSkillReview(context, skillReviewId)
  },
})
