import { z } from 'zod'
import { ApiError } from '../../core/errors.ts'
import { defineOperation } from '../../core/operation.ts'
import { SkillId } from '../../core/schemas.ts'
import { Skill, type SkillRow, skillColumns, skillRecord } from '../../records/skill.ts'

export const getSkill = defineOperation({
  http: 'GET /api/skills/:skillId',
  client: 'skills.get',
  tool: 'get_skill',
  summary: 'Get a skill. Send its ETag as If-Match with an update.',
  toolUse: 'Use it to see the versions of a skill and which one is the default.',

  scope: 'skills:read',
  tier: 'default',

  input: z.strictObject({ skillId: SkillId }),
  output: [200, Skill],

  revision: true,

  async handler({ skillId }, { sql, caller, setRevision }) {
    const [row] = await sql<SkillRow & { revision: number }>`
      select ${skillColumns(caller)}, s.revision from skills s
      where s.id = ${skillId} and s.workspace_id = ${caller.workspaceId}`
    if (!row) throw new ApiError('not_found')
    setRevision(row.revision)
    return skillRecord(row)
  },
})
