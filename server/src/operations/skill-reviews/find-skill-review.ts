import { ApiError } from '../../core/errors.ts'
import type { ContextFields } from '../../core/operation.ts'
import {
  personJoins,
  type SkillReviewRow,
  skillReviewColumns,
  skillReviewRecord,
} from '../../records/skill-review.ts'

export async function findSkillReview(
  { sql, caller }: Pick<ContextFields, 'sql' | 'caller'>,
  skillReviewId: string,
) {
  const [row] = await sql<SkillReviewRow>`
    select ${skillReviewColumns}
    from (select ${caller.workspaceId}::uuid as workspace_id) access
    join skill_reviews r on r.id = ${skillReviewId} ${personJoins('r.created_by')}`
  if (!row) throw new ApiError('not_found')
  return skillReviewRecord(row)
}
