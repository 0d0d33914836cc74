import { z } from 'zod'
import { ApiError } from '../../core/errors.ts'
import { defineOperation } from '../../core/operation.ts'
import { SkillExampleId } from '../../core/schemas.ts'
import { fragment } from '../../core/sql.ts'
import { emit } from '../../events/outbox.ts'
import { skillEvent } from '../../events/resource-events.ts'
import { ExampleName, ExpectedNotes } from '../../records/skill-evaluation.ts'
import { ownExample } from './visible-examples.ts'

export const updateSkillExample = defineOperation({
  http: 'PATCH /api/skill-examples/:skillExampleId',
  client: 'skillExamples.update',
  summary: 'Change the name or the expected notes of an example. Evaluations that exist keep their results.',

  scope: 'skills:write',
  workspaceRole: 'MEMBER',
  tier: 3,

  input: z.strictObject({
    skillExampleId: SkillExampleId,
    name: ExampleName.optional().describe('Name of the example.'),
    expected: ExpectedNotes.optional().describe('Expected notes, all of them.'),
  }),
  output: [204],

  async handler({ skillExampleId, name, expected }, { sql, caller }): Promise<undefined> {
    const it = fragment`changed it`
    const notes = expected === undefined ? null : JSON.stringify(expected)
    const found = await sql`
      with found as (
        select e.id, s.id as skill_id, s.workspace_id, coalesce(${name ?? null}, e.name) as name,
          coalesce(${notes}::jsonb, e.expected) as expected
        from ${ownExample(caller, skillExampleId)}
      ), changed as (
        update skill_examples e set name = found.name, expected = found.expected, updated_at = clock_timestamp()
        from found where e.id = found.id and (e.name, e.expected) is distinct from (found.name, found.expected)
        returning found.skill_id as id, found.workspace_id
      ), emitted as (${emit(skillEvent('skill.updated', caller, it, { changed: ['examples'] }))})
      select id from found`
    if (found.length === 0) throw new ApiError('not_found')
  },
})
