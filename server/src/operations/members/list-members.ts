import { z } from 'zod'
import { anyRole } from '../../core/access.ts'
import { defineOperation } from '../../core/operation.ts'
import { ProjectId } from '../../core/schemas.ts'
import {
  ProjectMember,
  type ProjectMemberRow,
  projectMemberColumns,
  projectMemberRecord,
} from '../../records/member.ts'

export const listMembers = defineOperation({
  http: 'GET /api/projects/:projectId/members',
  client: 'members.list',
  tool: 'list_project_members',
  summary: 'List all members of a project in the order in which they joined.',
  toolUse: 'Use it to see who works on a project and with which role.',

  scope: 'project-members:read',
  project: 'projectId',
  roles: anyRole,
  tier: 'default',

  input: z.strictObject({ projectId: ProjectId }),
  output: [200, z.array(ProjectMember)],

  joinsAccess: true,
  async handler(_input, { sql, access }) {
    const rows = await sql<ProjectMemberRow>`
      select ${projectMemberColumns}
      from ${access}
      join project_members m on m.project_id = access.project_id
      join workspace_members w on w.workspace_id = m.workspace_id and w.user_id = m.user_id
      join users u on u.id = m.user_id
      order by m.id`
    return rows.map((row) => projectMemberRecord(row))
  },
})
