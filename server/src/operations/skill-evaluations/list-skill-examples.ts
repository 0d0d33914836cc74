import { z } from 'zod'
import { defineOperation } from '../../core/operation.ts'
import { SkillId } from '../../core/schemas.ts'
import {
  exampleSelection,
  SkillExample,
  type SkillExampleRow,
  skillExampleRecord,
} from '../../records/skill-evaluation.ts'
import { callerSees, requireSkill } from './visible-examples.ts'

export const listSkillExamples = defineOperation({
  http: 'GET /api/skills/:skillId/examples',
  client: 'skillExamples.list',
  summary:
    'List the examples of a skill, oldest first: files with the notes that a good review has. Only those whose files you can see.',

  scope: 'skills:read',
  workspaceRole: 'MEMBER',
  tier: 'default',

  input: z.strictObject({ skillId: SkillId }),
  output: [200, z.object({ examples: z.array(SkillExample) })],

  async handler({ skillId }, { sql, caller }) {
    await requireSkill(sql, caller, skillId)
    const rows = await sql<SkillExampleRow>`
      select ${exampleSelection}
      from skill_examples e join files f on f.id = e.file_id and ${callerSees(caller)}
      left join users u on u.id = e.created_by
      left join workspace_members w on w.workspace_id = ${caller.workspaceId} and w.user_id = u.id
      where e.skill_id = ${skillId} order by e.created_at, e.id`
    return { examples: rows.map(skillExampleRecord) }
  },
})
