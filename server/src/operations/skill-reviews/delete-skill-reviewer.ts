import { z } from 'zod'
import { managers } from '../../core/access.ts'
import { ApiError } from '../../core/errors.ts'
import { defineOperation } from '../../core/operation.ts'
import { SkillReviewerId } from '../../core/schemas.ts'
import { fragment } from '../../core/sql.ts'
import { emit } from '../../events/outbox.ts'
import { projectEvent } from '../../events/resource-events.ts'

export const deleteSkillReviewer = defineOperation({
  http: 'DELETE /api/skill-reviewers/:skillReviewerId',
  client: 'skillReviewers.delete',
  summary: 'Remove a skill reviewer from its project. Its reviews and draft notes stay.',

  scope: 'projects:write',
  project: 'skillReviewerId',
  roles: managers,
  tier: 3,
  audit: {
    action: 'skill_reviewer.deleted',
    target: { of: 'skillReviewer', before: ({ skillReviewerId }) => skillReviewerId },
  },

  input: z.strictObject({ skillReviewerId: SkillReviewerId }),
  output: [204],

  async handler({ skillReviewerId }, { sql, caller }): Promise<undefined> {
    const deleted = await sql`
      with deleted as (
        delete from skill_reviewers where id = ${skillReviewerId} returning project_id
      ), changed as (
        select p.id, p.workspace_id from deleted join projects p on p.id = deleted.project_id
      ), emitted as (
        ${emit(projectEvent('project.updated', caller, fragment`changed it`, { changed: ['skillReviewers'] }))}
      )
      select project_id from deleted`
    if (deleted.length === 0) throw new ApiError('not_found')
  },
})
