import { ApiError } from '../../core/errors.ts'
import type { ContextFields } from '../../core/operation.ts'
import {
  personJoins,
  type SkillReviewerRow,
  skillReviewerColumns,
  skillReviewerRecord,
} from '../../records/skill-review.ts'

export async function findSkillReviewer(
  { sql, caller }: Pick<ContextFields, 'sql' | 'caller'>,
  skillReviewerId: string,
) {
  const [row] = await sql<SkillReviewerRow>`
    select ${skillReviewerColumns}
    from (select ${caller.workspaceId}::uuid as workspace_id) access
    join skill_reviewers r on r.id = ${skillReviewerId} join all_skills s on s.id = r.skill_id
    ${personJoins('r.created_by')}`
  if (!row) throw new ApiError('not_found')
  return skillReviewerRecord(row)
}
