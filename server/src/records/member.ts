import { z } from 'zod'
import { workspaceRoles } from '../core/access.ts'
import { MemberId, ProjectRole, UserSummary, WorkspaceMemberId } from '../core/schemas.ts'
import { column, object, type Row, recordMapper, selectList, wireSchema } from './columns.ts'

/** A user as the workspace knows them: from `users u` and its `workspace_members w`. */
export const userProperties = {
  id: 'u.id',
  name: 'coalesce(w.display_name, u.name)',
  avatarUrl: 'coalesce(w.avatar_url, u.avatar_url)',
}

const user = object(UserSummary, {
  id: 'u.id',
  email: 'u.email',
  name: userProperties.name,
  avatarUrl: userProperties.avatarUrl,
})

/** Selected from `project_members m`, `users u` and `workspace_members w`. */
const projectMember = { id: column(MemberId, 'm.id'), role: column(ProjectRole, 'm.role'), user }

export const ProjectMember = wireSchema('ProjectMember', projectMember)
export const projectMemberColumns = selectList(projectMember)
export type ProjectMemberRow = Row<typeof projectMember>
export const projectMemberRecord = recordMapper(projectMember)

/** Selected from `workspace_members w` and `users u`. */
const workspaceMember = {
  id: column(WorkspaceMemberId, 'w.id'),
  role: column(z.enum(workspaceRoles).describe('Role in the workspace.'), 'w.role'),
  user,
}

export const WorkspaceMember = wireSchema('WorkspaceMember', workspaceMember)
export const workspaceMemberColumns = selectList(workspaceMember)
export type WorkspaceMemberRow = Row<typeof workspaceMember>
export const workspaceMemberRecord = recordMapper(workspaceMember)
