import { z } from 'zod'
import { type Caller, hasWorkspaceRole } from '../../core/access.ts'
import { ApiError } from '../../core/errors.ts'
import { newUuid } from '../../core/ids.ts'
import { defineOperation } from '../../core/operation.ts'
import { SkillId } from '../../core/schemas.ts'
import { fragment } from '../../core/sql.ts'
import { emit } from '../../events/outbox.ts'
import { skillEvent } from '../../events/resource-events.ts'
import { newEntries, permanentInput, permanentMessage, purgedEvents } from '../trash/entries.ts'

export const deleteSkill = defineOperation({
  http: 'DELETE /api/skills/:skillId',
  client: 'skills.delete',
  tool: 'delete_skill',
  summary:
    'Move a skill and all its versions to the trash. It can be restored until it is purged, 30 days later by default.',
  toolUse: 'Use it only when the user asked for it.',

  scope: 'skills:write',
  workspaceRole: 'MEMBER',
  tier: 3,
  audit: {
    action: 'skill.deleted',
    target: { of: 'skill', before: ({ skillId }) => skillId },
    details: ({ permanent }) => ({ permanent }),
  },

  input: z.strictObject({ skillId: SkillId, permanent: permanentInput }),
  output: [204],

  async handler({ skillId, permanent }, { sql, caller, trashDays }): Promise<undefined> {
    if (permanent) requireAdmin(caller)
    const deletion = { caller, trashDays, permanent }
    const found = fragment`(
      select s.id, s.name from skills s
      where s.id = ${skillId} and s.workspace_id = ${caller.workspaceId} and s.source = 'WORKSPACE' for update of s) it`
    const entry = newEntries(deletion, 'SKILL', found, {
      id: fragment`${newUuid()}::uuid`,
      project: fragment`null::uuid`,
      record: fragment`it.id`,
      name: fragment`it.name`,
    })
    const deleted = await sql`
      with ${entry}, deleted as (
        update all_skills s set trash_id = entry.id from entry where s.id = entry.record_id returning s.id, s.workspace_id
      ), emitted as (${emit(skillEvent('skill.deleted', caller, fragment`deleted it`), ...purgedEvents(deletion))})
      select id from deleted`
    if (deleted.length === 0) throw new ApiError('not_found')
  },
})

function requireAdmin({ kind, workspaceRole }: Caller): void {
  if (kind !== 'session') throw new ApiError('session_required', { message: permanentMessage })
  if (hasWorkspaceRole(workspaceRole, 'ADMIN')) return
  const message =
    'Only ADMIN or OWNER may delete a skill for good. Leave out `permanent` to move it to the trash.'
  throw new ApiError('insufficient_role', { message })
}
