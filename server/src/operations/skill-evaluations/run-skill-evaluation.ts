import { z } from 'zod'
import { type Caller, requirePower } from '../../core/access.ts'
import { ApiError } from '../../core/errors.ts'
import { newUuid } from '../../core/ids.ts'
import { defineOperation } from '../../core/operation.ts'
import { SkillEvaluationId, SkillId } from '../../core/schemas.ts'
import { fragment } from '../../core/sql.ts'
import { emit } from '../../events/outbox.ts'
import { skillEvaluationData, skillEvent } from '../../events/resource-events.ts'
import { readSkillFrontMatter, SkillFrontMatterError } from '../../media/checks/skill-front-matter.ts'
import { addTask } from '../../queue/tasks.ts'
import { EvaluationSource } from '../../records/skill-evaluation.ts'
import { evaluatedText, findText } from './evaluated-text.ts'
import { callerSees } from './visible-examples.ts'

export const runSkillEvaluation = defineOperation({
  http: 'POST /api/skills/:skillId/evaluations',
  client: 'skillEvaluations.run',
  summary:
    'Evaluate a version of a skill, or a text that is not published yet, with the examples that you can see. Returns at once; Get Skill Evaluation shows the result.',

  scope: 'skills:write',
  workspaceRole: 'MEMBER',
  tier: 2,

  input: z.strictObject({ skillId: SkillId, ...evaluatedText, source: EvaluationSource }),
  output: [202, z.object({ id: SkillEvaluationId })],

  conflicts: ['evaluation_in_progress', 'no_skill_checks', 'no_skill_examples', 'review_model_unavailable'],

  transaction: true,
  async handler({ skillId, source, ...given }, { sql, caller, requireLive, reviewModel }) {
    requireLive()
    if (source === 'LIVE') requireSpending(caller)
    // Two concurrent calls for the same text start one evaluation: the second waits for the row of the skill.
    const [skill] = await sql`
      select s.id from skills s where s.id = ${skillId} and s.workspace_id = ${caller.workspaceId}
        and not (s.draft and ${caller.agent}) for no key update of s`
    if (!skill) throw new ApiError('not_found')
    const { versionId, content, hash } = await findText(sql, caller, skillId, given)
    if (source === 'CHECKS') requireChecks(content)
    if (source === 'LIVE' && !reviewModel) throw new ApiError('review_model_unavailable')
    const [running] = await sql`
      select id from skill_evaluations where skill_id = ${skillId} and content_hash = ${hash} and source = ${source}
        and state in ('QUEUED', 'RUNNING') limit 1`
    if (running) throw new ApiError('evaluation_in_progress')
    const id = newUuid()
    const model = source === 'LIVE' ? reviewModel!.name : null
    const it = fragment`(
      select s.id, s.workspace_id, created.id as evaluation_id from created join skills s on s.id = created.skill_id) it`
    const examples = await sql`
      with created as (
        insert into skill_evaluations (id, skill_id, skill_version_id, content, content_hash, source, model, created_by)
        values (${id}, ${skillId}, ${versionId}, ${versionId === null ? content : null}, ${hash}, ${source}, ${model},
          ${caller.userId})
        returning id, skill_id
      ), results as (
        insert into skill_evaluation_results (evaluation_id, example_id, position, expected)
        select created.id, e.id, row_number() over (order by e.created_at, e.id), e.expected
        from created join skill_examples e on e.skill_id = created.skill_id join files f on f.id = e.file_id
        where ${callerSees(caller)}
        returning example_id
      ), emitted as (${emit(skillEvent('skill.evaluated', caller, it, skillEvaluationData))})
      select example_id from results`
    if (examples.length === 0) throw new ApiError('no_skill_examples')
    await addTask(sql, {
      task: 'evaluate-skill',
      payload: { evaluationId: id },
      key: `evaluate-skill:${id}`,
    })
    return { id }
  },
})

/** The other sources are free, so only this one needs the scope and the power to spend money. */
function requireSpending(caller: Caller): void {
  requirePower(caller, 'spend')
  if (caller.scopes.has('ai:generate')) return
  throw new ApiError('insufficient_scope', { message: 'The credential lacks the scope ai:generate.' })
}

function requireChecks(content: string): void {
  if (checksIn(content) === null) throw new ApiError('no_skill_checks')
}

function checksIn(content: string) {
  try {
    return readSkillFrontMatter(content).checks
  } catch (error) {
    if (error instanceof SkillFrontMatterError)
      throw new ApiError('no_skill_checks', { message: error.message })
    throw error
  }
}
