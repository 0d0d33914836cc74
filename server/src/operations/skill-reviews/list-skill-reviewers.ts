import { z } from 'zod'
import { contributors } from '../../core/access.ts'
import { defineOperation } from '../../core/operation.ts'
import { ProjectId } from '../../core/schemas.ts'
import {
  personJoins,
  ReviewBudget,
  SkillReviewer,
  type SkillReviewerRow,
  skillReviewerColumns,
  skillReviewerRecord,
} from '../../records/skill-review.ts'
import { readBudget } from './read-budget.ts'

export const listSkillReviewers = defineOperation({
  http: 'GET /api/projects/:projectId/skill-reviewers',
  client: 'skillReviewers.list',
  summary:
    'List the skills that review the files of a project, sorted by name, with the budget of the month.',

  scope: 'projects:read',
  project: 'projectId',
  roles: contributors,
  tier: 'default',

  input: z.strictObject({ projectId: ProjectId }),
  output: [
    200,
    z.object({
      skillReviewers: z.array(SkillReviewer),
      budget: ReviewBudget,
      model: z
        .string()
        .nullable()
        .describe(
          'The vision model of this server; null if none is configured: skills use the checks alone.',
        ),
    }),
  ],

  async handler({ projectId }, { sql, caller, reviewModel }) {
    const rows = await sql<SkillReviewerRow>`
      select ${skillReviewerColumns}
      from (select ${caller.workspaceId}::uuid as workspace_id) access
      join skill_reviewers r on r.project_id = ${projectId}
      join all_skills s on s.id = r.skill_id and s.trash_id is null ${personJoins('r.created_by')}
      order by lower(s.name) collate "C", r.id`
    return {
      skillReviewers: rows.map(skillReviewerRecord),
      budget: await readBudget(sql, projectId),
      model: reviewModel?.name ?? null,
    }
  },
})
