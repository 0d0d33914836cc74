import { z } from 'zod'
import { workspaceRoles } from '../core/access.ts'
import { MemberId, ProjectRole, UserSummary, WorkspaceMemberId } from '../core/schemas.ts'
import { fragment } from '../core/sql.ts'

export const ProjectMember = z
  .object({ id: MemberId, role: ProjectRole, user: UserSummary })
  .meta({ id: 'ProjectMember' })

export const WorkspaceMember = z
  .object({
    id: WorkspaceMemberId,
    role: z.enum(workspaceRoles).describe('Role in the workspace.'),
    user: UserSummary,
  })
  .meta({ id: 'WorkspaceMember' })

/** The user as the workspace knows them; goes with `users u` and its `workspace_members w`. */
export const userColumns = fragment`u.id as "userId", u.email, coalesce(w.display_name, u.name) as name,
  coalesce(w.avatar_url, u.avatar_url) as "avatarUrl"`

type MemberRow<Role> = {
  id: string
  role: Role
  userId: string
  email: string
  name: string
  avatarUrl: string | null
}

export type ProjectMemberRow = MemberRow<z.output<typeof ProjectRole>>
export type WorkspaceMemberRow = MemberRow<(typeof workspaceRoles)[number]>

/** A row of `id`, `role` and the columns above as a ProjectMember or a WorkspaceMember. */
export function memberRecord<Role>({ id, role, userId, email, name, avatarUrl }: MemberRow<Role>) {
  return { id, role, user: { id: userId, email, name, avatarUrl } }
}
