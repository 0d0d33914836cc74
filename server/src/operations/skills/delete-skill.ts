import { z } from 'zod'
import { ApiError } from '../../core/errors.ts'
import { defineOperation } from '../../core/operation.ts'
import { SkillId } from '../../core/schemas.ts'
import { fragment } from '../../core/sql.ts'
import { emit } from '../../events/outbox.ts'
import { skillEvent } from '../../events/resource-events.ts'

export const deleteSkill = defineOperation({
  http: 'DELETE /api/skills/:skillId',
  client: 'skills.delete',
  tool: 'delete_skill',
  summary: 'Delete a skill and all its versions.',
  toolUse: 'Use it only when the user asked for it.',

  scope: 'skills:write',
  workspaceRole: 'MEMBER',
  tier: 3,
  audit: { action: 'skill.deleted', target: { of: 'skill', before: ({ skillId }) => skillId } },

  input: z.strictObject({ skillId: SkillId }),
  output: [204],

  async handler({ skillId }, { sql, caller }): Promise<undefined> {
    const deleted = await sql`
      with deleted as (
        delete from skills
        where id = ${skillId} and workspace_id = ${caller.workspaceId} and source = 'WORKSPACE'
        returning id, workspace_id
      ), emitted as (${emit(skillEvent('skill.deleted', caller, fragment`deleted it`))})
      select id from deleted`
    if (deleted.length === 0) throw new ApiError('not_found')
  },
})
