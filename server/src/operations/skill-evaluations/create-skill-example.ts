import { z } from 'zod'
import { ApiError } from '../../core/errors.ts'
import { newUuid } from '../../core/ids.ts'
import { defineOperation } from '../../core/operation.ts'
import { FileId, SkillExampleId, SkillId } from '../../core/schemas.ts'
import { fragment } from '../../core/sql.ts'
import { emit } from '../../events/outbox.ts'
import { skillEvent } from '../../events/resource-events.ts'
import { ExampleName, ExpectedNotes, maxExamples } from '../../records/skill-evaluation.ts'
import { requireFile } from './visible-examples.ts'

export const createSkillExample = defineOperation({
  http: 'POST /api/skills/:skillId/examples',
  client: 'skillExamples.create',
  summary: 'Add an example to a skill: a file, and the notes that a good review of it has.',

  scope: 'skills:write',
  workspaceRole: 'MEMBER',
  tier: 3,

  input: z.strictObject({
    skillId: SkillId,
    name: ExampleName.describe('Name of the example.'),
    fileId: FileId.describe('A file that you can see.'),
    expected: ExpectedNotes.describe('Expected notes. None for a file without faults.'),
  }),
  output: [201, z.object({ id: SkillExampleId })],

  conflicts: ['too_many_skill_examples'],

  transaction: true,
  async handler({ skillId, name, fileId, expected }, { sql, caller }) {
    // The row of the skill is locked, so that two concurrent calls cannot pass the limit.
    const [skill] = await sql<{ count: number }>`
      select (select count(*)::integer from skill_examples e where e.skill_id = s.id) as count
      from skills s where s.id = ${skillId} and s.workspace_id = ${caller.workspaceId} for no key update of s`
    if (!skill) throw new ApiError('not_found')
    await requireFile(sql, caller, fileId)
    if (skill.count >= maxExamples) throw new ApiError('too_many_skill_examples')
    const id = newUuid()
    const it = fragment`(select s.id, s.workspace_id from created join skills s on s.id = created.skill_id) it`
    await sql`
      with created as (
        insert into skill_examples (id, skill_id, file_id, name, expected, created_by)
        values (${id}, ${skillId}, ${fileId}, ${name}, ${JSON.stringify(expected)}::jsonb, ${caller.userId})
        returning skill_id
      )
      ${emit(skillEvent('skill.updated', caller, it, { changed: ['examples'] }))}`
    return { id }
  },
})
