import { z } from 'zod'
import { ApiError } from '../../core/errors.ts'
import { defineOperation } from '../../core/operation.ts'
import { SkillExampleId } from '../../core/schemas.ts'
import { fragment } from '../../core/sql.ts'
import { emit } from '../../events/outbox.ts'
import { skillEvent } from '../../events/resource-events.ts'
import { ownExample } from './visible-examples.ts'

export const deleteSkillExample = defineOperation({
  http: 'DELETE /api/skill-examples/:skillExampleId',
  client: 'skillExamples.delete',
  summary: 'Delete an example with its recorded answers and its results in all evaluations.',

  scope: 'skills:write',
  workspaceRole: 'MEMBER',
  tier: 3,

  input: z.strictObject({ skillExampleId: SkillExampleId }),
  output: [204],

  async handler({ skillExampleId }, { sql, caller }): Promise<undefined> {
    const it = fragment`deleted it`
    const deleted = await sql`
      with deleted as (
        delete from skill_examples x using ${ownExample(caller, skillExampleId)} where x.id = e.id
        returning s.id, s.workspace_id
      ), emitted as (${emit(skillEvent('skill.updated', caller, it, { changed: ['examples'] }))})
      select id from deleted`
    if (deleted.length === 0) throw new ApiError('not_found')
  },
})
