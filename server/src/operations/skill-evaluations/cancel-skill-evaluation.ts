import { z } from 'zod'
import { ApiError } from '../../core/errors.ts'
import { defineOperation } from '../../core/operation.ts'
import { SkillEvaluationId } from '../../core/schemas.ts'
import { fragment } from '../../core/sql.ts'
import { emit } from '../../events/outbox.ts'
import { skillEvaluationData, skillEvent } from '../../events/resource-events.ts'

export const cancelSkillEvaluation = defineOperation({
  http: 'POST /api/skill-evaluations/:skillEvaluationId/cancel',
  client: 'skillEvaluations.cancel',
  summary:
    'Cancel an evaluation. A request that the model is answering may still be charged; no other is sent.',

  scope: 'skills:write',
  workspaceRole: 'MEMBER',
  tier: 3,

  input: z.strictObject({ skillEvaluationId: SkillEvaluationId }),
  output: [204],

  conflicts: ['evaluation_ended'],

  async handler({ skillEvaluationId }, { sql, caller }): Promise<undefined> {
    const it = fragment`cancelled it`
    const [found] = await sql<{ cancelled: boolean }>`
      with found as (
        select e.id, s.id as skill_id, s.workspace_id from skill_evaluations e join skills s on s.id = e.skill_id
        where e.id = ${skillEvaluationId} and s.workspace_id = ${caller.workspaceId}
      ), cancelled as (
        update skill_evaluations e set state = 'CANCELLED', ended_at = clock_timestamp() from found
        where e.id = found.id and e.state in ('QUEUED', 'RUNNING')
        returning found.skill_id as id, found.workspace_id, e.id as evaluation_id
      ), emitted as (${emit(skillEvent('skill.evaluated', caller, it, skillEvaluationData))})
      select exists (select from cancelled) as cancelled from found`
    if (!found) throw new ApiError('not_found')
    if (!found.cancelled) throw new ApiError('evaluation_ended')
  },
})
