import { z } from 'zod'
import { requirePower } from '../../core/access.ts'
import { newUuid } from '../../core/ids.ts'
import { defineOperation } from '../../core/operation.ts'
import { Day, ProjectId, text } from '../../core/schemas.ts'
import { fragment } from '../../core/sql.ts'
import { emit } from '../../events/outbox.ts'
import { memberEvent, projectEvent } from '../../events/resource-events.ts'
import { AccessRange } from '../../records/project.ts'
import {
  memberColumns,
  NewProjectMember,
  refuseRepeated,
  refuseUnknown,
  withoutOwner,
} from '../members/new-members.ts'

export const createProject = defineOperation({
  http: 'POST /api/projects',
  client: 'projects.create',
  tool: 'create_project',
  summary: 'Create a project. You become its owner.',
  toolUse: 'Use it only when the user asked for a new project; list_projects finds existing ones.',

  scope: 'projects:write',
  workspaceRole: 'MEMBER',
  tier: 3,
  audit: {
    action: 'project.created',
    target: { of: 'project', after: (_input, { id }) => id },
    details: ({ accessRange, members }) => ({ accessRange, members: members?.length }),
  },

  input: z.strictObject({
    name: text(1, 100).describe('Name of the project.'),
    accessRange: AccessRange,
    description: text(0, 2000).nullish().describe('Description.'),
    deadline: Day.nullish().describe('Due date, `YYYY-MM-DD`.'),
    members: z
      .array(NewProjectMember)
      .max(100)
      .nullish()
      .describe('Up to 100 users of the workspace to add, each once. An entry for yourself is ignored.'),
  }),
  output: [201, z.object({ id: ProjectId })],

  // A user left the workspace after the check.
  violations: { project_members_user_fkey: 'conflict' },

  async handler({ name, accessRange, description, deadline, members }, { sql, caller }) {
    const { workspaceId, userId } = caller
    const given = withoutOwner(members ?? [], userId)
    refuseRepeated(given)
    if (given.length > 0) requirePower(caller, 'addPeople')

    const id = newUuid()
    const { ids, userIds, roles } = memberColumns(given)
    const created = projectEvent('project.created', caller, fragment`project it`)
    const added = memberEvent('member.added', caller, fragment`added it`)
    const unknown = await sql<{ place: number }>`
      with given as (
        select given.id, given.user_id, given.role, given.place
        from unnest(${ids}::uuid[], ${userIds}::uuid[], ${roles}::text[]) with ordinality
          as given (id, user_id, role, place)
      ), unknown as (
        select given.place from given
        where not exists (
          select from workspace_members w where w.workspace_id = ${workspaceId} and w.user_id = given.user_id)
      ), project as (
        insert into projects (id, workspace_id, name, description, access_range, deadline)
        select ${id}::uuid, ${workspaceId}::uuid, ${name}, ${description ?? null}, ${accessRange}, ${deadline ?? null}::date
        where not exists (select from unknown)
        returning id, workspace_id
      ), added as (
        insert into project_members (id, project_id, workspace_id, user_id, role)
        select ${newUuid()}::uuid, project.id, project.workspace_id, ${userId}::uuid, 'PROJECT_OWNER' from project
        union all
        select given.id, project.id, project.workspace_id, given.user_id, given.role from project cross join given
        returning id, project_id, workspace_id, user_id, role
      ), emitted as (${emit(created, added)})
      select place from unknown order by place`
    refuseUnknown(unknown.map(({ place }) => given[place - 1]!.index))
    return { id }
  },
})
