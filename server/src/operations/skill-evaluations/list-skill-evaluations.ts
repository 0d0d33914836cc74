import { z } from 'zod'
import { defineOperation } from '../../core/operation.ts'
import { SkillId } from '../../core/schemas.ts'
import {
  evaluationJoins,
  evaluationSelection,
  SkillEvaluation,
  type SkillEvaluationRow,
  skillEvaluationRecord,
} from '../../records/skill-evaluation.ts'
import { requireSkill } from './visible-examples.ts'

const limit = 100

export const listSkillEvaluations = defineOperation({
  http: 'GET /api/skills/:skillId/evaluations',
  client: 'skillEvaluations.list',
  summary: `List the last ${limit} evaluations of a skill, newest first, with precision and recall of each.`,

  scope: 'skills:read',
  workspaceRole: 'MEMBER',
  tier: 'default',

  input: z.strictObject({ skillId: SkillId }),
  output: [
    200,
    z.object({
      evaluations: z.array(SkillEvaluation),
      model: z.string().nullable().describe('The model that LIVE asks; null if none is configured.'),
    }),
  ],

  async handler({ skillId }, { sql, caller, reviewModel }) {
    await requireSkill(sql, caller, skillId)
    const rows = await sql<SkillEvaluationRow>`
      select ${evaluationSelection} from skills s join skill_evaluations e on e.skill_id = s.id ${evaluationJoins}
      where s.id = ${skillId} and not (coalesce(v.draft, true) and ${caller.agent})
      order by e.created_at desc, e.id limit ${limit}`
    return { evaluations: rows.map(skillEvaluationRecord), model: reviewModel?.name ?? null }
  },
})
