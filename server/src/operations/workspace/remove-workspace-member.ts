import { z } from 'zod'
import { type Caller, managers } from '../../core/access.ts'
import { ApiError } from '../../core/errors.ts'
import { defineOperation } from '../../core/operation.ts'
import { WorkspaceMemberId } from '../../core/schemas.ts'
import { fragment, type Sql } from '../../core/sql.ts'
import { emit } from '../../events/outbox.ts'
import { memberEvent } from '../../events/resource-events.ts'
import { renewLinksOf } from '../access-links/link-keys.ts'
import { releaseReviewers } from '../reviews/settle-status.ts'
import { lockManagedMember } from './managed-member.ts'

export const removeWorkspaceMember = defineOperation({
  http: 'DELETE /api/workspace-members/:workspaceMemberId',
  client: 'workspaceMembers.remove',
  summary:
    'Remove a member from the workspace, with their keys, sessions, memberships and pending invitations. Their webhooks are disabled, and you become the owner of their projects.',

  scope: null,
  credential: 'session',
  workspaceRole: 'ADMIN',
  tier: 3,
  audit: {
    action: 'workspace_member.removed',
    target: { of: 'workspaceMember', before: ({ workspaceMemberId }) => workspaceMemberId },
    details: ({ renewLinks }, before) => ({ before, renewLinks }),
  },

  input: z.strictObject({
    workspaceMemberId: WorkspaceMemberId,
    renewLinks: z
      .boolean()
      .default(false)
      .describe(
        'true: replace the key of every access link of the projects that they own or manage, so that they cannot join with a key that they have seen.',
      ),
  }),
  output: [204],
  conflicts: ['last_owner', 'conflict'],
  violations: { project_members_user_key: 'conflict' },

  transaction: true,
  async handler({ workspaceMemberId, renewLinks }, { sql, caller, secrets }): Promise<undefined> {
    const { userId, lastOwner } = await lockManagedMember(sql, caller, workspaceMemberId)
    if (lastOwner) throw new ApiError('last_owner')
    if (userId === caller.userId) {
      const message =
        'You cannot remove yourself: your projects would have no owner. Ask another owner or administrator to do it.'
      throw new ApiError('conflict', { message })
    }
    if (renewLinks) await renewLinksOf({ sql, secrets, caller }, managedBy(caller, userId))
    await takeOverProjects(sql, caller, userId)
    await sql`
      with removed as (
        delete from project_members where workspace_id = ${caller.workspaceId} and user_id = ${userId}
        returning ${memberColumns}
      )
      ${emit(memberEvent('member.removed', caller, fragment`removed it`))}`
    // Triggers disable their webhooks and withdraw their invitations.
    await sql`delete from workspace_members where id = ${workspaceMemberId}`
    const here = fragment`q.project_id in (select p.id from projects p where p.workspace_id = ${caller.workspaceId})`
    await releaseReviewers(sql, caller, fragment`q.user_id = ${userId} and ${here}`)
  },
})

const memberColumns = fragment`id, project_id, workspace_id, user_id, role`

/** The projects in which the user could read the keys of access links. */
function managedBy({ workspaceId }: Caller, userId: string) {
  return fragment`select project_id from project_members
    where workspace_id = ${workspaceId} and user_id = ${userId} and role = any(${managers}::text[])`
}

/** A project always has an owner: the caller takes the membership over, which replaces one that the caller had. */
async function takeOverProjects(sql: Sql, caller: Caller, userId: string): Promise<void> {
  await sql`
    with removed as (
      delete from project_members own using project_members theirs
      where own.project_id = theirs.project_id and own.user_id = ${caller.userId}
        and theirs.workspace_id = ${caller.workspaceId} and theirs.user_id = ${userId}
        and theirs.role = 'PROJECT_OWNER'
      returning own.id, own.project_id, own.workspace_id, own.user_id, own.role
    )
    ${emit(memberEvent('member.removed', caller, fragment`removed it`))}`
  const former = fragment`(select id, project_id, workspace_id, ${userId}::uuid as user_id, role from moved) it`
  await sql`
    with moved as (
      update project_members set user_id = ${caller.userId}
      where workspace_id = ${caller.workspaceId} and user_id = ${userId} and role = 'PROJECT_OWNER'
      returning ${memberColumns}
    )
    ${emit(memberEvent('member.removed', caller, former), memberEvent('member.added', caller, fragment`moved it`))}`
}
