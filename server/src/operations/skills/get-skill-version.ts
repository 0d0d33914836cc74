import { z } from 'zod'
import { ApiError } from '../../core/errors.ts'
import { defineOperation } from '../../core/operation.ts'
import { SkillVersionId } from '../../core/schemas.ts'
import {
  SkillVersion,
  type SkillVersionRow,
  skillVersionColumns,
  skillVersionRecord,
  versionAuthor,
} from '../../records/skill.ts'

export const getSkillVersion = defineOperation({
  http: 'GET /api/skill-versions/:skillVersionId',
  client: 'skillVersions.get',
  tool: 'get_skill_version',
  summary: 'Get a version of a skill with its content. Tools get published versions only.',
  toolUse: 'Use it to read the content of a skill before you follow or change it.',

  scope: 'skills:read',
  tier: 'default',

  input: z.strictObject({ skillVersionId: SkillVersionId }),
  output: [200, SkillVersion],

  async handler({ skillVersionId }, { sql, caller }) {
    const [row] = await sql<SkillVersionRow>`
      select ${skillVersionColumns} from skill_versions v join skills s on s.id = v.skill_id ${versionAuthor}
      where v.id = ${skillVersionId} and s.workspace_id = ${caller.workspaceId}
        and not (v.draft and ${caller.agent})`
    if (!row) throw new ApiError('not_found')
    return skillVersionRecord(row)
  },
})
