import { z } from 'zod'
import { contributors } from '../../core/access.ts'
import { ApiError, unknownReference } from '../../core/errors.ts'
import { newUuid } from '../../core/ids.ts'
import { defineOperation } from '../../core/operation.ts'
import { FileId, SkillReviewerId } from '../../core/schemas.ts'
import { fragment } from '../../core/sql.ts'
import { emit } from '../../events/outbox.ts'
import { fileEvent } from '../../events/resource-events.ts'
import { SkillReview } from '../../records/skill-review.ts'
import { findSkillReview } from './find-skill-review.ts'
import { readBudget } from './read-budget.ts'
import { requireReviewModel } from './require-review-model.ts'

type Found = {
  skillId: string
  name: string
  published: boolean
  model: string | null
  kinds: string[]
  kind: string | null
  ready: boolean
}

export const startSkillReview = defineOperation({
  http: 'POST /api/files/:fileId/skill-reviews',
  client: 'skillReviews.start',
  summary: 'Let a skill reviewer of the project review a file. It drafts notes; it never gives a verdict.',

  scope: 'ai:generate',
  project: 'fileId',
  roles: contributors,
  power: 'spend',
  tier: 2,

  input: z.strictObject({
    fileId: FileId,
    skillReviewerId: SkillReviewerId.describe('A skill reviewer of the project of the file.'),
  }),
  output: [202, SkillReview],

  violations: { skill_reviews_running_idx: 'skill_review_running' },
  conflicts: [
    'file_not_ready',
    'kind_not_reviewed',
    'review_budget_reached',
    'review_model_unavailable',
    'skill_not_published',
    'skill_review_running',
  ],

  transaction: true,
  async handler({ fileId, skillReviewerId }, context) {
    const { sql, caller, projectId, requireLive } = context
    requireLive()
    const [found] = await sql<Found>`
      select s.id as "skillId", s.name, s.default_version_id is not null as published, r.model, r.kinds, m.kind,
        coalesce(m.state, 'PENDING') = 'READY' as ready
      from skill_reviewers r join skills s on s.id = r.skill_id left join media m on m.file_id = ${fileId}
      where r.id = ${skillReviewerId} and r.project_id = ${projectId}`
    if (!found) throw new ApiError('invalid_request', { errors: [unknownReference('/skillReviewerId')] })
    if (!found.ready) {
      const message = 'The previews of this file are not ready: a skill can review it when they are.'
      throw new ApiError('file_not_ready', { message })
    }
    if (!found.kinds.includes(found.kind ?? '')) throw new ApiError('kind_not_reviewed')
    if (!found.published) throw new ApiError('skill_not_published')
    requireReviewModel(found.model, context)
    if (found.model !== null) {
      const { monthlyUsd, spentUsd } = await readBudget(sql, projectId)
      if (monthlyUsd !== null && spentUsd >= monthlyUsd) throw new ApiError('review_budget_reached')
    }
    const id = newUuid()
    await sql`
      with created as (
        insert into skill_reviews (id, project_id, file_id, skill_reviewer_id, skill_id, skill_name, model, automatic, created_by)
        values (${id}, ${projectId}, ${fileId}, ${skillReviewerId}, ${found.skillId}, ${found.name}, ${found.model}, false,
          ${caller.userId})
        returning file_id
      ), changed as (
        select f.id, f.project_id, f.allow_restricted from created join files f on f.id = created.file_id
      )
      ${emit(fileEvent('file.updated', caller, fragment`changed it`, { changed: ['skillReviews'] }))}`
    return findSkillReview(context, id)
  },
})
