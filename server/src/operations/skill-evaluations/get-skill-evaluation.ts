import { z } from 'zod'
import { ApiError } from '../../core/errors.ts'
import { defineOperation } from '../../core/operation.ts'
import { SkillEvaluationId } from '../../core/schemas.ts'
import {
  evaluationJoins,
  evaluationSelection,
  exampleResult,
  type ResultRow,
  SkillEvaluationDetails,
  type SkillEvaluationRow,
  skillEvaluationRecord,
} from '../../records/skill-evaluation.ts'
import { callerSees } from './visible-examples.ts'

export const getSkillEvaluation = defineOperation({
  http: 'GET /api/skill-evaluations/:skillEvaluationId',
  client: 'skillEvaluations.get',
  summary: 'Get an evaluation of a skill: the notes that were found, missed and extra, for each example.',

  scope: 'skills:read',
  workspaceRole: 'MEMBER',
  tier: 'default',

  input: z.strictObject({ skillEvaluationId: SkillEvaluationId }),
  output: [200, SkillEvaluationDetails],

  async handler({ skillEvaluationId }, { sql, caller }) {
    const [row] = await sql<SkillEvaluationRow & { content: string | null }>`
      select ${evaluationSelection}, e.content
      from skill_evaluations e join skills s on s.id = e.skill_id ${evaluationJoins}
      where e.id = ${skillEvaluationId} and s.workspace_id = ${caller.workspaceId}
        and not (coalesce(v.draft, true) and ${caller.agent})`
    if (!row) throw new ApiError('not_found')
    const results = await sql<ResultRow>`
      select e.id, e.name, f.id as "fileId", f.name as "fileName", f.project_id as "projectId",
        case when not m.variable_rate then m.frame_rate_num || '/' || m.frame_rate_den end as "frameRate", r.state,
        r.failure_code as "failureCode", r.failure_message as "failureMessage", r.expected, r.found, r.matches
      from skill_evaluation_results r join skill_examples e on e.id = r.example_id join files f on f.id = e.file_id
      left join media m on m.file_id = f.id
      where r.evaluation_id = ${skillEvaluationId} and ${callerSees(caller)}
      order by e.created_at, e.id`
    const { content, ...evaluation } = row
    return { ...skillEvaluationRecord(evaluation), content, examples: results.map(exampleResult) }
  },
})
