import { z } from 'zod'
import { ApiError } from '../../core/errors.ts'
import { defineOperation } from '../../core/operation.ts'
import { SkillId } from '../../core/schemas.ts'

export const deleteSkill = defineOperation({
  http: 'DELETE /api/skills/:skillId',
  client: 'skills.delete',
  summary: 'Delete a skill with all its versions.',

  scope: 'skills:write',
  workspaceRole: 'MEMBER',
  tier: 3,

  input: z.strictObject({ skillId: SkillId }),
  output: [204],

  async handler({ skillId }, { sql, caller }): Promise<undefined> {
    const deleted = await sql`
      delete from skills
      where id = ${skillId} and workspace_id = ${caller.workspaceId} and source = 'WORKSPACE'
      returning id`
    if (deleted.length === 0) throw new ApiError('not_found')
  },
})
