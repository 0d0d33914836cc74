import { z } from 'zod'
import { managers } from '../../core/access.ts'
import { ApiError } from '../../core/errors.ts'
import { defineOperation } from '../../core/operation.ts'
import { ProjectId } from '../../core/schemas.ts'
import { fragment } from '../../core/sql.ts'
import { emit } from '../../events/outbox.ts'
import { projectEvent } from '../../events/resource-events.ts'
import { MonthlyUsd, ReviewBudget } from '../../records/skill-review.ts'
import { readBudget } from './read-budget.ts'

export const setReviewBudget = defineOperation({
  http: 'PUT /api/projects/:projectId/review-budget',
  client: 'skillReviewers.setBudget',
  summary: 'Set how much reviews by skills may cost in a project in a calendar month.',

  scope: 'projects:write',
  project: 'projectId',
  roles: managers,
  power: 'spend',
  tier: 3,
  audit: {
    action: 'review_budget.updated',
    target: { of: 'project', before: ({ projectId }) => projectId },
    details: ({ monthlyUsd }) => ({ monthlyUsd }),
  },

  input: z.strictObject({
    projectId: ProjectId,
    monthlyUsd: MonthlyUsd.nullable().describe(
      'US dollars, rounded to cents; 0 stops paid reviews, null is no limit.',
    ),
  }),
  output: [200, ReviewBudget],

  conflicts: ['review_prices_unknown'],

  transaction: true,
  async handler({ projectId, monthlyUsd }, { sql, caller, reviewModel }) {
    // 0 needs no prices: nothing is asked then.
    if (monthlyUsd !== null && monthlyUsd > 0 && reviewModel?.priced === false)
      throw new ApiError('review_prices_unknown')
    await sql`
      with stored as (
        insert into review_budgets (project_id, monthly_usd) values (${projectId}, ${monthlyUsd}::numeric)
        on conflict (project_id) do update set monthly_usd = excluded.monthly_usd, updated_at = clock_timestamp()
        where review_budgets.monthly_usd is distinct from excluded.monthly_usd
        returning project_id
      ), changed as (
        select p.id, p.workspace_id from stored join projects p on p.id = stored.project_id
      )
      ${emit(projectEvent('project.updated', caller, fragment`changed it`, { changed: ['skillReviewers'] }))}`
    return readBudget(sql, projectId)
  },
})
