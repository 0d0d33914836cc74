import { z } from 'zod'
import { managers } from '../../core/access.ts'
import { defineOperation } from '../../core/operation.ts'
import { MemberId, ProjectId } from '../../core/schemas.ts'
import { fragment } from '../../core/sql.ts'
import { emit } from '../../events/outbox.ts'
import { memberEvent } from '../../events/resource-events.ts'
import { memberColumns, NewMembers, refuseRepeated, refuseUnknown } from './new-members.ts'

export const addMembers = defineOperation({
  http: 'POST /api/projects/:projectId/members',
  client: 'members.add',
  tool: 'add_project_members',
  summary: 'Add users of the workspace to a project. Adds nobody if one of them cannot be added.',
  toolUse: 'Use it only when the user asked to share a project. list_workspace_members returns the user ids.',

  scope: 'project-members:write',
  project: 'projectId',
  roles: managers,
  power: 'addPeople',
  tier: 3,
  audit: {
    action: 'member.added',
    target: { of: 'member', after: (_input, added) => added.map(({ id }) => id) },
    details: (_input, role) => ({ role }),
  },

  input: z.strictObject({
    projectId: ProjectId,
    members: NewMembers.min(1).describe('Up to 100 users to add, each once.'),
  }),
  output: [201, z.array(z.object({ id: MemberId }))],

  violations: {
    project_members_user_key: 'already_member',
    // A user left the workspace after the check.
    project_members_user_fkey: 'conflict',
    project_members_project_fkey: 'not_found',
  },

  joinsAccess: true,
  async handler({ members }, { sql, access, caller }) {
    refuseRepeated(members)
    const { ids, userIds, roles } = memberColumns(members)
    // Inserted in the order of user ids, so that two requests with the same users wait for each other instead of deadlocking.
    const rows = await sql<{ known: boolean }>`
      with asked as (
        select given.id, access.project_id, access.workspace_id, given.user_id, given.role, given.place,
          w.user_id is not null as known
        from ${access}
        cross join unnest(${ids}::uuid[], ${userIds}::uuid[], ${roles}::text[]) with ordinality
          as given (id, user_id, role, place)
        left join workspace_members w on w.workspace_id = access.workspace_id and w.user_id = given.user_id
      ), added as (
        insert into project_members (id, project_id, workspace_id, user_id, role)
        select id, project_id, workspace_id, user_id, role from asked
        where (select bool_and(known) from asked)
        order by user_id
        returning id, project_id, workspace_id, user_id, role
      ), emitted as (${emit(memberEvent('member.added', caller, fragment`added it`))})
      select known from asked order by place`
    refuseUnknown(rows.flatMap((row, i) => (row.known ? [] : [i])))
    return ids.map((id) => ({ id }))
  },
})
