import { z } from 'zod'
import { ApiError } from '../../core/errors.ts'
import { defineOperation } from '../../core/operation.ts'
import { SkillId } from '../../core/schemas.ts'
import { fragment } from '../../core/sql.ts'
import { emit } from '../../events/outbox.ts'
import { skillEvent } from '../../events/resource-events.ts'

export const restoreSkill = defineOperation({
  http: 'POST /api/skills/:trashedSkillId/restore',
  client: 'skills.restore',
  tool: 'restore_skill',
  summary: 'Restore a deleted skill with all its versions.',
  toolUse: 'Use it to undo delete_skill.',

  scope: 'skills:write',
  workspaceRole: 'MEMBER',
  tier: 3,
  audit: {
    action: 'trash.restored',
    target: { of: 'skill', after: ({ trashedSkillId }) => trashedSkillId },
    details: () => ({ kind: 'SKILL' }),
  },

  input: z.strictObject({ trashedSkillId: SkillId }),
  output: [204],

  async handler({ trashedSkillId }, { sql, caller }): Promise<undefined> {
    const restored = await sql`
      with entry as (
        delete from trash
        where record_id = ${trashedSkillId} and workspace_id = ${caller.workspaceId} and kind = 'SKILL' and purged_at is null
        returning id
      ), restored as (
        update all_skills s set trash_id = null from entry where s.trash_id = entry.id returning s.id, s.workspace_id
      ), emitted as (${emit(skillEvent('skill.restored', caller, fragment`restored it`))})
      select id from restored`
    if (restored.length === 0) throw new ApiError('not_found')
  },
})
