import { z } from 'zod'
import { managers } from '../../core/access.ts'
import { ApiError } from '../../core/errors.ts'
import { defineOperation } from '../../core/operation.ts'
import { AssignableRole, MemberId } from '../../core/schemas.ts'
import { fragment } from '../../core/sql.ts'
import { emit } from '../../events/outbox.ts'
import { memberEvent } from '../../events/resource-events.ts'
import { settleReviews } from '../reviews/settle-status.ts'

export const updateMember = defineOperation({
  http: 'PATCH /api/project-members/:memberId',
  client: 'members.update',
  tool: 'update_project_member',
  summary: 'Change the role of a project member.',
  toolUse: 'Use it when the user asked for another role of a person.',

  scope: 'project-members:write',
  project: 'memberId',
  roles: managers,
  tier: 3,
  audit: {
    action: 'member.updated',
    target: { of: 'member', before: ({ memberId }) => memberId },
    details: ({ role }, before) => ({ role, before }),
  },

  input: z.strictObject({
    memberId: MemberId,
    role: AssignableRole.describe('New role in the project.'),
  }),
  output: [204],

  conflicts: ['owner_is_fixed'],

  transaction: true,
  joinsAccess: true,
  async handler({ memberId, role }, { sql, access, caller }): Promise<undefined> {
    const changed = fragment`updated it where it.role <> it.before`
    const [updated] = await sql<{ projectId: string; userId: string; restricted: boolean }>`
      with before as (
        select m.id, m.role from ${access} join project_members m on m.id = ${memberId} for no key update of m
      ), updated as (
        update project_members m set role = ${role} from before
        where m.id = before.id and before.role <> 'PROJECT_OWNER'
        returning m.id, m.project_id, m.workspace_id, m.user_id, m.role, before.role as before
      ), emitted as (${emit(memberEvent('member.updated', caller, changed))})
      select project_id as "projectId", user_id as "userId",
        role <> before and 'PROJECT_RESTRICTED_REVIEWER' in (role, before) as restricted
      from updated`
    if (!updated) throw new ApiError('owner_is_fixed')
    const { projectId, userId, restricted } = updated
    // The member sees more versions, or fewer, and only reviewers who see a version are waited for.
    if (restricted)
      await settleReviews(
        sql,
        caller,
        fragment`v.id in (
      select q.version_id from review_requests q where q.user_id = ${userId} and q.project_id = ${projectId})`,
      )
  },
})
