import { z } from 'zod'
import { ApiError } from '../../core/errors.ts'
import { defineOperation } from '../../core/operation.ts'
import { SkillExampleId, text } from '../../core/schemas.ts'
import { fragment } from '../../core/sql.ts'
import { emit } from '../../events/outbox.ts'
import { skillEvent } from '../../events/resource-events.ts'
import { ExpectedNotes } from '../../records/skill-evaluation.ts'
import { evaluatedText, findText } from './evaluated-text.ts'
import { ownExample } from './visible-examples.ts'

export const recordSkillAnswer = defineOperation({
  http: 'PUT /api/skill-examples/:skillExampleId/answer',
  client: 'skillExamples.recordAnswer',
  summary:
    'Record the answer of a model or an agent to an example, for one text of the skill. Replaces the answer that is recorded for this text.',

  scope: 'skills:write',
  workspaceRole: 'MEMBER',
  tier: 3,

  input: z.strictObject({
    skillExampleId: SkillExampleId,
    ...evaluatedText,
    model: text(1, 200).nullish().describe('Name of the model or agent that gave the answer.'),
    notes: ExpectedNotes.describe('The notes of the answer.'),
  }),
  output: [204],

  transaction: true,
  async handler({ skillExampleId, model, notes, ...given }, { sql, caller }): Promise<undefined> {
    const [example] = await sql<{ skillId: string }>`
      select s.id as "skillId" from ${ownExample(caller, skillExampleId)}`
    if (!example) throw new ApiError('not_found')
    const { hash } = await findText(sql, caller, example.skillId, given)
    const it = fragment`(select s.id, s.workspace_id from recorded, skills s where s.id = ${example.skillId}) it`
    await sql`
      with recorded as (
        insert into skill_recordings as r (example_id, content_hash, model, notes, created_by)
        values (${skillExampleId}, ${hash}, ${model ?? null}, ${JSON.stringify(notes)}::jsonb, ${caller.userId})
        on conflict (example_id, content_hash) do update
          set model = excluded.model, notes = excluded.notes, created_by = excluded.created_by, created_at = clock_timestamp()
          where (r.model, r.notes) is distinct from (excluded.model, excluded.notes)
        returning example_id
      )
      ${emit(skillEvent('skill.updated', caller, it, { changed: ['examples'] }))}`
  },
})
