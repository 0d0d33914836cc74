import { z } from 'zod'
import { contributors } from '../../core/access.ts'
import { ApiError } from '../../core/errors.ts'
import { defineOperation } from '../../core/operation.ts'
import { SkillReviewId } from '../../core/schemas.ts'
import { fragment } from '../../core/sql.ts'
import { emit } from '../../events/outbox.ts'
import { fileEvent } from '../../events/resource-events.ts'

export const cancelSkillReview = defineOperation({
  http: 'POST /api/skill-reviews/:skillReviewId/cancel',
  client: 'skillReviews.cancel',
  summary:
    'Cancel a review by a skill: it drafts no notes. A request that the model has already received may still be charged.',

  scope: 'ai:generate',
  project: 'skillReviewId',
  roles: contributors,
  tier: 3,

  input: z.strictObject({ skillReviewId: SkillReviewId }),
  output: [204],

  conflicts: ['skill_review_ended'],

  async handler({ skillReviewId }, { sql, caller }): Promise<undefined> {
    const cancelled = await sql`
      with cancelled as (
        update skill_reviews set state = 'CANCELLED', context = null, answer = null, ended_at = clock_timestamp()
        where id = ${skillReviewId} and state in ('QUEUED', 'PREPARING', 'SENDING') returning file_id
      ), changed as (
        select f.id, f.project_id, f.allow_restricted from cancelled join files f on f.id = cancelled.file_id
      ), emitted as (${emit(fileEvent('file.updated', caller, fragment`changed it`, { changed: ['skillReviews'] }))})
      select file_id from cancelled`
    if (cancelled.length === 0) throw new ApiError('skill_review_ended')
  },
})
