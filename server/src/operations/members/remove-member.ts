import { z } from 'zod'
import { anyRole, managers } from '../../core/access.ts'
import { ApiError } from '../../core/errors.ts'
import { defineOperation } from '../../core/operation.ts'
import { MemberId } from '../../core/schemas.ts'
import { fragment } from '../../core/sql.ts'
import { emit } from '../../events/outbox.ts'
import { memberEvent } from '../../events/resource-events.ts'
import { releaseReviewers } from '../reviews/settle-status.ts'

export const removeMember = defineOperation({
  http: 'DELETE /api/project-members/:memberId',
  client: 'members.remove',
  tool: 'remove_project_member',
  summary: 'Remove a member from a project, or leave the project yourself. The owner cannot be removed.',
  toolUse: 'Use it only when the user asked for it.',

  scope: 'project-members:write',
  project: 'memberId',
  roles: anyRole,
  tier: 3,
  audit: {
    action: 'member.removed',
    target: { of: 'member', before: ({ memberId }) => memberId },
    details: (_input, before) => ({ before }),
  },

  input: z.strictObject({ memberId: MemberId }),
  output: [204],

  conflicts: ['owner_is_fixed'],

  transaction: true,
  joinsAccess: true,
  async handler({ memberId }, { sql, access, caller }): Promise<undefined> {
    const [member] = await sql<Found>`
      with member as (
        select m.id, m.project_id, m.user_id, m.role = 'PROJECT_OWNER' as owner,
          access.role = any(${managers}) or m.user_id = access.user_id as allowed
        from ${access} join project_members m on m.id = ${memberId}
      ), removed as (
        delete from project_members m using member
        where m.id = member.id and member.allowed and not member.owner
        returning m.id, m.project_id, m.workspace_id, m.user_id, m.role
      ), emitted as (${emit(memberEvent('member.removed', caller, fragment`removed it`))})
      select project_id as "projectId", user_id as "userId", allowed, owner,
        exists (select from removed) as removed from member`
    if (!member?.allowed) throw notYours()
    if (member.owner) throw new ApiError('owner_is_fixed')
    // Another request removed the member first.
    if (!member.removed) throw new ApiError('not_found')
    const { projectId, userId } = member
    await releaseReviewers(sql, caller, fragment`q.user_id = ${userId} and q.project_id = ${projectId}`)
  },
})

type Found = { projectId: string; userId: string; allowed: boolean; owner: boolean; removed: boolean }

function notYours(): ApiError {
  const message = `Only ${managers.join(' or ')} may remove other members.`
  return new ApiError('insufficient_role', { message })
}
