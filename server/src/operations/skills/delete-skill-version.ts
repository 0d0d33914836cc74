import { z } from 'zod'
import { ApiError } from '../../core/errors.ts'
import { defineOperation } from '../../core/operation.ts'
import { SkillVersionId } from '../../core/schemas.ts'
import { fragment } from '../../core/sql.ts'
import { emit } from '../../events/outbox.ts'
import { skillEvent, skillVersionData } from '../../events/resource-events.ts'

export const deleteSkillVersion = defineOperation({
  http: 'DELETE /api/skill-versions/:skillVersionId',
  client: 'skillVersions.delete',
  summary: 'Delete a version of a skill that is not its default. Its number is not reused.',

  scope: 'skills:write',
  workspaceRole: 'MEMBER',
  tier: 'default',
  audit: {
    action: 'skill.version_deleted',
    target: { of: 'skillVersion', before: ({ skillVersionId }) => skillVersionId },
  },

  input: z.strictObject({ skillVersionId: SkillVersionId }),
  output: [204],

  violations: {
    skills_default_fkey: 'skill_version_is_default',
    skills_published_default_fkey: 'skill_version_is_default',
  },

  async handler({ skillVersionId }, { sql, caller }): Promise<undefined> {
    // Locks the row of the skill first, like setting a default does, so that the two cannot deadlock.
    const deleted = await sql`
      with skill as (
        update skills s set revision = revision + 1, updated_at = now()
        from skill_versions v
        where v.id = ${skillVersionId} and s.id = v.skill_id and s.workspace_id = ${caller.workspaceId}
          and s.source = 'WORKSPACE'
        returning s.id, s.workspace_id
      ), deleted as (
        delete from skill_versions v using skill where v.id = ${skillVersionId} and v.skill_id = skill.id
        returning skill.id, skill.workspace_id, v.id as version_id, v.version
      ), emitted as (${emit(skillEvent('skill.version_deleted', caller, fragment`deleted it`, skillVersionData))})
      select id from deleted`
    if (deleted.length === 0) throw new ApiError('not_found')
  },
})
