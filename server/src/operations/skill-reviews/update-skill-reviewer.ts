import { z } from 'zod'
import { managers } from '../../core/access.ts'
import { defineOperation } from '../../core/operation.ts'
import { givenFields } from '../../core/operation-audit.ts'
import { SkillReviewerId } from '../../core/schemas.ts'
import { fragment } from '../../core/sql.ts'
import { emit } from '../../events/outbox.ts'
import { projectEvent } from '../../events/resource-events.ts'
import {
  ReviewBrief,
  ReviewedKinds,
  ReviewModel,
  ReviewTrigger,
  SkillReviewer,
} from '../../records/skill-review.ts'
import { findSkillReviewer } from './find-skill-reviewer.ts'
import { requireReviewModel } from './require-review-model.ts'

export const updateSkillReviewer = defineOperation({
  http: 'PATCH /api/skill-reviewers/:skillReviewerId',
  client: 'skillReviewers.update',
  summary: 'Change a skill reviewer. Omitted fields stay as they are. Reviews under way are not changed.',

  scope: 'projects:write',
  project: 'skillReviewerId',
  roles: managers,
  power: 'spend',
  tier: 3,
  audit: {
    action: 'skill_reviewer.updated',
    target: { of: 'skillReviewer', before: ({ skillReviewerId }) => skillReviewerId },
    details: ({ skillReviewerId: _, ...fields }) => ({
      changed: givenFields(fields),
      trigger: fields.trigger,
      model: fields.model,
    }),
  },

  input: z.strictObject({
    skillReviewerId: SkillReviewerId,
    kinds: ReviewedKinds.optional().describe('Kinds of files that it reviews.'),
    trigger: ReviewTrigger.optional().describe(
      'NEW_REVISIONS: reviews each new file and revision by itself.',
    ),
    model: ReviewModel.nullable().optional().describe('null: the checks alone, without cost.'),
    brief: ReviewBrief.nullable().optional().describe('null clears it.'),
  }),
  output: [200, SkillReviewer],

  conflicts: ['review_model_unavailable'],

  transaction: true,
  async handler({ skillReviewerId, kinds, trigger, model, brief }, context) {
    const { sql, caller } = context
    requireReviewModel(model, context)
    await sql`
      with updated as (
        update skill_reviewers r set kinds = wanted.kinds, trigger = wanted.trigger, model = wanted.model, brief = wanted.brief,
          updated_at = clock_timestamp()
        from (
          select id, coalesce(${kinds ? [...new Set(kinds)] : null}::text[], kinds) as kinds,
            coalesce(${trigger ?? null}, trigger) as trigger,
            case when ${model !== undefined}::boolean then ${model ?? null} else model end as model,
            case when ${brief !== undefined}::boolean then ${brief ?? null} else brief end as brief
          from skill_reviewers where id = ${skillReviewerId} for update
        ) wanted
        where r.id = wanted.id
          and (r.kinds, r.trigger, r.model, r.brief) is distinct from (wanted.kinds, wanted.trigger, wanted.model, wanted.brief)
        returning r.project_id
      ), changed as (
        select p.id, p.workspace_id from updated join projects p on p.id = updated.project_id
      )
      ${emit(projectEvent('project.updated', caller, fragment`changed it`, { changed: ['skillReviewers'] }))}`
    return findSkillReviewer(context, skillReviewerId)
  },
})
